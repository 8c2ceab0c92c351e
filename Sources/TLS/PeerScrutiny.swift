import COpenSSL

/// What one connection demands of its peer, and why the peer was refused if it was.
///
/// OpenSSL asks while it runs the handshake, so a refusal goes out as an alert inside it.
final class PeerScrutiny {
    /// Our application protocols in the order in which we like them.
    let applicationProtocols: [[UInt8]]
    /// Why the peer was refused; OpenSSL itself would only say "certificate verify failed".
    private(set) var refusal: TLSError?

    private let pipe: CiphertextPipe
    private var controlMessages = 0

    /// How many handshake messages may come without data between them.
    ///
    /// A whole handshake has at most six, and an honest peer changes its keys every few million
    /// records; OpenSSL itself would answer key updates for ever, some microseconds each.
    static let controlMessagesMaximum = 32

    init(applicationProtocols: [[UInt8]], pipe: CiphertextPipe) {
        self.applicationProtocols = applicationProtocols
        self.pipe = pipe
    }

    /// Data arrived, or the handshake is over: what came before is forgiven.
    func dataArrived() { self.controlMessages = 0 }

    /// Counts one handshake message of the peer.
    ///
    /// From within there is no way to refuse one but to stop giving OpenSSL anything to read.
    fileprivate func controlMessageArrived() {
        self.controlMessages += 1
        guard self.controlMessages > Self.controlMessagesMaximum, self.refusal == nil else {
            return
        }
        self.refusal = .controlFlood(messagesMaximum: Self.controlMessagesMaximum)
        self.pipe.cut()
    }

    /// Whether the certificate is taken; the answer is the verification error to report, or none.
    ///
    /// Borrowed: `store` and `connection` are OpenSSL's.
    fileprivate func judge(_ store: OpaquePointer, on connection: OpaquePointer) -> Int32? {
        let count = Int(shim_sk_X509_num(X509_STORE_CTX_get0_untrusted(store)))
        let certificate = X509_STORE_CTX_get0_cert(store)
        let encoded = SelfSignedCertificate.bytes { i2d_X509(certificate, $0) }
        if let fault = CertificateFault.found(in: encoded, of: count) {
            self.refusal = .certificateRefused(fault)
            return fault.verificationError
        }
        // The server's choice of protocol lies before its certificate, so the client can check it
        // here; the server itself has chosen long ago, and from ours.
        guard self.applicationProtocols.contains(Self.selected(on: connection)) else {
            self.refusal = .noApplicationProtocol
            return X509_V_ERR_APPLICATION_VERIFICATION
        }
        return nil
    }

    /// The name that was agreed, or nothing.
    ///
    /// Borrowed: `connection` stays the caller's.
    static func selected(on connection: OpaquePointer) -> [UInt8] {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(connection, &name, &count)
        return [UInt8](UnsafeBufferPointer(start: name, count: Int(count)))
    }

    /// Where in the client's list (each name after a byte with its length) the first of our
    /// names lies that is in it.
    fileprivate func choose(from offered: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var names: [Range<Int>] = []
        var start = 0
        while start < offered.count {
            let end = start + 1 + Int(offered[start])
            guard end <= offered.count else { break }
            names.append(start + 1..<end)
            start = end
        }
        for ours in self.applicationProtocols {
            if let name = names.first(where: { offered[$0].elementsEqual(ours) }) { return name }
        }
        self.refusal = .noApplicationProtocol
        return nil
    }

    fileprivate func protocolsMissing() { self.refusal = .noApplicationProtocol }

    // MARK: What OpenSSL calls

    /// Makes each connection of `context` ask the scrutiny that was attached to it.
    static func install(in context: OpaquePointer) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        SSL_CTX_set_cert_verify_callback(context, judgeCertificate, nil)
        SSL_CTX_set_client_hello_cb(context, requireProtocols, nil)
        SSL_CTX_set_alpn_select_cb(context, chooseProtocol, nil)
    }

    /// Not retained: the scrutiny has to outlive `connection`.
    func attach(to connection: OpaquePointer) -> Bool {
        let this = Unmanaged.passUnretained(self).toOpaque()
        SSL_set_msg_callback(connection, noticeMessage)
        shim_SSL_set_msg_callback_arg(connection, this)
        return shim_SSL_set_app_data(connection, this) == 1
    }
}

// The connection holds the scrutiny for as long as it holds the SSL that names it.
private func scrutiny(of connection: OpaquePointer?) -> PeerScrutiny? {
    guard let connection, let data = shim_SSL_get_app_data(connection) else { return nil }
    return Unmanaged<PeerScrutiny>.fromOpaque(data).takeUnretainedValue()
}

private func judgeCertificate(_ store: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
    let index = SSL_get_ex_data_X509_STORE_CTX_idx()
    guard
        let store,
        let data = X509_STORE_CTX_get_ex_data(store, index),
        let scrutiny = scrutiny(of: OpaquePointer(data))
    else { return 0 }
    let fault = scrutiny.judge(store, on: OpaquePointer(data))
    X509_STORE_CTX_set_error(store, fault ?? X509_V_OK)
    return fault == nil ? 1 : 0
}

/// Without this a client that names no protocol would be let in: OpenSSL calls the choosing only
/// for a client that names some.
private func requireProtocols(
    _ connection: OpaquePointer?,
    _ alert: UnsafeMutablePointer<Int32>?,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    var body: UnsafePointer<UInt8>?
    var count = 0
    let kind = UInt32(TLSEXT_TYPE_application_layer_protocol_negotiation)
    if SSL_client_hello_get0_ext(connection, kind, &body, &count) == 1 {
        return SSL_CLIENT_HELLO_SUCCESS
    }
    scrutiny(of: connection)?.protocolsMissing()
    alert?.pointee = SSL_AD_NO_APPLICATION_PROTOCOL
    return SSL_CLIENT_HELLO_ERROR
}

private func chooseProtocol(
    _ connection: OpaquePointer?,
    _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenCount: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?,
    _ offeredCount: UInt32,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
    guard let name = scrutiny(of: connection)?.choose(from: list) else {
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
    // Into the client's own list, which outlives this call, as OpenSSL asks.
    chosen?.pointee = offered.map { $0 + name.lowerBound }
    chosenCount?.pointee = UInt8(name.count)
    return SSL_TLSEXT_ERR_OK
}

private func noticeMessage(
    _ isWritten: Int32,
    _: Int32,
    _ kind: Int32,
    _: UnsafeRawPointer?,
    _: Int,
    _: OpaquePointer?,
    _ argument: UnsafeMutableRawPointer?
) {
    guard isWritten == 0, kind == SSL3_RT_HANDSHAKE, let argument else { return }
    Unmanaged<PeerScrutiny>.fromOpaque(argument).takeUnretainedValue().controlMessageArrived()
}
