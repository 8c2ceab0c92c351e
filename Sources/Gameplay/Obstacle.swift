/// A round thing that stands still and should not be run into.
///
/// Counterpart of `GKCircleObstacle`.
public struct Obstacle: Equatable, Sendable {
    /// Its middle.
    public var position: SIMD2<Double>
    /// How far it reaches around its middle.
    public var radius: Double

    public init(position: SIMD2<Double>, radius: Double) {
        self.position = position
        self.radius = radius
    }
}
