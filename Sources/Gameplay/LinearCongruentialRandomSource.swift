/// Knuth's 48-bit linear congruential generator, with the sequence of `java.util.Random`.
///
/// Counterpart of `GKLinearCongruentialRandomSource`: small (8 bytes) and fast, its low bits are
/// poor and seeds that lie close begin alike. Source: the documentation of `java.util.Random`.
public struct LinearCongruentialRandomSource: RandomSource {
    private static let multiplier: UInt64 = 0x5_DEEC_E66D
    private static let mask: UInt64 = (1 << 48) - 1

    private var state: UInt64

    /// Makes the source whose sequence is decided by the lowest 48 bits of the seed.
    public init(seed: UInt64) {
        self.state = (seed ^ Self.multiplier) & Self.mask
    }

    /// A seed that gives what is left of the sequence: it changes with every draw, and is the
    /// state.
    public var seed: UInt64 { self.state ^ Self.multiplier }

    /// The next 32 bits; as a signed number what Java's `nextInt()` gives.
    public mutating func nextWord() -> UInt32 {
        self.state = (self.state &* Self.multiplier &+ 0xB) & Self.mask
        return UInt32(truncatingIfNeeded: self.state >> 16)
    }
}
