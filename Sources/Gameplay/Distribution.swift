/// Gives integers between two ends with the frequencies that make it what it is.
///
/// Where `GKRandomDistribution` holds a source of its own, here the source is lent for each draw:
/// one seeded source serves all the dice of a rider, so that its life can be replayed.
public protocol Distribution: Equatable, Sendable {
    /// The least outcome.
    var lowestValue: Int { get }
    /// The greatest outcome.
    var highestValue: Int { get }

    /// An outcome from the least through the greatest.
    mutating func nextInt(using source: inout some RandomSource) -> Int

    /// An outcome that is also below the bound, with the frequencies that these have among each
    /// other.
    ///
    /// A bound that no outcome is below is our own bug.
    mutating func nextInt(upperBound: Int, using source: inout some RandomSource) -> Int
}

extension Distribution {
    /// How many outcomes there are.
    public var numberOfPossibleOutcomes: Int { self.highestValue - self.lowestValue + 1 }

    /// True or false as the source decides, equally likely.
    @inlinable
    public func nextBool(using source: inout some RandomSource) -> Bool { source.nextBool() }

    /// An outcome as a share of the greatest: quantised, from lowest ÷ highest to 1.0.
    ///
    /// With a d20 a multiple of 0.05, and never 0. It is 0 where the greatest outcome is 0, which
    /// has no shares.
    @inlinable
    public mutating func nextUniform(using source: inout some RandomSource) -> Double {
        self.share(of: self.nextInt(using: &source))
    }

    @inlinable
    func share(of outcome: Int) -> Double {
        self.highestValue == 0 ? 0 : Double(outcome) / Double(self.highestValue)
    }

    /// The greatest outcome below a bound.
    @inlinable
    func greatestOutcome(below upperBound: Int) -> Int {
        precondition(
            upperBound > self.lowestValue,
            "An outcome below \(upperBound) was asked of \(self), which has none."
        )
        return min(self.highestValue, upperBound - 1)
    }
}
