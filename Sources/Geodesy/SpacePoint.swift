import Glibc

/// A place on the ellipsoid as a point in space: metres from the earth's centre along three axes.
///
/// It serves as a bound that costs a fiftieth of a geodesic.
public struct SpacePoint: Equatable, Sendable {
    private let x: Double
    private let y: Double
    private let z: Double

    /// The point at the surface of the WGS84 ellipsoid.
    public init(_ coordinate: Coordinate) {
        let squaredEccentricity = Ellipsoid.flattening * (2 - Ellipsoid.flattening)
        let (latitude, longitude) = (
            coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180
        )
        let sine = sin(latitude)
        // The radius of curvature in the prime vertical.
        let shrinking = (1 - squaredEccentricity * sine * sine).squareRoot()
        let radius = Ellipsoid.equatorialRadius / shrinking
        self.x = radius * cos(latitude) * cos(longitude)
        self.y = radius * cos(latitude) * sin(longitude)
        self.z = radius * (1 - squaredEccentricity) * sine
    }

    /// Metres that a line along the surface to another point has at the least.
    ///
    /// Nowhere is the ellipsoid less curved than at its poles. So a line along it is no shorter
    /// than an arc over the same chord on a sphere as flat as that; a thousandth is taken off,
    /// since lines there don't lie in a plane.
    public func leastMetres(to other: SpacePoint) -> Double {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
        let chord = (x * x + y * y + z * z).squareRoot()
        let diameter = 2 * Ellipsoid.equatorialRadius / (1 - Ellipsoid.flattening)
        return 0.999 * diameter * asin(min(1, chord / diameter))
    }
}
