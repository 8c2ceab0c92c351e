public import Peers

/// What a person asked of the riders of this machine.
public enum RideCommand: Equatable, Sendable {
    /// Puts one's rider somewhere; degrees as they were typed.
    case here(latitude: Double, longitude: Double)
    /// Rides a route.
    case ride(RouteReplay)
    /// Takes positions from a receiver of satellites.
    case satellites
    /// Takes one's rider off the map; its state stays.
    case away
    /// Puts one's rider into a state.
    case status(RiderStatus)
    /// Has so many simulants ride.
    case simulants(Int)
    case addSimulant
    /// Takes away the one that came last.
    case removeSimulant
    /// Hides one's rider there; the random bytes come from the system's generator.
    case addZone(
        name: DisplayName,
        latitude: Double,
        longitude: Double,
        radius: Double,
        randomBytes: [UInt8]
    )
    case removeZone(name: DisplayName)
    /// Lets others know one's place to so many metres; `nil` for exactly.
    case precision(metres: Double?)
    case invisible(Bool)
    case dice(DiceMode)
}
