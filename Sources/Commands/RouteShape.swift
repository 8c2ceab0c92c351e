public import Control

/// The daemon's `ride.route`, as far as it is drawn.
public struct RouteShape: Equatable, Sendable {
    public let name: String
    /// Lines that are not joined to each other.
    public let parts: [[Coordinate]]

    /// Reads an answer; points that are no places are left out.
    public init(_ route: JSONValue) {
        self.name = Printable.text(route["name"]?.text ?? "")
        var parts = (route["parts"]?.items ?? []).map { part in
            (part.items ?? []).compactMap(Self.place)
        }
        // A closed route leads from its end to its beginning.
        if route["closed"]?.flag == true, parts.count == 1, let first = parts[0].first {
            parts[0].append(first)
        }
        self.parts = parts.filter { !$0.isEmpty }
    }

    private static func place(of point: JSONValue) -> Coordinate? {
        guard let numbers = point.items, numbers.count >= 2,
            let latitude = numbers[0].number, let longitude = numbers[1].number
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Draws it as the view shows it.
    func draw(on canvas: inout BrailleCanvas, in view: MapView) {
        for part in self.parts {
            var last: MapPoint?
            for place in part {
                let point = view.point(of: place)
                if let last {
                    Self.draw(from: last, to: point, on: &canvas, in: view)
                } else {
                    canvas.line(from: point, to: point)
                }
                last = point
            }
        }
    }

    /// Draws a line the shorter way round, which may leave on one side and come in on the other.
    private static func draw(
        from start: MapPoint,
        to end: MapPoint,
        on canvas: inout BrailleCanvas,
        in view: MapView
    ) {
        let turn = view.turn
        guard abs(end.x - start.x) > turn / 2 else { return canvas.line(from: start, to: end) }
        let shift = end.x > start.x ? -turn : turn
        canvas.line(from: start, to: MapPoint(x: end.x + shift, y: end.y))
        canvas.line(from: MapPoint(x: start.x - shift, y: start.y), to: end)
    }
}
