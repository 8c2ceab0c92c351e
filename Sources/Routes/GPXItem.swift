/// A piece of a GPX file, in the order of the file.
public enum GPXItem: Equatable, Sendable {
    /// Comes first, and once.
    case documentBegan(GPXLabel)
    case waypoint(GPXPoint)
    /// The points that follow are this route's.
    case routeBegan(GPXLabel)
    case routePoint(GPXPoint)
    /// The segments that follow are this track's.
    case trackBegan(GPXLabel)
    /// Between this segment and the one before nothing is known: the receiver was off, or lost.
    case segmentBegan
    case trackPoint(GPXPoint)
}
