/// A line through points that agents follow or stay on, with a width.
///
/// Counterpart of `GKPath`. The unit of its numbers is yours, metres say.
public struct Path: Equatable, Sendable {
    /// Where on a path something is nearest to it.
    public struct Projection: Equatable, Sendable {
        /// The nearest point of the path.
        public let point: SIMD2<Double>
        /// The way along the path from its first point to there.
        public let distanceAlong: Double
        /// How far the point is from what was asked about.
        public let offset: Double
    }

    /// At least two.
    public let points: [SIMD2<Double>]
    /// How far from the line is still on the path.
    public let radius: Double
    /// Whether the last point leads to the first.
    public let isCyclical: Bool
    /// The way to each point, and of a cyclical path the way back to the first.
    private let marks: [Double]

    /// Makes a path.
    ///
    /// - Throws: when there are fewer than two points, or numbers that are not finite.
    public init(
        points: [SIMD2<Double>],
        radius: Double,
        isCyclical: Bool = false
    ) throws(PathFault) {
        guard points.count >= 2 else { throw .tooFewPoints(points.count) }
        guard radius >= 0, radius.isFinite else { throw .noRadius(radius) }
        self.points = points
        self.radius = radius
        self.isCyclical = isCyclical
        var marks = [0.0]
        for place in 1..<(isCyclical ? points.count + 1 : points.count) {
            let next = points[place % points.count]
            marks.append(marks[place - 1] + (next - points[place - 1]).length)
            guard marks[place].isFinite else { throw .notFinite(place: place % points.count) }
        }
        self.marks = marks
    }

    /// Makes the path through a graph's nodes, which never leads back to its beginning.
    ///
    /// - Throws: when there are fewer than two.
    public init(
        nodes: [Graph2D.Node],
        of graph: Graph2D,
        radius: Double
    ) throws(PathFault) {
        try self.init(points: nodes.map { graph.position(of: $0) }, radius: radius)
    }

    /// The whole way along the path, the way back to the first point included where it is cyclical.
    public var length: Double { self.marks[self.marks.count - 1] }

    /// The point that far along the path.
    ///
    /// A cyclical path goes round and round, in both directions; any other ends at its ends. `NaN`
    /// is taken for 0.
    public func point(atDistance distance: Double) -> SIMD2<Double> {
        let distance = self.wrapped(distance)
        // The first segment whose end is not before the distance.
        var (low, high) = (1, self.marks.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if self.marks[middle] < distance { low = middle + 1 } else { high = middle }
        }
        let (start, end) = self.segment(low)
        let length = self.marks[low] - self.marks[low - 1]
        guard length > 0 else { return start }
        return start + (end - start) * ((distance - self.marks[low - 1]) / length)
    }

    /// The nearest point of the path; the first along it of several.
    public func projection(of place: SIMD2<Double>) -> Projection {
        var best = Projection(point: self.points[0], distanceAlong: 0, offset: .infinity)
        for mark in 1..<self.marks.count {
            let (start, end) = self.segment(mark)
            let way = end - start
            let square = way.squaredLength
            let share = square > 0 ? min(max((place - start).dot(way) / square, 0), 1) : 0
            let point = start + way * share
            let offset = (place - point).length
            if offset < best.offset {
                let length = self.marks[mark] - self.marks[mark - 1]
                best = Projection(
                    point: point,
                    distanceAlong: self.marks[mark - 1] + share * length,
                    offset: offset
                )
            }
        }
        return best
    }

    private func segment(_ mark: Int) -> (start: SIMD2<Double>, end: SIMD2<Double>) {
        (self.points[mark - 1], self.points[mark % self.points.count])
    }

    private func wrapped(_ distance: Double) -> Double {
        guard !distance.isNaN else { return 0 }
        guard self.isCyclical, self.length > 0, distance.isFinite else {
            return min(max(distance, 0), self.length)
        }
        let rest = distance - (distance / self.length).floored * self.length
        // Rounding may lead just past either end.
        return min(max(rest, 0), self.length)
    }
}
