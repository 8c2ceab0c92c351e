import COpenSSL

/// The wire end of one connection: what was received and not yet taken, what has to be sent.
///
/// OpenSSL reads and writes it through a BIO of our own, because the memory BIOs of OpenSSL clear
/// their whole allocation at each reset. OpenSSL takes no more than the record that it is at, so
/// what it holds beside this is never more than one record.
final class CiphertextPipe {
    private var inbound: [UInt8] = []
    private var inboundTaken = 0
    /// Received bytes that still lie with the caller, behind `inbound`.
    private var lent = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Ciphertext that waits to be sent.
    private(set) var outbound: [UInt8] = []
    /// Bytes that OpenSSL may still take before the pipe is cut, or `nil` for no end.
    private var allowance: Int?
    /// Whether the pipe has been cut: nothing more is taken from the peer, ever.
    private(set) var isCut = false

    init(allowance: Int) {
        self.allowance = allowance
    }

    /// How many received bytes OpenSSL has not taken.
    var inboundCount: Int {
        self.inbound.count - self.inboundTaken + self.lent.count
    }

    /// Whether OpenSSL asked for more than it was allowed.
    var isOverdrawn: Bool { self.allowance == 0 && self.isCut }

    func receive(_ ciphertext: UnsafeRawBufferPointer) {
        guard !self.isCut else { return }
        self.inbound.append(contentsOf: ciphertext)
    }

    /// Lets OpenSSL take `ciphertext` from where it lies for as long as `body` runs.
    ///
    /// What it has left then is kept: nothing, when `body` reads until OpenSSL wants more.
    func lending<Value>(
        _ ciphertext: UnsafeRawBufferPointer,
        to body: () throws(TLSError) -> Value
    ) throws(TLSError) -> Value {
        if !self.isCut { self.lent = ciphertext }
        defer {
            let rest = self.lent
            self.lent = UnsafeRawBufferPointer(start: nil, count: 0)
            if !rest.isEmpty { self.receive(rest) }
        }
        return try body()
    }

    /// Lets OpenSSL take as much as comes.
    func liftAllowance() { self.allowance = nil }

    /// Drops what was received and refuses whatever comes.
    func cut() {
        self.isCut = true
        self.inbound = []
        self.inboundTaken = 0
        self.lent = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Swaps what waits to be sent for `buffer`, emptied, whose memory is used from now on.
    func exchangeOutbound(with buffer: inout [UInt8]) {
        buffer.removeAll(keepingCapacity: true)
        swap(&self.outbound, &buffer)
    }

    // MARK: What OpenSSL calls

    /// The method table of the BIO, owned by the caller and used by each BIO made from it.
    ///
    /// Without a type index of its own: OpenSSL has 127 of them for a whole process, and they serve
    /// only to find a BIO in a chain.
    static func makeMethod() -> OpaquePointer? {
        guard let method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "ciphertext pipe") else { return nil }
        BIO_meth_set_read(method, takeFromPipe)
        BIO_meth_set_write(method, putIntoPipe)
        BIO_meth_set_ctrl(method, controlPipe)
        return method
    }

    /// A BIO over this pipe, owned by the caller.
    ///
    /// The pipe is not retained: it has to outlive the BIO.
    func makeBIO(method: OpaquePointer) -> OpaquePointer? {
        guard let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        return bio
    }

    /// Moves up to `buffer.count` received bytes; none means that none are there yet.
    fileprivate func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if self.allowance == 0 { self.cut() }
        let count = min(buffer.count, self.inboundCount, self.allowance ?? .max)
        guard count > 0 else { return 0 }
        let kept = min(count, self.inbound.count - self.inboundTaken)
        if kept > 0 { self.takeKept(kept, into: buffer) }
        if kept < count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[kept...])
            rest.copyMemory(from: .init(rebasing: self.lent[..<(count - kept)]))
            self.lent = .init(rebasing: self.lent[(count - kept)...])
        }
        if let allowance = self.allowance { self.allowance = allowance - count }
        return count
    }

    private func takeKept(_ count: Int, into buffer: UnsafeMutableRawBufferPointer) {
        self.inbound.withUnsafeBytes { received in
            buffer.copyMemory(from: .init(rebasing: received[self.inboundTaken...].prefix(count)))
        }
        self.inboundTaken += count
        if self.inboundTaken == self.inbound.count {
            self.inbound.removeAll(keepingCapacity: true)
            self.inboundTaken = 0
        }
    }

    fileprivate func put(_ bytes: UnsafeRawBufferPointer) {
        self.outbound.append(contentsOf: bytes)
    }
}

// The connection holds the pipe for as long as it holds the SSL, which owns the BIO.
private func pipe(of bio: OpaquePointer?) -> CiphertextPipe? {
    guard let data = BIO_get_data(bio) else { return nil }
    return Unmanaged<CiphertextPipe>.fromOpaque(data).takeUnretainedValue()
}

private func takeFromPipe(
    _ bio: OpaquePointer?,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int32
) -> Int32 {
    guard let pipe = pipe(of: bio), let buffer, capacity > 0 else { return -1 }
    let count = pipe.take(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(capacity))
    )
    // A cut pipe is a broken one; an empty one will have more later.
    shim_BIO_set_retry_read(bio, count == 0 && !pipe.isCut ? 1 : 0)
    return count > 0 ? Int32(count) : -1
}

private func putIntoPipe(
    _ bio: OpaquePointer?,
    _ bytes: UnsafePointer<CChar>?,
    _ count: Int32
) -> Int32 {
    guard let pipe = pipe(of: bio), let bytes, count > 0 else { return 0 }
    pipe.put(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    return count
}

private func controlPipe(
    _ bio: OpaquePointer?,
    _ command: Int32,
    _ number: Int,
    _ pointer: UnsafeMutableRawPointer?
) -> Int {
    switch command {
    case BIO_CTRL_FLUSH: 1  // nothing lies between us and the outbound bytes
    case BIO_CTRL_PENDING: pipe(of: bio)?.inboundCount ?? 0
    default: 0  // what OpenSSL takes for "I cannot do that"
    }
}
