/// How much of each thing is read of a GPX file, and kept.
public struct GPXLimits: Equatable, Sendable {
    /// Points that are read before a file is refused: 230 days of one a second.
    public var pointsReadMaximum = 20_000_000
    /// Points of tracks and routes that are kept: 18 hours of one a second, in some 5 MB.
    ///
    /// A file with more is not refused but thinned, as `LineThinner` says.
    public var pointsKeptMaximum = 65_536
    /// Waypoints; a file with more is refused.
    public var waypointsMaximum = 65_536
    /// Tracks and routes together; a file with more is refused.
    public var linesMaximum = 1_024
    /// Segments of all tracks together; a file with more is refused.
    ///
    /// A quarter of the points, since of each segment at least the ends are kept.
    public var segmentsMaximum = 16_384
    /// Bytes of a name; a longer one is cut, since it is only shown.
    public var nameBytesMaximum = 256
    /// Bytes of a description; a longer one is cut.
    public var descriptionBytesMaximum = 4_096
    /// Bytes of a number or a time; a longer one is refused.
    public var valueBytesMaximum = 256

    public init() {}
}
