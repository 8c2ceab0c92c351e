/// A 64-bit hash that is the same on every machine and in every run: FNV-1a.
///
/// For traces and for noticing differences between honest machines. It resists no attacker: what
/// must, uses SHA-256 from Digest.
public struct StableHash: Hashable, Sendable {
    /// The hash of what has been fed so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// Feeds one byte.
    public mutating func combine(_ byte: UInt8) {
        self.value = (self.value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Feeds a number as eight bytes, the lowest first.
    public mutating func combine(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            self.combine(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Feeds bytes, preceded by their count so that neighbours can't run together.
    public mutating func combine(_ bytes: [UInt8]) {
        self.combine(UInt64(bytes.count))
        for byte in bytes { self.combine(byte) }
    }

    /// Feeds a text as its UTF-8 bytes.
    public mutating func combine(_ text: String) {
        self.combine(Array(text.utf8))
    }
}
