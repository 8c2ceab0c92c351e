/// Why a distribution can't be made.
public enum DistributionFault: Error, Equatable, CustomStringConvertible {
    /// More outcomes than a shuffled distribution keeps in memory.
    case tooManyOutcomes(Int, limit: Int)
    /// A mean or deviation that leaves no range of integers: negative, not finite or too great.
    case noRange(mean: Double, deviation: Double)

    public var description: String {
        switch self {
        case .tooManyOutcomes(let count, let limit):
            "A shuffled distribution has at most \(limit) outcomes, not \(count)."
        case .noRange(let mean, let deviation):
            "A mean of \(mean) with a deviation of \(deviation) gives no range of integers."
        }
    }
}
