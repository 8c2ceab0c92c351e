import COpenSSL

/// The digest that names a peer: SHA-256 of the DER SubjectPublicKeyInfo of its key.
enum PublicKeyDigest {
    static let byteCount = 32

    /// The digest of a key, 32 bytes.
    ///
    /// The key is encoded anew (RFC 8410), so that one key has one name however its certificate
    /// wrote it down. Borrowed: `key` stays the caller's.
    static func of(_ key: OpaquePointer) throws(TLSError) -> [UInt8] {
        let encoded = SelfSignedCertificate.bytes { i2d_PUBKEY(key, $0) }
        guard !encoded.isEmpty else { throw .drained(in: "i2d_PUBKEY") }
        let digest = [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            count = SHA256(encoded, encoded.count, buffer.baseAddress) == nil ? 0 : Self.byteCount
        }
        guard digest.count == Self.byteCount else { throw .drained(in: "SHA256") }
        return digest
    }
}
