/// A fair die: every integer between its ends, both included, is equally likely.
///
/// Counterpart of `GKRandomDistribution`.
public struct RandomDistribution: Distribution {
    public let lowestValue: Int
    public let highestValue: Int

    /// Makes a die of the integers from `lowestValue` through `highestValue`.
    ///
    /// Ends in the wrong order, or 2⁶³ outcomes and more, are our own bug.
    public init(lowestValue: Int, highestValue: Int) {
        let (distance, overflow) = highestValue.subtractingReportingOverflow(lowestValue)
        precondition(
            distance >= 0 && distance < .max && !overflow,
            "A die from \(lowestValue) to \(highestValue) was asked for."
        )
        self.lowestValue = lowestValue
        self.highestValue = highestValue
    }

    /// Makes a die with the sides 1 through `sideCount`.
    public init(forDieWithSideCount sideCount: Int) {
        self.init(lowestValue: 1, highestValue: sideCount)
    }

    /// The die with the sides 1 through 6.
    public static let d6 = RandomDistribution(forDieWithSideCount: 6)

    /// The die with the sides 1 through 20.
    public static let d20 = RandomDistribution(forDieWithSideCount: 20)

    @inlinable
    public func nextInt(using source: inout some RandomSource) -> Int {
        self.lowestValue + source.nextInt(upperBound: self.numberOfPossibleOutcomes)
    }

    @inlinable
    public func nextInt(upperBound: Int, using source: inout some RandomSource) -> Int {
        let greatest = self.greatestOutcome(below: upperBound)
        return self.lowestValue + source.nextInt(upperBound: greatest - self.lowestValue + 1)
    }

    /// An outcome as a share of the greatest; see ``Distribution``.
    @inlinable
    public func nextUniform(using source: inout some RandomSource) -> Double {
        self.share(of: self.nextInt(using: &source))
    }
}
