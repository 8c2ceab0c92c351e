public import Geodesy

/// A point of a GPX file: of a track or a route, or a waypoint.
public struct GPXPoint: Equatable, Sendable {
    public var coordinate: Coordinate
    /// Metres above the geoid; `nil` when the file doesn't say.
    ///
    /// 0 is a height like any other.
    public var elevation: Double?
    /// When somebody was there; `nil` when the file doesn't say.
    public var time: GPXTime?
    /// What it is called; points of tracks have no names here.
    public var name: String?

    public init(
        _ coordinate: Coordinate,
        elevation: Double? = nil,
        time: GPXTime? = nil,
        name: String? = nil
    ) {
        self.coordinate = coordinate
        self.elevation = elevation
        self.time = time
        self.name = name
    }
}
