/// One end of a TLS connection, as a transformer of bytes.
///
/// It owns no socket: ciphertext goes in by `receive(_:)`, and what must be sent comes out by
/// `takeOutbound()`, after each other call. Used by one thread at a time; never shared. After it
/// has thrown once it throws the same error for ever, and an alert may wait in `takeOutbound()`
/// that should be sent before the socket is closed.
public final class TLSConnection {
    private enum State {
        case handshaking
        case open
        /// We sent close_notify; the peer may still send.
        case halfClosed
        case failed(TLSError)
    }

    /// How many records we send under one key.
    ///
    /// A sixth of what RFC 8446, section 5.5, allows for AES-GCM. OpenSSL does not count.
    private static let recordsPerKey = 1 << 22
    private static let recordBytesMaximum = 16_384

    /// Which end this is.
    public let role: TLSRole
    /// The peer's key once the handshake is complete: SHA-256 of its DER SubjectPublicKeyInfo,
    /// 32 bytes, the PeerID.
    public private(set) var peerKeyDigest: [UInt8]?
    /// The application protocol, once the handshake is complete.
    public private(set) var negotiatedALPN: String?

    private var state = State.handshaking
    private var recordsUnderKey = 0
    private let pipe: CiphertextPipe
    private let scrutiny: PeerScrutiny
    private let handle: SSLHandle

    /// A connection that has sent and received nothing yet.
    ///
    /// A client's first `handshake()` says hello.
    public init(context: TLSContext, role: TLSRole) throws(TLSError) {
        let pipe = CiphertextPipe(allowance: Self.handshakeBytesMaximum)
        let scrutiny = PeerScrutiny(
            applicationProtocols: context.applicationProtocols,
            pipe: pipe
        )
        self.role = role
        self.pipe = pipe
        self.scrutiny = scrutiny
        self.handle = try SSLHandle(
            context: context,
            role: role,
            pipe: pipe,
            scrutiny: scrutiny
        )
    }

    // MARK: Ciphertext

    /// How many received bytes wait for `handshake` or `read`.
    public var inboundCount: Int { self.pipe.inboundCount }

    /// Takes what came from the peer, cut anywhere.
    ///
    /// Call `handshake` or `read` next. After a failure the bytes are dropped.
    public func receive(_ ciphertext: UnsafeRawBufferPointer) {
        if case .failed = self.state { return }
        let waiting = self.pipe.inboundCount + ciphertext.count
        let maximum = Self.inboundBytesMaximum
        if waiting <= maximum {
            self.pipe.receive(ciphertext)
        } else {
            self.fail(.unreadCiphertext(bytes: waiting, bytesMaximum: maximum))
        }
    }

    /// How many bytes wait to be sent.
    public var outboundCount: Int { self.pipe.outbound.count }

    /// Swaps what waits to be sent for `buffer`, whose old content is dropped and whose memory
    /// is used for what comes next, so that two buffers serve a connection for its whole life.
    public func exchangeOutbound(with buffer: inout [UInt8]) {
        self.pipe.exchangeOutbound(with: &buffer)
    }

    // MARK: Handshake

    /// Goes as far with the handshake as the received bytes allow.
    ///
    /// Corresponds to `SSL_do_handshake`.
    public func handshake() throws(TLSError) -> Step {
        switch self.state {
        case .open, .halfClosed: return .complete
        case .failed(let error): throw error
        case .handshaking: break
        }
        switch self.handle.handshake() {
        case .done:
            try self.finishHandshake()
            return .complete
        case .needsMoreInput:
            return .needsMoreInput
        case .closed, .failed:
            throw self.fail(in: "SSL_do_handshake")
        }
    }

    private func finishHandshake() throws(TLSError) {
        do throws(TLSError) {
            self.peerKeyDigest = try self.handle.peerKeyDigest()
        } catch {
            throw self.fail(error)
        }
        self.negotiatedALPN = self.handle.applicationProtocol
        self.pipe.liftAllowance()
        self.scrutiny.dataArrived()
        self.state = .open
    }

    // MARK: Plaintext

    /// Decrypts all that was received, and hands it over in pieces of at most 16 KiB.
    ///
    /// A piece is only valid inside `handler`, which must not call `read` itself. The end of the
    /// socket without `.closed` before it is a truncation, which only the shell can see. What was
    /// handed over before an error is authentic. Corresponds to `SSL_read_ex`.
    public func read(
        _ handler: (UnsafeRawBufferPointer) -> Void
    ) throws(TLSError) -> ReadOutcome {
        try self.requireHandshake(for: "reading")
        TLSError.forget()
        var total = 0
        let ending = withUnsafeTemporaryAllocation(
            byteCount: Self.recordBytesMaximum,
            alignment: 16
        ) { scratch in
            self.readRecords(through: scratch, total: &total, handler)
        }
        switch ending {
        case .done, .needsMoreInput:
            return total > 0 ? .bytes(total) : .needsMoreInput
        case .closed:
            self.pipe.cut()  // what a peer sends after its last word is dropped
            return .closed
        case .failed:
            throw self.fail(in: "SSL_read_ex")
        }
    }

    /// Receives `ciphertext` and reads it, without keeping a copy of it in between.
    ///
    /// What `receive(_:)` and then `read(_:)` do, for the one who has the bytes only now: the
    /// connection needs no buffer for them. Nothing limits how many there are.
    public func read(
        from ciphertext: UnsafeRawBufferPointer,
        _ handler: (UnsafeRawBufferPointer) -> Void
    ) throws(TLSError) -> ReadOutcome {
        if case .handshaking = self.state { self.receive(ciphertext) }
        try self.requireHandshake(for: "reading")
        return try self.pipe.lending(ciphertext) { () throws(TLSError) in try self.read(handler) }
    }

    /// Reads until no byte is left, and returns what ended it.
    private func readRecords(
        through scratch: UnsafeMutableRawBufferPointer,
        total: inout Int,
        _ handler: (UnsafeRawBufferPointer) -> Void
    ) -> SSLHandle.Outcome {
        repeat {
            var count = 0
            let outcome = self.handle.read(into: scratch, count: &count)
            guard outcome == .done else { return outcome }
            total += count
            self.scrutiny.dataArrived()
            handler(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        } while self.pipe.inboundCount > 0 || self.handle.hasPending
        return .done
    }

    /// Encrypts `plaintext` into as many records as it needs, behind what waits to be sent.
    ///
    /// Nothing limits what waits; the caller does, by writing no more than it can send. Writing
    /// nothing sends nothing. Corresponds to `SSL_write_ex`.
    public func write(_ plaintext: UnsafeRawBufferPointer) throws(TLSError) {
        try self.requireHandshake(for: "writing")
        if case .halfClosed = self.state { throw .closed(function: "write") }
        guard !plaintext.isEmpty else { return }
        self.recordsUnderKey += (plaintext.count - 1) / Self.recordBytesMaximum + 1
        if self.recordsUnderKey > Self.recordsPerKey { try self.changeKey() }
        guard self.handle.write(plaintext) == .done else { throw self.fail(in: "SSL_write_ex") }
    }

    /// Tells the peer that our sending key is a new one from now on (RFC 8446, section 4.6.3).
    ///
    /// Corresponds to `SSL_key_update`.
    func changeKey() throws(TLSError) {
        try self.requireHandshake(for: "changing the key")
        guard self.handle.changeKey() == .done else { throw self.fail(in: "SSL_key_update") }
        self.recordsUnderKey = 0
    }

    /// Says that nothing more will be sent.
    ///
    /// Reading goes on; before the handshake is complete, after a failure and the second time it
    /// does nothing. Corresponds to `SSL_shutdown`.
    public func closeNotify() {
        guard case .open = self.state else { return }
        self.handle.shutdown()
        self.state = .halfClosed
    }

    /// Bytes that both ends of this connection, and nobody else, can compute (RFC 8446, 7.5).
    ///
    /// `count` is 1 to 8160, 255 times the shortest hash. Corresponds to
    /// `SSL_export_keying_material`.
    public func exporter(
        label: String,
        context: [UInt8],
        count: Int
    ) throws(TLSError) -> [UInt8] {
        try self.requireHandshake(for: "exporting keys")
        let maximum = 8160
        guard (1...maximum).contains(count) else {
            throw .exporterCount(count, maximum: maximum)
        }
        return try self.handle.exporter(label: label, context: context, count: count)
    }

    // MARK: Failure

    private func requireHandshake(for purpose: String) throws(TLSError) {
        switch self.state {
        case .open, .halfClosed: return
        case .handshaking: throw .handshakeIncomplete(function: purpose)
        case .failed(let error): throw error
        }
    }

    /// The most telling reason for what just failed: ours, if we refused the peer.
    private func fail(in function: String) -> TLSError {
        let drained = TLSError.drained(in: function)
        if let refusal = self.scrutiny.refusal { return self.fail(refusal) }
        guard !self.pipe.isOverdrawn else {
            return self.fail(.handshakeTooLong(bytesMaximum: Self.handshakeBytesMaximum))
        }
        return self.fail(drained)
    }

    @discardableResult
    private func fail(_ error: TLSError) -> TLSError {
        if case .failed(let first) = self.state { return first }
        self.state = .failed(error)
        self.pipe.cut()
        return error
    }
}
