import Glibc

/// A geodesic with two ends, which can be measured from and walked along.
public struct GeodesicSegment: Equatable, Sendable {
    public let start: Coordinate
    public let end: Coordinate
    /// Its length in metres; more than 0.
    public let metres: Double
    /// The direction in which it leaves its start, in degrees clockwise from north.
    public let azimuth: Double

    /// The shortest line between two places; `nil` when they are the same place.
    public init?(from start: Coordinate, to end: Coordinate) {
        let line = Geodesic(from: start, to: end)
        guard let azimuths = line.azimuths else { return nil }
        self.start = start
        self.end = end
        self.metres = line.metres
        self.azimuth = azimuths.start
    }

    /// The place that far along in metres, and the direction there; before 0 and beyond the end it
    /// is the end that is nearer.
    ///
    /// Both ends are given exactly, and only in between is anything computed.
    public func point(at metres: Double) -> (coordinate: Coordinate, azimuth: Double) {
        guard metres > 0 else { return (self.start, self.azimuth) }
        let along = min(metres, self.metres)
        let reached = Geodesic.destination(from: self.start, azimuth: self.azimuth, metres: along)
        guard let reached else { return (self.start, self.azimuth) }
        return metres < self.metres ? reached : (self.end, reached.azimuth)
    }

    /// How far along it comes nearest to a place, and how far off that is, both in metres.
    ///
    /// To a tenth of a millimetre for what lies within some hundred kilometres; beyond, where the
    /// sphere that guides the search differs from the ellipsoid, more rounds make up for it.
    public func nearest(to place: Coordinate) -> (along: Double, away: Double) {
        var best = (along: 0.0, away: place.metres(to: self.start))
        let fromEnd = place.metres(to: self.end)
        if fromEnd < best.away { best = (self.metres, fromEnd) }
        var along = min(best.along, self.metres)
        for _ in 0..<Self.roundsMaximum {
            let here = self.point(at: along)
            let line = Geodesic(from: here.coordinate, to: place)
            if line.metres < best.away { best = (along, line.metres) }
            // On the line itself there is nothing to turn towards: 0/0 must not be asked for.
            guard let towards = line.azimuths?.start else { return best }
            let step = Self.along(metres: line.metres, turned: towards - here.azimuth)
            let next = min(max(0, along + step), self.metres)
            guard abs(next - along) > Self.precision else { return best }
            along = next
        }
        return best
    }

    /// Enough for a place on the other side of the earth; one near by needs three.
    private static let roundsMaximum = 12
    /// Metres.
    private static let precision = 1e-5

    /// How far to go so that a place in that distance and direction lies straight abeam.
    ///
    /// In a right triangle on a sphere: tan b = tan c · cos A.
    private static func along(metres: Double, turned degrees: Double) -> Double {
        let arc = metres / Ellipsoid.equatorialRadius
        let angle = degrees * .pi / 180
        return Ellipsoid.equatorialRadius * atan2(sin(arc) * cos(angle), cos(arc))
    }
}
