/// The contents of a GPX file.
public struct GPXDocument: Equatable, Sendable {
    public var label: GPXLabel
    public var waypoints: [GPXPoint]
    public var routes: [GPXRoute]
    public var tracks: [GPXTrack]

    public init(
        _ label: GPXLabel = GPXLabel(),
        waypoints: [GPXPoint] = [],
        routes: [GPXRoute] = [],
        tracks: [GPXTrack] = []
    ) {
        self.label = label
        self.waypoints = waypoints
        self.routes = routes
        self.tracks = tracks
    }
}
