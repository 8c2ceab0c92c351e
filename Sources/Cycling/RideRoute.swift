public import Geodesy
public import Peers
public import Routes

/// A route as its owner shares it: its points are whole 1e-7°, and at most 4,096.
///
/// A distance along a route means the same place on every machine only if all measure the same
/// points. So whoever shares a route rides `route()` of this, and not the one that it was made of.
public struct RideRoute: Equatable, Sendable {
    public let name: DisplayName
    /// Whether riders go round.
    public let isClosed: Bool
    /// The points of each part; no part is empty, and there is at least one.
    public let parts: [[Coordinate]]
    /// Names points and closedness, not the name.
    public let hash: RouteHash

    /// The nearest to a route that can be shared: rounded, and thinned where it has too many
    /// points.
    public init(name: DisplayName, _ route: Route) throws(RouteError) {
        guard let parts = route.parts(thinnedTo: RideLimits.routePointsMaximum) else {
            throw .tooManyPoints(
                count: route.parts.reduce(0) { $0 + $1.count },
                accepted: RideLimits.routePointsMaximum
            )
        }
        let rounded = parts.map { part in
            part.map { Coordinate(tenMillionths: $0.tenMillionths) }
        }
        self.init(name: name, isClosed: route.isClosed, parts: rounded)
    }

    init(name: DisplayName, isClosed: Bool, parts: [[Coordinate]]) {
        self.name = name
        self.isClosed = isClosed
        self.parts = parts
        self.hash = RouteHash(of: Self.hashed(isClosed: isClosed, parts))
    }

    /// The route that is ridden, by the owner and by everybody who shows its riders.
    public func route() throws(RouteError) -> Route {
        try Route(self.parts, isClosed: self.isClosed)
    }
}
