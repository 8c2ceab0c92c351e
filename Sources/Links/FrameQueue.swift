/// Encoded frames in order, with the count of their bytes.
///
/// First in, first out in constant time.
struct FrameQueue: Equatable, Sendable {
    private var frames: [[UInt8]] = []
    private var head = 0
    /// Bytes of all frames within.
    private(set) var bytes = 0

    var count: Int { self.frames.count - self.head }
    var isEmpty: Bool { self.count == 0 }

    /// Bytes of the frame that is next out, or `nil` when there is none.
    var firstBytes: Int? { self.isEmpty ? nil : self.frames[self.head].count }

    mutating func append(_ frame: [UInt8]) {
        self.frames.append(frame)
        self.bytes += frame.count
    }

    mutating func removeFirst() -> [UInt8]? {
        guard !self.isEmpty else { return nil }
        let frame = self.frames[self.head]
        self.frames[self.head] = []
        self.head += 1
        self.bytes -= frame.count
        if self.head > 32, self.head * 2 > self.frames.count {
            self.frames.removeFirst(self.head)
            self.head = 0
        }
        return frame
    }

    mutating func removeAll() {
        self = FrameQueue()
    }
}
