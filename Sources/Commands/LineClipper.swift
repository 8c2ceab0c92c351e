/// Cuts lines to a rectangle (Liang and Barsky).
///
/// What lies far outside then costs no more to draw than what can be seen.
public struct LineClipper: Equatable, Sendable {
    private let width: Double
    private let height: Double

    /// The rectangle from 0, 0 to `width`, `height`, its edges included.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The part of a line inside; `nil` where there is none, as for what is not finite.
    public func clip(_ start: MapPoint, _ end: MapPoint) -> (start: MapPoint, end: MapPoint)? {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        guard start.x.isFinite, start.y.isFinite, dx.isFinite, dy.isFinite else { return nil }
        var (enters, leaves) = (0.0, 1.0)
        // Each edge: by how much the line goes towards it, and how far its start is from it.
        let edges = [
            (-dx, start.x), (dx, self.width - start.x), (-dy, start.y), (dy, self.height - start.y),
        ]
        for (step, room) in edges {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                enters = max(enters, room / step)
            } else {
                leaves = min(leaves, room / step)
            }
        }
        guard enters <= leaves else { return nil }
        return (
            self.inside(start.x + dx * enters, start.y + dy * enters),
            self.inside(start.x + dx * leaves, start.y + dy * leaves)
        )
    }

    /// The point, brought back inside: of a line of 10³⁰⁰ dots no digit behind the first few is
    /// right.
    private func inside(_ x: Double, _ y: Double) -> MapPoint {
        MapPoint(x: min(max(0, x), self.width), y: min(max(0, y), self.height))
    }
}
