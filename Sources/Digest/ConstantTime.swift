import COpenSSL

/// Comparison that does not tell by its duration where two secrets differ.
public enum ConstantTime {
    /// Whether both arrays hold the same bytes.
    ///
    /// The time depends on the lengths only, which are no secret; different lengths are unequal at
    /// once. Corresponds to `CRYPTO_memcmp`.
    public static func equal(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.count == second.count && CRYPTO_memcmp(first, second, first.count) == 0
    }
}
