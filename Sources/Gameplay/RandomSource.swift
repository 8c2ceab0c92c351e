/// Gives numbers that look random and are decided by its seed.
///
/// A value: two equal sources give the same numbers, and a copy goes on from where the sequence
/// stands. Nothing here asks the system for entropy; whoever wants a surprise seeds with the
/// system's bytes at the edge. Counterpart of `GKRandom`. Apple does not say how it makes ranges of
/// raw words, so the words are the same as elsewhere, and what is derived from them is ours.
///
/// Not for keys, salts or nonces.
public protocol RandomSource: Equatable, Sendable {
    /// The next 32 bits.
    mutating func nextWord() -> UInt32
}

extension RandomSource {
    /// An integer from -2147483648 through 2147483647.
    @inlinable
    public mutating func nextInt() -> Int {
        Int(Int32(bitPattern: self.nextWord()))
    }

    /// An integer from 0 up to but not including the bound, each equally likely.
    ///
    /// It takes the highest bits that are just enough, and tries again when they make too great a
    /// number: no modulo, so no bias, and none of the low bits that some sources are poor in. It
    /// takes two words for bounds over 2³². A bound below 1 is our own bug.
    @inlinable
    public mutating func nextInt(upperBound: Int) -> Int {
        precondition(upperBound > 0, "A random integer below \(upperBound) was asked for.")
        let greatest = UInt64(upperBound - 1)
        let bits = UInt64.bitWidth - greatest.leadingZeroBitCount
        while true {
            let candidate =
                bits <= 32
                ? UInt64(self.nextWord() >> UInt32(32 - bits))
                : self.nextTwoWords() >> UInt64(64 - bits)
            if candidate <= greatest { return Int(candidate) }
        }
    }

    /// A number from 0.0 to 1.0, both ends included: one of 2³² in equal steps.
    @inlinable
    public mutating func nextUniform() -> Double {
        Double(self.nextInt(upperBound: 1 << 32)) / 4_294_967_295
    }

    /// True or false, equally likely.
    @inlinable
    public mutating func nextBool() -> Bool {
        self.nextInt(upperBound: 2) == 1
    }

    /// The items in another order, each order equally likely: Durstenfeld's form of Fisher and
    /// Yates (Communications of the ACM 7:7, 1964).
    ///
    /// Counterpart of `arrayByShufflingObjects(in:)`.
    public mutating func shuffling<Item>(_ items: [Item]) -> [Item] {
        var items = items
        for last in items.indices.dropFirst().reversed() {
            items.swapAt(last, self.nextInt(upperBound: last + 1))
        }
        return items
    }

    /// The next 64 bits, the earlier word in the upper half.
    @usableFromInline
    mutating func nextTwoWords() -> UInt64 {
        let high = UInt64(self.nextWord())
        return high << 32 | UInt64(self.nextWord())
    }
}
