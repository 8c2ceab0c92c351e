public import Geodesy

/// Where a rider is and what it does, as far as help needs to know.
///
/// Others' riders are told in this form: their owners' word, judged here.
public struct RiderSighting: Equatable, Sendable {
    public let rider: RiderLabel
    public let status: RiderStatus
    public let coordinate: Coordinate
    /// Metres per second.
    public let speed: Double

    public init(
        _ rider: RiderLabel,
        status: RiderStatus,
        coordinate: Coordinate,
        speed: Double = 0
    ) {
        self.rider = rider
        self.status = status
        self.coordinate = coordinate
        self.speed = speed
    }
}
