public import Determinism

/// The house's generator (xoshiro256**) serves where no particular algorithm is asked for, as a
/// plain `GKRandomSource` does: 32 bytes of state, and seeds that lie close give sequences that do
/// not.
extension SeededGenerator: RandomSource {
    /// The upper half of the next 64 bits.
    @inlinable
    public mutating func nextWord() -> UInt32 {
        UInt32(truncatingIfNeeded: self.next() >> 32)
    }
}
