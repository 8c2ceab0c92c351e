/// A fair die without streaks: every outcome comes once before any comes again.
///
/// The outcomes lie shuffled in a bag that is refilled when it is empty; the first out of a new bag
/// is never the last out of the old, unless there is only one. Counterpart of
/// `GKShuffledDistribution`.
public struct ShuffledDistribution: Distribution {
    /// How many outcomes it may have, since it keeps them all in memory.
    public static let outcomesMaximum = 256

    public let lowestValue: Int
    public let highestValue: Int
    /// What is still in the bag, the next at the end.
    private var bag: [Int] = []
    private var last: Int?

    /// Makes a bag of the integers from `lowestValue` through `highestValue`.
    ///
    /// Ends in the wrong order are our own bug.
    ///
    /// - Throws: when these are more than 256.
    public init(lowestValue: Int, highestValue: Int) throws(DistributionFault) {
        let die = RandomDistribution(lowestValue: lowestValue, highestValue: highestValue)
        guard die.numberOfPossibleOutcomes <= Self.outcomesMaximum else {
            throw .tooManyOutcomes(die.numberOfPossibleOutcomes, limit: Self.outcomesMaximum)
        }
        self.lowestValue = lowestValue
        self.highestValue = highestValue
    }

    public mutating func nextInt(using source: inout some RandomSource) -> Int {
        self.nextInt(atMost: self.highestValue, using: &source)
    }

    /// The next in the bag that is below the bound.
    ///
    /// What it passes over stays in the bag. When nothing below the bound is left, a new bag is
    /// begun, and what is left of the old one does not come.
    public mutating func nextInt(upperBound: Int, using source: inout some RandomSource) -> Int {
        self.nextInt(atMost: self.greatestOutcome(below: upperBound), using: &source)
    }

    private mutating func nextInt(
        atMost greatest: Int,
        using source: inout some RandomSource
    ) -> Int {
        if !self.bag.contains(where: { $0 <= greatest }) { self.refill(using: &source) }
        let place =
            self.bag.lastIndex { $0 <= greatest && $0 != self.last }
            ?? self.bag.lastIndex { $0 <= greatest }
        guard let place else {
            preconditionFailure("A full bag holds nothing up to \(greatest): \(self).")
        }
        let outcome = self.bag.remove(at: place)
        self.last = outcome
        return outcome
    }

    private mutating func refill(using source: inout some RandomSource) {
        self.bag = source.shuffling(Array(self.lowestValue...self.highestValue))
        // The join must not repeat; putting the repeated one anywhere else keeps the rest shuffled.
        guard self.bag.count > 1, self.bag.last == self.last else { return }
        self.bag.swapAt(self.bag.count - 1, source.nextInt(upperBound: self.bag.count - 1))
    }
}
