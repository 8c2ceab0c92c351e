public import Geodesy

extension Route {
    /// The points of each part, in the order of riding, without those that repeat the one before.
    ///
    /// A part of a single point is left out, unless the route has nothing else. The closing leg of
    /// a closed route is none of them, so `Route(route.parts, isClosed: route.isClosed)` leads the
    /// same way.
    public var parts: [[Coordinate]] {
        // A leg from the last point to the first can only be the one that closes it.
        let isClosing =
            self.isClosed && self.end != self.start
            && self.legs.last?.segment.start == self.end
            && self.legs.last?.segment.end == self.start
        var parts: [[Coordinate]] = []
        for leg in isClosing ? self.legs.dropLast() : self.legs[...] {
            if parts.last?.last == leg.segment.start {
                parts[parts.count - 1].append(leg.segment.end)
            } else {
                parts.append([leg.segment.start, leg.segment.end])
            }
        }
        return parts.isEmpty ? [[self.start]] : parts
    }

    /// The points of each part, of which some are left out so that there are at most so many.
    ///
    /// What is left out lies within twice the spacing of a point that stays, as `LineThinner` has
    /// it. `nil` when the ends of the parts alone are more.
    public func parts(thinnedTo pointsMaximum: Int) -> [[Coordinate]]? {
        var thinner = LineThinner(keptMaximum: pointsMaximum)
        for part in self.parts {
            thinner.beginLine()
            for point in part { thinner.append(GPXPoint(point)) }
        }
        thinner.endLine()
        let count = thinner.lines.reduce(0) { $0 + $1.count }
        return count <= pointsMaximum ? thinner.lines.map { $0.map(\.coordinate) } : nil
    }
}
