import Geodesy

/// Where along the route somebody stands.
struct RoadsidePlace: Equatable, Sendable {
    let coordinate: Coordinate
    /// Metres from the route's start.
    let along: Double
    /// Whether one can help there without leaving the route.
    let isReachable: Bool
}
