import Glibc

/// A place on the ellipsoid as a point in space: metres from the earth's centre along three axes.
///
/// It serves as a bound that costs ten multiplications: no line on the surface is shorter than the
/// straight one through the earth.
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

    /// The length in metres of the straight line through the earth to another point.
    ///
    /// Never more than the geodesic between them, but for some nanometres of rounding.
    public func chord(to other: SpacePoint) -> Double {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
        return (x * x + y * y + z * z).squareRoot()
    }
}
