/// The 64-bit Mersenne Twister of Nishimura and Matsumoto, with the sequence of `std::mt19937_64`.
///
/// Counterpart of `GKMersenneTwisterRandomSource`. Its state takes 2,504 bytes: one for a world,
/// not one for each rider. Source: T. Nishimura, "Tables of 64-bit Mersenne Twisters", ACM TOMACS
/// 10:4, 2000; the parameters are those of [rand.predef] in the C++ standard.
public struct MersenneTwisterRandomSource: RandomSource {
    private static let size = 312
    private static let distance = 156

    /// How many words a state takes: the twister's and the place among them.
    public static let stateWordCount = 313

    private var words: [UInt64]
    /// Which of the words is next; past the last the twister has to turn first.
    private var place = Self.size

    /// Makes the source whose sequence is decided by the seed; C++ takes 5489 by default.
    public init(seed: UInt64) {
        self.words = [seed]
        self.words.reserveCapacity(Self.size)
        var last = seed
        for index in 1..<UInt64(Self.size) {
            last = 6_364_136_223_846_793_005 &* (last ^ last >> 62) &+ index
            self.words.append(last)
        }
    }

    /// Goes on where another source stood.
    ///
    /// - Parameter state: what ``state`` gave; `nil` comes of anything that it cannot have given.
    public init?(state: [UInt64]) {
        guard state.count == Self.stateWordCount, let place = state.last,
            place <= UInt64(Self.size)
        else { return nil }
        self.words = Array(state.dropLast())
        // From all zeros the twister gives nothing but zeros; of the first word only one bit
        // counts.
        guard self.words[0] >> 31 != 0 || self.words[1...].contains(where: { $0 != 0 })
        else { return nil }
        self.place = Int(place)
    }

    /// Where the sequence stands.
    public var state: [UInt64] { self.words + [UInt64(self.place)] }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        if self.place == Self.size { self.turn() }
        var word = self.words[self.place]
        self.place += 1
        word ^= word >> 29 & 0x5555_5555_5555_5555
        word ^= word << 17 & 0x71D6_7FFF_EDA6_0000
        word ^= word << 37 & 0xFFF7_EEE0_0000_0000
        return word ^ word >> 43
    }

    /// The upper half of the next 64 bits.
    public mutating func nextWord() -> UInt32 {
        UInt32(truncatingIfNeeded: self.next() >> 32)
    }

    private mutating func turn() {
        let lower: UInt64 = 0x7FFF_FFFF
        for index in 0..<Self.size {
            let mixed =
                self.words[index] & ~lower | self.words[(index + 1) % Self.size] & lower
            let twist: UInt64 = mixed & 1 == 0 ? 0 : 0xB502_6F5A_A966_19E9
            self.words[index] =
                self.words[(index + Self.distance) % Self.size] ^ mixed >> 1 ^ twist
        }
        self.place = 0
    }
}
