public import Geodesy
public import Routes

/// Where on a route somebody is, and how fast.
public struct RoutePosition: Equatable, Sendable {
    /// Metres from the route's start.
    public let along: Double
    /// Metres per second.
    public let speed: Double

    public init(along: Double, speed: Double) {
        self.along = along
        self.speed = speed
    }

    /// The nearest place of the route; `nil` for who is more than 50 m off it.
    public init?(of coordinate: Coordinate, speed: Double, on route: Route) {
        let nearest = route.nearest(to: coordinate)
        guard nearest.away <= RideLimits.gapAwayMaximum else { return nil }
        self.init(along: nearest.along, speed: speed)
    }
}
