import COpenSSL

/// One end of a TLS connection, as a transformer of bytes.
///
/// It owns no socket: ciphertext goes in by `receive(_:)`, and what must be sent comes out by
/// `takeOutbound()`, after each other call. Used by one thread at a time; never shared. After it
/// has thrown once it throws the same error for ever, and an alert may wait in `takeOutbound()`
/// that should be sent before the socket is closed.
public final class TLSConnection {
    /// How far a handshake is.
    public enum Step: Equatable, Sendable {
        /// The peer's key is known. For a client this does not mean that the server has taken
        /// *its* certificate: that shows at the first data or alert (RFC 8446, section 4.4.2.4).
        case complete
        /// Not an error: more bytes from the peer are needed first.
        case needsMoreInput
    }

    /// What a read came to, all received bytes having been used.
    public enum ReadOutcome: Equatable, Sendable {
        /// So many bytes of plaintext, more than none, were handed over.
        case bytes(Int)
        /// Nothing was handed over, because no record is complete.
        case needsMoreInput
        /// The peer sent close_notify, after what was handed over. Nothing more will come.
        case closed
    }

    private enum State {
        case handshaking
        case open
        /// We sent close_notify; the peer may still send.
        case halfClosed
        case failed(TLSError)
    }

    /// The longest handshake that is read, in bytes of ciphertext.
    ///
    /// Between Paceline peers it has about 1 KiB each way; OpenSSL alone would take a first
    /// message of 128 KiB from a stranger.
    public static let handshakeBytesMaximum = 16_384

    /// How many received bytes may wait for `read` or `handshake`.
    ///
    /// Who calls one of them after each `receive` never comes near it.
    public static let inboundBytesMaximum = 262_144

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
    private let context: TLSContext
    private let pipe: CiphertextPipe
    private let scrutiny: PeerScrutiny
    /// Owned; it borrows `pipe` and `scrutiny`.
    private let connection: OpaquePointer

    /// A connection that has sent and received nothing yet.
    ///
    /// A client's first `handshake()` says hello.
    public init(context: TLSContext, role: TLSRole) throws(TLSError) {
        let pipe = CiphertextPipe(allowance: Self.handshakeBytesMaximum)
        self.role = role
        self.context = context
        self.pipe = pipe
        self.scrutiny = PeerScrutiny(
            applicationProtocols: context.applicationProtocols,
            pipe: pipe
        )
        self.connection = try context.makeConnection(over: pipe)
        guard self.scrutiny.attach(to: self.connection) else {
            throw .drained(in: "SSL_set_ex_data")
        }
        switch role {
        case .client: SSL_set_connect_state(self.connection)
        case .server: SSL_set_accept_state(self.connection)
        }
    }

    deinit { SSL_free(self.connection) }

    // MARK: Ciphertext

    /// How many received bytes wait for `handshake` or `read`.
    public var inboundCount: Int { self.pipe.inboundCount }

    /// Takes what came from the peer, cut anywhere.
    ///
    /// Call `handshake` or `read` next. After a failure the bytes are dropped.
    public func receive(_ ciphertext: UnsafeRawBufferPointer) {
        if case .failed = self.state { return }
        let waiting = self.pipe.inboundCount + ciphertext.count
        guard waiting <= Self.inboundBytesMaximum else {
            self.fail(
                .unreadCiphertext(bytes: waiting, bytesMaximum: Self.inboundBytesMaximum)
            )
            return
        }
        self.pipe.receive(ciphertext)
    }

    /// How many bytes wait to be sent.
    public var outboundCount: Int { self.pipe.outbound.count }

    /// Moves out what waits to be sent.
    public func takeOutbound() -> [UInt8] {
        var bytes: [UInt8] = []
        self.pipe.exchangeOutbound(with: &bytes)
        return bytes
    }

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
        ERR_clear_error()
        let code = SSL_do_handshake(self.connection)
        guard code != 1 else {
            try self.finishHandshake()
            return .complete
        }
        guard SSL_get_error(self.connection, code) == SSL_ERROR_WANT_READ else {
            throw self.fail(in: "SSL_do_handshake")
        }
        return .needsMoreInput
    }

    private func finishHandshake() throws(TLSError) {
        guard
            let certificate = SSL_get0_peer_certificate(self.connection),
            let key = X509_get0_pubkey(certificate)
        else { throw self.fail(.certificateRefused(.count(0))) }
        do throws(TLSError) {
            self.peerKeyDigest = try PublicKeyDigest.of(key)
        } catch {
            throw self.fail(error)
        }
        let name = PeerScrutiny.selected(on: self.connection)
        self.negotiatedALPN = String(decoding: name, as: UTF8.self)
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
        ERR_clear_error()
        var total = 0
        let ending = withUnsafeTemporaryAllocation(
            byteCount: Self.recordBytesMaximum,
            alignment: 16
        ) { scratch in
            self.readRecords(through: scratch, total: &total, handler)
        }
        switch ending {
        case SSL_ERROR_NONE, SSL_ERROR_WANT_READ:
            return total > 0 ? .bytes(total) : .needsMoreInput
        case SSL_ERROR_ZERO_RETURN:
            return .closed
        default:
            throw self.fail(in: "SSL_read_ex")
        }
    }

    /// Reads until no byte is left, and returns the `SSL_ERROR_` that ended it.
    private func readRecords(
        through scratch: UnsafeMutableRawBufferPointer,
        total: inout Int,
        _ handler: (UnsafeRawBufferPointer) -> Void
    ) -> Int32 {
        repeat {
            var count = 0
            let code = SSL_read_ex(
                self.connection,
                scratch.baseAddress,
                scratch.count,
                &count
            )
            guard code == 1 else { return SSL_get_error(self.connection, code) }
            total += count
            self.scrutiny.dataArrived()
            handler(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        } while self.pipe.inboundCount > 0 || SSL_has_pending(self.connection) == 1
        return SSL_ERROR_NONE
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
        ERR_clear_error()
        var count = 0
        let code = SSL_write_ex(
            self.connection,
            plaintext.baseAddress,
            plaintext.count,
            &count
        )
        guard code == 1, count == plaintext.count else { throw self.fail(in: "SSL_write_ex") }
    }

    /// Encrypts `plaintext`, as above.
    public func write(_ plaintext: [UInt8]) throws(TLSError) {
        let result = plaintext.withUnsafeBytes { bytes -> Result<Void, TLSError> in
            Result { () throws(TLSError) in try self.write(bytes) }
        }
        try result.get()
    }

    /// Tells the peer that our sending key is a new one from now on (RFC 8446, section 4.6.3).
    ///
    /// Corresponds to `SSL_key_update`.
    func changeKey() throws(TLSError) {
        try self.requireHandshake(for: "changing the key")
        ERR_clear_error()
        guard
            SSL_key_update(self.connection, SSL_KEY_UPDATE_NOT_REQUESTED) == 1,
            SSL_do_handshake(self.connection) == 1
        else { throw self.fail(in: "SSL_key_update") }
        self.recordsUnderKey = 0
    }

    /// Says that nothing more will be sent.
    ///
    /// Reading goes on; before the handshake is complete,
    /// after a failure and the second time it does nothing. Corresponds to `SSL_shutdown`.
    public func closeNotify() {
        guard case .open = self.state else { return }
        ERR_clear_error()
        _ = SSL_shutdown(self.connection)
        ERR_clear_error()
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
        ERR_clear_error()
        var bytes = [UInt8](repeating: 0, count: count)
        let code = SSL_export_keying_material(
            self.connection,
            &bytes,
            count,
            label,
            label.utf8.count,
            context,
            context.count,
            1
        )
        guard code == 1 else { throw .drained(in: "SSL_export_keying_material") }
        return bytes
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
        self.state = .failed(error)
        self.pipe.cut()
        return error
    }
}
