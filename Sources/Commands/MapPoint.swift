/// A point of a picture in dots: `x` to the right of its left edge, `y` below its upper edge.
public struct MapPoint: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
