/// What a receiver of satellites says at once, as gpsd reports it (TPV in gpsd_json(5)).
///
/// Passed on as it came: a place may be out of range, a time in the future. What was absent, or
/// isn't a finite number, is `nil`.
public struct GPSFix: Equatable, Sendable {
    /// 0 unknown, 1 no fix, 2 a place, 3 a place and a height.
    public var mode: Int
    /// When the receiver was there: milliseconds since 1970, in UTC.
    public var timeMilliseconds: Int64?
    /// Degrees; `nil` unless `mode` says that there is a place.
    public var latitude: Double?
    /// Degrees; `nil` unless `mode` says that there is a place.
    public var longitude: Double?
    /// Metres above mean sea level; `nil` unless `mode` says that there is a place.
    public var altitude: Double?
    /// Metres per second over ground.
    public var speed: Double?
    /// Degrees clockwise from true north.
    public var track: Double?
    /// Metres within which the place lies, as gpsd estimates.
    public var error: Double?
    /// The receiver, as a path or URL; never trusted.
    public var device: String?

    public init(
        mode: Int,
        timeMilliseconds: Int64? = nil,
        latitude: Double? = nil,
        longitude: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil,
        track: Double? = nil,
        error: Double? = nil,
        device: String? = nil
    ) {
        self.mode = mode
        self.timeMilliseconds = timeMilliseconds
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.track = track
        self.error = error
        self.device = device
    }
}
