/// Why something is no route.
public enum RouteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no point in it.
    case noPoints
    /// There are more points than a route may have.
    case tooManyPoints(count: Int, accepted: Int)

    public var description: String {
        switch self {
        case .noPoints:
            "The route has no point; it needs at least one."
        case .tooManyPoints(let count, let accepted):
            "The route has \(count) points; at most \(accepted) are taken."
        }
    }
}
