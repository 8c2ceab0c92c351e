import Geodesy

/// What a GPX file has, counted before anything is thinned.
public struct GPXTally: Equatable, Sendable {
    public internal(set) var waypoints = 0
    public internal(set) var routes = 0
    public internal(set) var routePoints = 0
    public internal(set) var tracks = 0
    public internal(set) var segments = 0
    public internal(set) var trackPoints = 0
    /// The length of all segments in metres, without the gaps between them.
    public internal(set) var trackMetres = 0.0
    /// The length of all routes in metres.
    public internal(set) var routeMetres = 0.0
    /// Points of tracks that have no time.
    public internal(set) var trackPointsWithoutTime = 0
    /// Points of tracks that are earlier than one before them in their segment.
    ///
    /// Such files are real (BourgeoisLab/GPXLab#29). The order of the file is kept; who replays it
    /// must not take the difference for a negative duration.
    public internal(set) var timesBackwards = 0
    /// Seconds within segments, from the earliest to the latest time of each.
    public internal(set) var trackSeconds = 0.0
    /// Metres between kept points, where there were too many to keep all; 0 where all are kept.
    public internal(set) var spacing = 0.0

    /// Metres a second over all segments; `nil` when no time passed, which is no speed of infinity.
    public var meanSpeed: Double? {
        self.trackSeconds > 0 ? self.trackMetres / self.trackSeconds : nil
    }
}
