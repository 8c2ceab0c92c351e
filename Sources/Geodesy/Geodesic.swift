import CGeodesic

/// The shortest line between two places on the WGS84 ellipsoid.
///
/// The project's one measure of distance. It agrees with what iOS reports to a millimetre, where a
/// haversine is off by up to 0.56 % (C. F. F. Karney, Algorithms for geodesics, 2013).
///
/// What comes out of here rests on libm and on PROJ, which may differ in the last bit between two
/// machines. It is for display and for decisions that one owner makes for all; it must never enter
/// a hash or a lockstep.
public struct Geodesic: Equatable, Sendable {
    /// A direction along the line at both of its ends, in degrees clockwise from north, 0 to 360
    /// without 360.
    public struct Azimuths: Equatable, Sendable {
        /// The direction in which the line leaves its start.
        public let start: Double
        /// The direction in which the line arrives at its end, still pointing forward.
        public let end: Double
    }

    /// Its length in metres.
    public let metres: Double
    /// Its directions; `nil` between a place and itself, where PROJ would say “south”.
    public let azimuths: Azimuths?

    /// The line from one place to another.
    ///
    /// Total: it converges for antipodes too, where Vincenty's iteration does not. Corresponds to
    /// `geod_inverse`.
    public init(from start: Coordinate, to end: Coordinate) {
        var (metres, leaving, arriving) = (0.0, 0.0, 0.0)
        withUnsafePointer(to: Self.wgs84) { ellipsoid in
            geod_inverse(
                ellipsoid,
                start.latitude,
                start.longitude,
                end.latitude,
                end.longitude,
                &metres,
                &leaving,
                &arriving
            )
        }
        self.metres = metres
        self.azimuths =
            metres > 0
            ? Azimuths(start: Azimuth.normalized(leaving), end: Azimuth.normalized(arriving)) : nil
    }

    /// Where one gets to by going straight, and the direction then.
    ///
    /// Azimuths are in degrees clockwise from north; negative `metres` go backwards. `nil` when one
    /// of them is not finite, or so large that nothing is left of it. Corresponds to `geod_direct`.
    public static func destination(
        from start: Coordinate,
        azimuth: Double,
        metres: Double
    ) -> (coordinate: Coordinate, azimuth: Double)? {
        guard azimuth.isFinite, metres.isFinite else { return nil }
        var (latitude, longitude, arriving) = (0.0, 0.0, 0.0)
        withUnsafePointer(to: self.wgs84) { ellipsoid in
            geod_direct(
                ellipsoid,
                start.latitude,
                start.longitude,
                azimuth,
                metres,
                &latitude,
                &longitude,
                &arriving
            )
        }
        guard
            arriving.isFinite,
            let end = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return (end, Azimuth.normalized(arriving))
    }

    /// The ellipsoid of WGS84 (NIMA TR8350.2): equatorial radius in metres, and flattening.
    ///
    /// Made once: `geod_init` also fills tables of the library that nothing guards against two
    /// threads.
    private static let wgs84 = {
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, Ellipsoid.equatorialRadius, Ellipsoid.flattening)
        return ellipsoid
    }()
}

extension Coordinate {
    /// The length in metres of the shortest line to another place.
    public func metres(to other: Coordinate) -> Double {
        Geodesic(from: self, to: other).metres
    }
}
