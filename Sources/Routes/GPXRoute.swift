/// A route of a GPX file: where somebody means to go.
public struct GPXRoute: Equatable, Sendable {
    public var label: GPXLabel
    /// In the order of the file.
    public var points: [GPXPoint]

    public init(_ label: GPXLabel = GPXLabel(), points: [GPXPoint]) {
        self.label = label
        self.points = points
    }
}
