/// Why points make no path.
public enum PathFault: Error, Equatable, CustomStringConvertible {
    /// A path leads from somewhere to somewhere else.
    case tooFewPoints(Int)
    /// The point at that place is not finite, or too far away to measure the way to it.
    case notFinite(place: Int)
    /// The radius is negative or not finite.
    case noRadius(Double)

    public var description: String {
        switch self {
        case .tooFewPoints(let count):
            "A path needs at least 2 points, not \(count)."
        case .notFinite(let place):
            "The point at place \(place) of the path can't be reached in finite numbers."
        case .noRadius(let radius):
            "A path's radius is 0 or more, not \(radius)."
        }
    }
}
