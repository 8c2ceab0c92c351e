/// A place on the Earth, in degrees.
///
/// Not Geodesy's own: libproj, which comes with that, would be loaded at each start of the
/// companion.
public struct Coordinate: Equatable, Sendable {
    /// -90 to 90, north positive.
    public let latitude: Double
    /// -180 up to but not 180, east positive.
    public let longitude: Double

    /// A place; `nil` where there is none, as for what is not finite or beyond a pole.
    ///
    /// 180° east is 180° west.
    public init?(latitude: Double, longitude: Double) {
        guard (-90.0...90).contains(latitude), (-180.0...180).contains(longitude) else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude == 180 ? -180 : longitude
    }

    /// The nearest place, round the Earth and no farther than the poles.
    ///
    /// Both must be finite.
    init(nearest latitude: Double, _ longitude: Double) {
        self.latitude = min(max(latitude, -90), 90)
        self.longitude = Self.wrapped(longitude)
    }

    /// An angle in degrees by the shorter way round: -180 up to but not 180.
    static func wrapped(_ degrees: Double) -> Double {
        if (-180..<180).contains(degrees) { return degrees }
        let turned = degrees - 360 * ((degrees + 180) / 360).rounded(.down)
        // A hair below a whole turn rounds up to it.
        return turned < 180 ? turned : -180
    }
}
