public import Geodesy

/// A line to ride along, which knows how far along each of its places is.
///
/// Its parts are joined to nothing: where one ends and the next begins, the distance stands still
/// and the place jumps, as where a receiver was off. Points that repeat the one before add nothing,
/// so no leg is without a direction. Never empty; of a single point it has a length of 0.
///
/// Distances are WGS84 geodesics, computed with libm and PROJ. They serve the display, and whoever
/// owns a rider in deciding about it; no hash and no lockstep may rest on them. What two daemons
/// must agree on are the points.
public struct Route: Equatable, Sendable {
    /// A stretch between two points that lie next to each other.
    public struct Leg: Equatable, Sendable {
        public let segment: GeodesicSegment
        /// How far along the route it begins, in metres.
        public let from: Double
        /// Where it begins, in space: a bound for how near it can come.
        let start: SpacePoint
    }

    /// In the order of riding; empty when all points are one place.
    public let legs: [Leg]
    /// The first point.
    public let start: Coordinate
    /// The last point.
    public let end: Coordinate
    /// Whether it leads back to its start, so that riders go round.
    public let isClosed: Bool
    /// Its length in metres, the closing leg included.
    public let metres: Double

    /// The route through all points of all parts; empty parts don't count.
    ///
    /// A closed one has a leg more, from the last point to the first, unless they are one place. At
    /// most `pointsMaximum` points.
    public init(_ parts: [[Coordinate]], isClosed: Bool = false) throws(RouteError) {
        let count = parts.reduce(0) { $0 + $1.count }
        guard count <= Self.pointsMaximum else {
            throw .tooManyPoints(count: count, accepted: Self.pointsMaximum)
        }
        let parts = parts.filter { !$0.isEmpty }
        guard let start = parts.first?.first, let end = parts.last?.last else { throw .noPoints }
        var legs: [Leg] = []
        legs.reserveCapacity(count)
        var metres = 0.0
        let closing = isClosed ? [[end, start]] : []
        for part in parts + closing {
            for (from, to) in zip(part, part.dropFirst()) {
                guard let segment = GeodesicSegment(from: from, to: to) else { continue }
                legs.append(Leg(segment: segment, from: metres, start: SpacePoint(from)))
                metres += segment.metres
            }
        }
        self.legs = legs
        self.start = start
        self.end = end
        self.isClosed = isClosed
        self.metres = metres
    }

    /// What a reader of files keeps at most, and some room for the ends of its lines.
    ///
    /// A leg takes 80 bytes, so a route takes at most 8 MB.
    public static let pointsMaximum = 100_000

    // MARK: From a distance to a place

    /// The place that far along, and the direction there in degrees clockwise from north.
    ///
    /// Round a closed route distances go on for ever, in both directions; beyond an end of an open
    /// one it is the end. At a point where two legs meet the direction is the second's; `nil` when
    /// there is no leg at all. A distance that isn't finite is taken as 0.
    public func point(at metres: Double) -> (coordinate: Coordinate, azimuth: Double?) {
        let along = self.distance(of: metres)
        guard let leg = self.leg(at: along) else { return (self.start, nil) }
        let point = leg.segment.point(at: along - leg.from)
        return (point.coordinate, point.azimuth)
    }

    /// A distance as one between 0 and the route's length, by the rules of `point(at:)`.
    public func distance(of metres: Double) -> Double {
        guard metres.isFinite, self.metres > 0 else { return 0 }
        guard self.isClosed else { return min(max(0, metres), self.metres) }
        let rest = metres.truncatingRemainder(dividingBy: self.metres)
        // What is only just below 0 may be rounded up to a whole round.
        let along = rest < 0 ? rest + self.metres : rest
        return along < self.metres ? along : 0
    }

    /// The last leg that begins at that distance or before.
    private func leg(at metres: Double) -> Leg? {
        var (low, high) = (0, self.legs.count)
        while low < high {
            let middle = (low + high) / 2
            if self.legs[middle].from <= metres { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? self.legs[low - 1] : nil
    }

    // MARK: From a place to a distance

    /// How far along the route comes nearest to a place, and how far off that is, both in metres.
    ///
    /// Where several are equally near, it is the first.
    public func nearest(to place: Coordinate) -> (along: Double, away: Double) {
        let space = SpacePoint(place)
        // What a leg can't undercut: the way to its start, less its own length. Rounding may put
        // that a hair above what is true, where a leg leads straight away.
        let bounds = self.legs.map { $0.start.leastMetres(to: space) - $0.segment.metres }
        var best = (along: 0.0, away: place.metres(to: self.start))
        var limit = best.away
        if let likely = bounds.indices.min(by: { bounds[$0] < bounds[$1] }) {
            limit = min(limit, self.legs[likely].segment.nearest(to: place).away)
        }
        for (index, leg) in self.legs.enumerated() where bounds[index] <= limit + Self.rounding {
            let bound = place.metres(to: leg.segment.start) - leg.segment.metres
            guard bound <= limit + Self.rounding else { continue }
            let nearest = leg.segment.nearest(to: place)
            guard nearest.away < best.away else { continue }
            best = (leg.from + nearest.along, nearest.away)
            limit = min(limit, best.away)
        }
        return (self.isClosed ? self.distance(of: best.along) : best.along, best.away)
    }

    /// Metres; geodesics are exact to some nanometres.
    private static let rounding = 1e-6
}
