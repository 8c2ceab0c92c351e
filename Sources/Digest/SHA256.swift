import COpenSSL

/// SHA-256, as FIPS 180-4 and RFC 6234 define it.
///
/// Total and stateless: the same bytes give the same 32 bytes, and there is no input that fails.
public enum SHA256 {
    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The digest of `bytes`: 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Self.hash(parts: [bytes])
    }

    /// The digest of all parts, one after the other, without joining them first: 32 bytes.
    ///
    /// Nothing separates the parts: `["ab"]` and `["a", "b"]` have the same digest. Who needs them
    /// told apart puts lengths between them. Corresponds to `EVP_DigestUpdate`.
    public static func hash(parts: [[UInt8]]) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { Self.outOfMemory() }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { Self.outOfMemory() }
        for part in parts {
            guard EVP_DigestUpdate(context, part, part.count) == 1 else { Self.outOfMemory() }
        }
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
            guard EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1 else {
                Self.outOfMemory()
            }
            count = Self.byteCount
        }
    }

    /// The only way in which SHA-256 can fail: there was no memory for its 100 bytes of state.
    private static func outOfMemory() -> Never {
        preconditionFailure("OpenSSL had no memory for the state of a SHA-256 digest.")
    }
}
