/// A track of a GPX file: where somebody was.
public struct GPXTrack: Equatable, Sendable {
    public var label: GPXLabel
    /// In the order of the file; between two of them nothing is known, so they are never joined.
    public var segments: [[GPXPoint]]

    public init(_ label: GPXLabel = GPXLabel(), segments: [[GPXPoint]]) {
        self.label = label
        self.segments = segments
    }
}
