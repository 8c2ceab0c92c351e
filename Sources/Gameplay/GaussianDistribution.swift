/// Integers that crowd around a mean: a normal distribution cut at three deviations on both sides,
/// and rounded to the nearest.
///
/// Counterpart of `GKGaussianDistribution`: between two ends the mean is halfway and the deviation
/// a sixth of the distance, and what lies past three deviations is drawn again rather than moved to
/// the ends. So 3…18 is *not* the sum of three dice: its deviation is 2.5 before rounding, theirs
/// 2.958.
///
/// The usual methods take a logarithm and a cosine, which differ in the last bit from one C library
/// to another, and with it could a rider's life. This one only compares, adds and multiplies: a
/// place is proposed uniformly within the cut, and accepted with the probability e^(−z²/2) by von
/// Neumann's game (J. von Neumann, "Various techniques used in connection with random digits",
/// 1951; G. E. Forsythe, Mathematics of Computation 26, 1972). It is exact up to the 2⁻⁵³ steps of
/// its uniform numbers, and takes 26 words on average.
public struct GaussianDistribution: Distribution {
    public let lowestValue: Int
    public let highestValue: Int
    /// The middle of the bell.
    public let mean: Double
    /// The standard deviation before the cut and the rounding.
    public let deviation: Double

    /// Makes a bell over the integers from `lowestValue` through `highestValue`.
    ///
    /// Ends in the wrong order or more than 2⁵³ from 0 are our own bug.
    public init(lowestValue: Int, highestValue: Int) {
        precondition(
            Self.integers.contains(lowestValue) && Self.integers.contains(highestValue)
                && lowestValue <= highestValue,
            "A bell from \(lowestValue) to \(highestValue) was asked for."
        )
        self.lowestValue = lowestValue
        self.highestValue = highestValue
        self.mean = Double(highestValue + lowestValue) / 2
        self.deviation = Double(highestValue - lowestValue) / 6
    }

    /// Makes a bell over the integers nearest to the range of three deviations around the mean.
    ///
    /// - Throws: when that is no range of integers up to 2⁵³ from 0.
    public init(mean: Double, deviation: Double) throws(DistributionFault) {
        let lowest = (mean - 3 * deviation).nearest
        let highest = (mean + 3 * deviation).nearest
        let bound = Double(Self.integers.upperBound)
        guard deviation >= 0, lowest >= -bound, highest <= bound else {
            throw .noRange(mean: mean, deviation: deviation)
        }
        self.lowestValue = Int(lowest)
        self.highestValue = Int(highest)
        self.mean = mean
        self.deviation = deviation
    }

    /// Every integer that a `Double` tells from its neighbours.
    private static var integers: ClosedRange<Int> { -(1 << 53)...(1 << 53) }

    public func nextInt(using source: inout some RandomSource) -> Int {
        self.nextInt(atMost: 3, using: &source)
    }

    public func nextInt(upperBound: Int, using source: inout some RandomSource) -> Int {
        let greatest = self.greatestOutcome(below: upperBound)
        guard greatest < self.highestValue else { return self.nextInt(using: &source) }
        // Proposing only what rounds to a legal outcome draws again what does not, in no time.
        let limit = (Double(greatest) + 0.5 - self.mean) / self.deviation
        return min(greatest, self.nextInt(atMost: limit, using: &source))
    }

    /// An outcome as a share of the greatest; see ``Distribution``.
    public func nextUniform(using source: inout some RandomSource) -> Double {
        self.share(of: self.nextInt(using: &source))
    }

    /// An outcome that is no more than `limit` deviations above the mean.
    private func nextInt(atMost limit: Double, using source: inout some RandomSource) -> Int {
        while true {
            let place = -3 + (limit + 3) * Self.fraction(from: &source)
            guard Self.accepts(place, from: &source) else { continue }
            let outcome = Int((self.mean + place * self.deviation).nearest)
            return min(max(outcome, self.lowestValue), self.highestValue)
        }
    }

    /// True with the probability e^(−place²/2), for places from −3 to 3.
    ///
    /// The exponent, at most 4.5, is cut into five parts of at most 1, each of which has to be
    /// granted.
    private static func accepts(_ place: Double, from source: inout some RandomSource) -> Bool {
        let part = place * place / 10
        return (0..<5).allSatisfy { _ in self.grants(part, from: &source) }
    }

    /// True with the probability e^(−exponent), for exponents from 0 to 1.
    ///
    /// Numbers are drawn for as long as each is less than the one before, the exponent being the
    /// first. That n of them are so has the probability exponentⁿ ÷ n!, and the alternating sum of
    /// these is the chance that an even count is.
    private static func grants(_ exponent: Double, from source: inout some RandomSource) -> Bool {
        var last = exponent
        var isEven = true
        while true {
            let next = self.fraction(from: &source)
            guard next < last else { return isEven }
            last = next
            isEven.toggle()
        }
    }

    /// A number from 0 up to but not including 1, in steps of 2⁻⁵³.
    private static func fraction(from source: inout some RandomSource) -> Double {
        Double(source.nextTwoWords() >> 11) * 0x1p-53
    }
}
