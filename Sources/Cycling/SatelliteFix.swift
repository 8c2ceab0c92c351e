public import Determinism

/// What a receiver of satellites reports at once, as gpsd's TPV has it (gpsd_json(5)).
///
/// Nothing in it has been checked. What was absent is `nil`; what is not finite counts as absent.
public struct SatelliteFix: Equatable, Sendable {
    /// 0 unknown, 1 no fix, 2 a place, 3 a place and a height.
    public var mode: Int
    /// When the receiver was there.
    public var time: WallTime?
    /// Degrees.
    public var latitude: Double?
    /// Degrees.
    public var longitude: Double?
    /// Metres.
    public var altitude: Double?
    /// Metres per second.
    public var speed: Double?
    /// Degrees clockwise from true north.
    public var track: Double?
    /// Metres within which the place lies, as the receiver estimates.
    public var error: Double?

    public init(
        mode: Int,
        time: WallTime? = nil,
        latitude: Double? = nil,
        longitude: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil,
        track: Double? = nil,
        error: Double? = nil
    ) {
        self.mode = mode
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.track = track
        self.error = error
    }
}
