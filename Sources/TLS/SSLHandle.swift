import COpenSSL

/// The owned `SSL` of one connection, and the calls on it that we use.
///
/// Each call empties OpenSSL's error queue first, because `SSL_get_error` looks into it, and turns
/// the return code into a case. What to do about it is `TLSConnection`'s to decide.
struct SSLHandle: ~Copyable {
    /// How a call ended.
    enum Outcome: Equatable {
        case done
        /// Not an error: the peer has to send more first.
        case needsMoreInput
        /// The peer sent close_notify.
        case closed
        /// The reason is in OpenSSL's error queue, if there is one.
        case failed
    }

    /// Owned.
    private let pointer: OpaquePointer
    // What OpenSSL keeps unretained pointers to. `deinit` frees the SSL before these go.
    private let context: TLSContext
    private let pipe: CiphertextPipe
    private let scrutiny: PeerScrutiny

    /// A connection of `context` over `pipe`, which asks `scrutiny` about its peer.
    init(
        context: TLSContext,
        role: TLSRole,
        pipe: CiphertextPipe,
        scrutiny: PeerScrutiny
    ) throws(TLSError) {
        let pointer = try context.makeConnection(over: pipe)
        switch role {
        case .client: SSL_set_connect_state(pointer)
        case .server: SSL_set_accept_state(pointer)
        }
        guard scrutiny.attach(to: pointer) else {
            SSL_free(pointer)
            throw .drained(in: "SSL_set_ex_data")
        }
        self.pointer = pointer
        self.context = context
        self.pipe = pipe
        self.scrutiny = scrutiny
    }

    deinit { SSL_free(self.pointer) }

    /// Corresponds to `SSL_do_handshake`.
    borrowing func handshake() -> Outcome {
        ERR_clear_error()
        return self.outcome(of: SSL_do_handshake(self.pointer))
    }

    /// Decrypts one record into `buffer`, and counts its bytes.
    ///
    /// The caller has emptied the error queue, once for many records.
    ///
    /// Corresponds to `SSL_read_ex`.
    borrowing func read(
        into buffer: UnsafeMutableRawBufferPointer,
        count: inout Int
    ) -> Outcome {
        self.outcome(of: SSL_read_ex(self.pointer, buffer.baseAddress, buffer.count, &count))
    }

    /// Whether OpenSSL itself holds bytes that were not read.
    ///
    /// Corresponds to `SSL_has_pending`.
    var hasPending: Bool { SSL_has_pending(self.pointer) == 1 }

    /// Encrypts `plaintext`, at least one byte and all of it.
    ///
    /// Corresponds to `SSL_write_ex`.
    borrowing func write(_ plaintext: UnsafeRawBufferPointer) -> Outcome {
        ERR_clear_error()
        var count = 0
        let code = SSL_write_ex(self.pointer, plaintext.baseAddress, plaintext.count, &count)
        return code == 1 && count == plaintext.count ? .done : .failed
    }

    /// Takes a new key to send with, and tells the peer.
    ///
    /// Corresponds to `SSL_key_update`.
    borrowing func changeKey() -> Outcome {
        ERR_clear_error()
        guard SSL_key_update(self.pointer, SSL_KEY_UPDATE_NOT_REQUESTED) == 1 else {
            return .failed
        }
        return self.outcome(of: SSL_do_handshake(self.pointer))
    }

    /// Sends close_notify.
    ///
    /// Corresponds to `SSL_shutdown`.
    borrowing func shutdown() {
        ERR_clear_error()
        // Its answer only says whether the peer has closed too.
        _ = SSL_shutdown(self.pointer)
        ERR_clear_error()
    }

    /// Corresponds to `SSL_export_keying_material`.
    borrowing func exporter(
        label: String,
        context: [UInt8],
        count: Int
    ) throws(TLSError) -> [UInt8] {
        ERR_clear_error()
        var bytes = [UInt8](repeating: 0, count: count)
        let code = SSL_export_keying_material(
            self.pointer,
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

    /// The digest of the key that the peer has proven to hold.
    ///
    /// Corresponds to `SSL_get0_peer_certificate`.
    borrowing func peerKeyDigest() throws(TLSError) -> [UInt8] {
        guard
            let certificate = SSL_get0_peer_certificate(self.pointer),
            let key = X509_get0_pubkey(certificate)
        else { throw .certificateRefused(.count(0)) }
        return try PublicKeyDigest.of(key)
    }

    /// The application protocol that was agreed.
    ///
    /// Corresponds to `SSL_get0_alpn_selected`.
    var applicationProtocol: String {
        String(decoding: PeerScrutiny.selected(on: self.pointer), as: UTF8.self)
    }

    private func outcome(of code: Int32) -> Outcome {
        if code == 1 { return .done }
        return switch SSL_get_error(self.pointer, code) {
        case SSL_ERROR_WANT_READ: .needsMoreInput
        case SSL_ERROR_ZERO_RETURN: .closed
        default: .failed
        }
    }
}
