import Foundation

/// How far counts lie from what they should be.
struct ChiSquare {
    let statistic: Double
    let degreesOfFreedom: Double

    /// Compares counts with weights, of which only the ratios matter.
    init(_ counts: [Int], weights: [Double]) {
        let total = Double(counts.reduce(0, +)) / weights.reduce(0, +)
        self.statistic = zip(counts, weights).reduce(0) { sum, pair in
            let expected = pair.1 * total
            return sum + pow(Double(pair.0) - expected, 2) / expected
        }
        self.degreesOfFreedom = Double(counts.count - 1)
    }

    /// The statistic as deviations of a standard normal (Wilson and Hilferty, 1931).
    var deviations: Double {
        let part = 2 / (9 * self.degreesOfFreedom)
        return (pow(self.statistic / self.degreesOfFreedom, 1 / 3) - (1 - part)) / part.squareRoot()
    }

    /// Whether chance alone does this in more than one of a thousand cases.
    ///
    /// Seeds are fixed, so that a
    /// test that passes once passes always.
    var isFair: Bool { self.deviations < 3.09 }
}
