/// A small, fast, seeded generator: xoshiro256** by Blackman and Vigna, seeded by SplitMix64.
///
/// For jitter and simulation only. Keys, salts and nonces are bytes from the system's generator.
public struct SeededGenerator: Equatable, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Makes the generator whose sequence is decided by `seed` alone.
    public init(seed: UInt64) {
        var split = seed
        func next() -> UInt64 {
            split &+= 0x9E37_79B9_7F4A_7C15
            var mixed = split
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
        self.state = (next(), next(), next(), next())
    }

    public static func == (left: SeededGenerator, right: SeededGenerator) -> Bool {
        left.state == right.state
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        let result = Self.rotated(self.state.1 &* 5, by: 7) &* 9
        let shifted = self.state.1 << 17
        self.state.2 ^= self.state.0
        self.state.3 ^= self.state.1
        self.state.1 ^= self.state.2
        self.state.0 ^= self.state.3
        self.state.2 ^= shifted
        self.state.3 = Self.rotated(self.state.3, by: 45)
        return result
    }

    /// A number from zero up to but not including `bound`, without bias.
    ///
    /// Lemire's multiply-and-reject. A bound of zero is our own bug.
    public mutating func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "SeededGenerator.below was asked for a number below 0.")
        var (high, low) = self.next().multipliedFullWidth(by: bound)
        if low < bound {
            let threshold = (0 &- bound) % bound
            while low < threshold {
                (high, low) = self.next().multipliedFullWidth(by: bound)
            }
        }
        return high
    }

    /// A number within the range, ends included.
    public mutating func within(_ range: ClosedRange<Int>) -> Int {
        let span = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int(self.below(span))
    }

    /// True in that many of a thousand cases.
    public mutating func happens(perMille: Int) -> Bool {
        self.below(1_000) < UInt64(max(0, perMille))
    }

    /// A duration from zero up to `bound`: "full jitter".
    public mutating func jitter(_ bound: Duration) -> Duration {
        let nanoseconds = bound.wholeNanoseconds
        return nanoseconds <= 0 ? .zero : .nanoseconds(Int64(self.below(UInt64(nanoseconds) + 1)))
    }

    /// That many bytes, for simulated keys and ids.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: self.next() >> 32) }
    }

    private static func rotated(_ value: UInt64, by places: UInt64) -> UInt64 {
        (value << places) | (value >> (64 - places))
    }
}
