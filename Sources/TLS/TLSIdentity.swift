import COpenSSL

/// Who this daemon is: an Ed25519 private key, and the certificate that follows from it.
///
/// A plain value. Where it is kept, and who may read it there, is the shell's to see to; its
/// description never shows the private half.
public struct TLSIdentity: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The private key as RFC 8032 has it: 32 secret bytes.
    let privateKey: [UInt8]
    /// The certificate, in DER.
    let certificate: [UInt8]
    /// SHA-256 of the DER SubjectPublicKeyInfo of the public key: 32 bytes, the PeerID.
    public let keyDigest: [UInt8]
    /// What to store: the private key (PKCS#8) and the certificate (X.509), both as PEM.
    ///
    /// Secret. `openssl`, `curl` and the like take it as both their key and their certificate.
    public let serialized: [UInt8]

    public var description: String { "an Ed25519 identity whose private key is not shown" }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

    /// The longest stored identity read, in bytes: ours has about 560.
    public static let serializedBytesMaximum = 16_384

    private static let privateKeyByteCount = 32

    /// A new identity, from the system's generator of random bytes.
    public static func generate() throws(TLSError) -> TLSIdentity {
        var secret = [UInt8](repeating: 0, count: Self.privateKeyByteCount)
        guard RAND_priv_bytes(&secret, Int32(secret.count)) == 1 else {
            throw .drained(in: "RAND_priv_bytes")
        }
        return try TLSIdentity(privateKey: secret)
    }

    /// The identity that `serialized` holds.
    ///
    /// Only its private key is read, and the certificate made again from it, so the two cannot
    /// disagree. A key that is encrypted, or not Ed25519, is refused; nobody is prompted.
    public init(serialized: [UInt8]) throws(TLSError) {
        guard serialized.count <= Self.serializedBytesMaximum else {
            throw .unusableIdentity(
                reason: "it has \(serialized.count) bytes, and at most "
                    + "\(Self.serializedBytesMaximum) are read"
            )
        }
        let key = serialized.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { BIO_free(bio) }
            // Without a callback OpenSSL would ask for a passphrase at the terminal.
            return PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let key else {
            let cause = TLSError.drained(in: "PEM_read_bio_PrivateKey")
            throw .unusableIdentity(
                reason: "there is no private key in it that can be read "
                    + "without a passphrase; \(cause.description.dropLast())"
            )
        }
        defer { EVP_PKEY_free(key) }
        guard EVP_PKEY_get_id(key) == EVP_PKEY_ED25519 else {
            throw .unusableIdentity(reason: "its private key is not an Ed25519 key")
        }
        try self.init(privateKey: Self.secret(of: key))
    }

    /// The identity of a private key of 32 bytes.
    private init(privateKey: [UInt8]) throws(TLSError) {
        let key = try Self.key(from: privateKey)
        defer { EVP_PKEY_free(key) }
        self.privateKey = privateKey
        self.keyDigest = try PublicKeyDigest.of(key)
        self.certificate = try SelfSignedCertificate.encoded(for: key, digest: self.keyDigest)
        self.serialized = try Self.serialized(key: key, certificate: self.certificate)
    }

    /// OpenSSL's form of the private key, owned by the caller.
    func makeKey() throws(TLSError) -> OpaquePointer { try Self.key(from: self.privateKey) }

    private static func key(from secret: [UInt8]) throws(TLSError) -> OpaquePointer {
        let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count)
        guard let key else { throw .drained(in: "EVP_PKEY_new_raw_private_key") }
        return key
    }

    private static func secret(of key: OpaquePointer) throws(TLSError) -> [UInt8] {
        var count = Self.privateKeyByteCount
        var secret = [UInt8](repeating: 0, count: count)
        guard EVP_PKEY_get_raw_private_key(key, &secret, &count) == 1, count == secret.count else {
            throw .drained(in: "EVP_PKEY_get_raw_private_key")
        }
        return secret
    }

    private static func serialized(
        key: OpaquePointer,
        certificate: [UInt8]
    ) throws(TLSError) -> [UInt8] {
        guard let bio = BIO_new(BIO_s_mem()) else { throw .drained(in: "BIO_new") }
        defer { BIO_free(bio) }
        let label = "CERTIFICATE"
        guard
            PEM_write_bio_PKCS8PrivateKey(bio, key, nil, nil, 0, nil, nil) == 1,
            PEM_write_bio(bio, label, "", certificate, certificate.count) > 0
        else { throw .drained(in: "PEM_write_bio") }
        var start: UnsafeMutablePointer<CChar>?
        let count = shim_BIO_get_mem_data(bio, &start)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
