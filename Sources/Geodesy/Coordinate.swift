/// A place on the earth: geodetic latitude and longitude on the WGS84 ellipsoid, in degrees.
///
/// It lives here, since both the geodesic functions and the pure rooms speak of it. A value of this
/// type is always finite and in range, so nothing that holds one has to check again.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90; both poles included.
    public let latitude: Double
    /// Degrees east of Greenwich, −180 to 180 without 180 itself, as GPX 1.1 has it.
    public let longitude: Double

    /// The place at that latitude and longitude in degrees.
    ///
    /// A longitude of 180 is taken as −180, which is the same meridian. Other longitudes out of
    /// range are refused and not wrapped: 540 is no place that a receiver has ever meant.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        guard latitude.isFinite else { throw .latitudeNotFinite(latitude) }
        guard longitude.isFinite else { throw .longitudeNotFinite(longitude) }
        guard (-90...90).contains(latitude) else { throw .latitudeOutOfRange(latitude) }
        guard (-180...180).contains(longitude) else { throw .longitudeOutOfRange(longitude) }
        // Adding zero turns −0 into 0, so that equal places are written alike.
        self.latitude = latitude + 0
        self.longitude = longitude == 180 ? -180 : longitude + 0
    }
}
