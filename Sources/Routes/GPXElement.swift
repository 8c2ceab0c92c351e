/// An element of GPX that the reader is in, named for what it holds.
///
/// Where an element stands decides what it is: a `time` of the file's metadata or of somebody's
/// extension is no time of a point.
enum GPXElement: Equatable {
    case document, metadata, waypoint, route, routePoint, track, segment, trackPoint

    /// The element that begins inside this one; `nil` for one that isn't read.
    func child(_ name: String) -> GPXElement? {
        switch (self, name) {
        case (.document, "metadata"): .metadata
        case (.document, "wpt"): .waypoint
        case (.document, "rte"): .route
        case (.document, "trk"): .track
        case (.route, "rtept"): .routePoint
        case (.track, "trkseg"): .segment
        case (.segment, "trkpt"): .trackPoint
        default: nil
        }
    }

    /// The element around this one; `nil` around the document.
    var parent: GPXElement? {
        switch self {
        case .document: nil
        case .metadata, .waypoint, .route, .track: .document
        case .routePoint: .route
        case .segment: .track
        case .trackPoint: .segment
        }
    }

    /// The value that begins inside this element; `nil` for one that isn't read.
    func value(_ name: String) -> GPXValue? {
        switch (self, name) {
        case (.waypoint, "ele"), (.routePoint, "ele"), (.trackPoint, "ele"): .elevation
        case (.waypoint, "time"), (.routePoint, "time"), (.trackPoint, "time"): .time
        case (.waypoint, "name"), (.routePoint, "name"): .pointName
        // GPX 1.0 has both directly in the document, 1.1 in its metadata.
        case (.document, "name"), (.metadata, "name"), (.route, "name"), (.track, "name"): .name
        case (.document, "desc"), (.metadata, "desc"), (.route, "desc"), (.track, "desc"):
            .description
        default: nil
        }
    }
}
