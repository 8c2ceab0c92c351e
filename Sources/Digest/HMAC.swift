import COpenSSL

/// The keyed digest of RFC 2104.
public enum HMAC {
    /// The block of SHA-256, beyond which RFC 2104 hashes the key.
    private static let blockByteCount = 64

    /// HMAC-SHA-256 (RFC 4231) of `message` under `key`: 32 bytes.
    ///
    /// A key of any length will do, the empty one too; one longer than the block of 64 bytes is
    /// hashed first, as RFC 2104 demands. Compare two of these with `ConstantTime.equal(_:_:)`.
    public static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        // Hashed here and not by OpenSSL, which takes the key's length as a 32-bit number.
        let blockKey = key.count > Self.blockByteCount ? SHA256.hash(key) : key
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            let written = COpenSSL.HMAC(
                EVP_sha256(),
                blockKey,
                Int32(blockKey.count),
                message,
                message.count,
                code.baseAddress,
                nil
            )
            precondition(written != nil, "OpenSSL had no memory for the state of an HMAC.")
            count = SHA256.byteCount
        }
    }
}
