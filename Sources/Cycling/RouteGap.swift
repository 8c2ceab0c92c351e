public import Routes

/// What lies between two on one route.
public struct RouteGap: Equatable, Sendable {
    /// How far the other is ahead, in metres along the route; negative when it is behind.
    ///
    /// Round a closed route it is the shorter way.
    public let metres: Double
    /// How long the one behind takes to where the other is now; `nil` when it all but stands.
    public let time: Duration?

    /// The gap from one to another on that route.
    public init(from own: RoutePosition, to other: RoutePosition, on route: Route) {
        self.metres = route.way(from: own.along, to: other.along)
        let speed = self.metres < 0 ? other.speed : own.speed
        self.time =
            speed < RideLimits.gapSpeedMinimum
            ? nil : .milliseconds((abs(self.metres) / speed * 1_000).rounded())
    }
}
