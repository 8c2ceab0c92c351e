import COpenSSL

/// What all connections of this daemon have in common: the identity, and the rules of Paceline.
///
/// TLS 1.3 and nothing older; both sides show a certificate; Ed25519 signatures only; an
/// application protocol has to be agreed; no tickets, no session cache, no early data, no
/// compression, no key log.
///
/// Sendable although it holds a pointer: nothing in it changes after `init`, and OpenSSL lets
/// threads share such a context (it counts its references atomically).
public final class TLSContext: @unchecked Sendable {
    /// Owned, as is `pipeMethod`.
    private let context: OpaquePointer
    /// The method table of every connection's BIO.
    private let pipeMethod: OpaquePointer
    /// Our application protocols in the order in which we like them.
    let applicationProtocols: [[UInt8]]

    /// How many bytes of certificates a peer may send.
    ///
    /// OpenSSL would take 100 KB. This is well above one certificate of 2 KiB, so that one that is
    /// too large, or a chain, is still read and refused with the alert that says so.
    private static let certificateListBytesMaximum = 8192

    /// X25519, and P-256 for who has nothing else.
    ///
    /// The large finite fields that OpenSSL would
    /// also agree to cost a server milliseconds for each stranger's first message.
    private static let groups = "X25519:P-256"

    /// Level 3 asks 128 bits of security of every key and signature, which is what Ed25519,
    /// X25519 and P-256 have.
    private static let securityLevel: Int32 = 3

    /// A context that shows `identity` and speaks `applicationProtocols`, the best first.
    ///
    /// Each name has 1 to 255 bytes (RFC 7301), and all together at most 65,535 with a byte more
    /// for each.
    public init(
        identity: TLSIdentity,
        applicationProtocols: [String]
    ) throws(TLSError) {
        let names = applicationProtocols.map { [UInt8]($0.utf8) }
        let list = names.flatMap { [UInt8(truncatingIfNeeded: $0.count)] + $0 }
        guard
            !names.isEmpty, list.count <= Int(UInt16.max),
            names.allSatisfy({ (1...255).contains($0.count) })
        else { throw .unusableApplicationProtocols(applicationProtocols) }
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_method()) else { throw .drained(in: "SSL_CTX_new") }
        guard let method = CiphertextPipe.makeMethod() else {
            SSL_CTX_free(context)
            throw .drained(in: "BIO_meth_new")
        }
        self.context = context
        self.pipeMethod = method
        self.applicationProtocols = names
        // From here on `deinit` frees both, also when one of these throws.
        try Self.restrict(context)
        try Self.show(identity, in: context)
        guard SSL_CTX_set_alpn_protos(context, list, UInt32(list.count)) == 0 else {
            throw .drained(in: "SSL_CTX_set_alpn_protos")
        }
        PeerScrutiny.install(in: context)
    }

    deinit {
        SSL_CTX_free(self.context)
        BIO_meth_free(self.pipeMethod)
    }

    /// A new connection over `pipe`, owned by the caller and outlived by `pipe`.
    func makeConnection(over pipe: CiphertextPipe) throws(TLSError) -> OpaquePointer {
        ERR_clear_error()
        guard let bio = pipe.makeBIO(method: self.pipeMethod) else {
            throw .drained(in: "BIO_new")
        }
        guard let connection = SSL_new(self.context) else {
            BIO_free(bio)
            throw .drained(in: "SSL_new")
        }
        SSL_set_bio(connection, bio, bio)  // which takes the one reference for both directions
        return connection
    }

    /// Sets all that does not depend on who we are.
    ///
    /// SSL_MODE_RELEASE_BUFFERS stays off: it would save up to 32 KiB per link, 2 MiB with 64, and
    /// costs an allocation and its release for each read and each write.
    private static func restrict(_ context: OpaquePointer) throws(TLSError) {
        SSL_CTX_set_security_level(context, Self.securityLevel)
        shim_SSL_CTX_set_options(context)
        shim_SSL_CTX_set_session_cache_off(context)
        shim_SSL_CTX_set_max_cert_list(context, Self.certificateListBytesMaximum)
        SSL_CTX_set_post_handshake_auth(context, 0)
        guard shim_SSL_CTX_set_only_proto_version(context, TLS1_3_VERSION) == 1 else {
            throw .drained(in: "SSL_CTX_set_min_proto_version")
        }
        guard shim_SSL_CTX_set_groups_list(context, Self.groups) == 1 else {
            throw .drained(in: "SSL_CTX_set1_groups_list")
        }
        guard shim_SSL_CTX_set_sigalgs_list(context, "ed25519") == 1 else {
            throw .drained(in: "SSL_CTX_set1_sigalgs_list")
        }
        guard
            SSL_CTX_set_num_tickets(context, 0) == 1,
            SSL_CTX_set_max_early_data(context, 0) == 1,
            SSL_CTX_set_recv_max_early_data(context, 0) == 1
        else { throw .drained(in: "SSL_CTX_set_num_tickets") }
    }

    private static func show(
        _ identity: TLSIdentity,
        in context: OpaquePointer
    ) throws(TLSError) {
        let key = try identity.makeKey()
        defer { EVP_PKEY_free(key) }
        let certificate = identity.certificate
        guard
            SSL_CTX_use_certificate_ASN1(context, Int32(certificate.count), certificate) == 1,
            // Which also checks that the two belong together.
            SSL_CTX_use_PrivateKey(context, key) == 1
        else { throw .drained(in: "SSL_CTX_use_PrivateKey") }
    }
}
