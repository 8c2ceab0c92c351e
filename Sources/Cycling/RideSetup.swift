public import Routes

/// What a daemon's ride begins with.
public struct RideSetup: Equatable, Sendable {
    /// The route of this daemon's simulants, as it is shared.
    public let route: RideRoute
    /// The same, measured.
    public let measured: Route
    /// Decides all about the simulants.
    public let seed: UInt64
    /// How many ride from the start.
    public let simulants: Int
    public let settings: RideSettings

    /// Throws where the route can't be ridden, which one that was read or computed always can.
    public init(
        route: RideRoute,
        seed: UInt64,
        simulants: Int,
        settings: RideSettings = RideSettings()
    ) throws(RouteError) {
        self.route = route
        self.measured = try route.route()
        self.seed = seed
        self.simulants = simulants
        self.settings = settings
    }
}
