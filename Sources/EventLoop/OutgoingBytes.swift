/// Bytes that wait for the kernel: those in flight, which must not move, and those behind them.
struct OutgoingBytes: ~Copyable {
    /// 64 KiB: one full write of a link.
    ///
    /// Larger buffers go back to the system once they are empty; smaller ones stay, because fresh
    /// pages cost a third of the throughput.
    private static let keptBytesMaximum = 65_536

    private struct Buffer {
        var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        var count = 0

        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            let needed = self.count + bytes.count
            if needed > self.memory.count {
                let larger = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: max(needed, self.memory.count * 2, 4_096),
                    alignment: 16
                )
                larger.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: self.memory[..<self.count])
                )
                self.memory.deallocate()
                self.memory = larger
            }
            UnsafeMutableRawBufferPointer(rebasing: self.memory[self.count..<needed])
                .copyMemory(from: bytes)
            self.count = needed
        }

        mutating func empty() {
            self.count = 0
            guard self.memory.count > OutgoingBytes.keptBytesMaximum else { return }
            self.memory.deallocate()
            self.memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
    }

    private var flying = Buffer()
    private var waiting = Buffer()
    /// Whether the kernel or libuv holds a pointer into `flying`.
    private(set) var isFlying = false

    /// Bytes that no write has been started for.
    var waitingCount: Int { self.waiting.count }
    /// Whether nothing is in flight and nothing waits.
    var isEmpty: Bool { !self.isFlying && self.waiting.count == 0 }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        self.waiting.append(bytes)
    }

    /// Makes all that waits ready for one write; it stays in place until `landed()`.
    mutating func launch() -> UnsafeMutableRawBufferPointer {
        precondition(!self.isFlying, "Only one write may be in flight.")
        swap(&self.flying, &self.waiting)
        self.isFlying = true
        return UnsafeMutableRawBufferPointer(rebasing: self.flying.memory[..<self.flying.count])
    }

    /// The write is over, and its buffer may be used again.
    mutating func landed() {
        self.isFlying = false
        self.flying.empty()
    }

    deinit {
        self.flying.memory.deallocate()
        self.waiting.memory.deallocate()
    }
}
