/// Where a rider is on a map, or over which edge it would be found.
struct MapMark: Equatable {
    let point: MapPoint
    let isSeen: Bool
    let character: Character
    let column: Int
    let row: Int

    init(of rider: RiderView, at point: MapPoint, in view: MapView) {
        self.point = point
        self.isSeen = view.shows(point)
        let place = self.isSeen ? point : Self.edge(towards: point, in: view)
        self.character =
            self.isSeen ? Self.character(of: rider) : Self.arrow(towards: point, in: view)
        self.column = Int(place.x) / BrailleCanvas.dotsAcross
        self.row = Int(place.y) / BrailleCanvas.dotsDown
    }

    private static func character(of rider: RiderView) -> Character {
        guard rider.isLive else { return "×" }
        return rider.isYou ? "◆" : rider.isPerson ? "●" : "○"
    }

    /// Where a line from the centre leaves the view, one row before its upper and lower edges:
    /// there are the scale and which way is north.
    private static func edge(towards point: MapPoint, in view: MapView) -> MapPoint {
        let (x, y) = (Double(view.width) / 2, Double(view.height) / 2)
        let (dx, dy) = (point.x - x, point.y - y)
        let furniture = Double(BrailleCanvas.dotsDown)
        let room = y > 2 * furniture ? y - furniture : y
        // Half a dot less is still inside. Outside, at least one of the two is no zero.
        let shares = [(x - 0.5, dx.magnitude), (room - 0.5, dy.magnitude)].map { room, way in
            way > 0 ? max(0, room) / way : .infinity
        }
        let share = min(shares[0], shares[1])
        return MapPoint(x: x + dx * share, y: y + dy * share)
    }

    private static func arrow(towards point: MapPoint, in view: MapView) -> Character {
        let dx = point.x - Double(view.width) / 2
        let dy = point.y - Double(view.height) / 2
        // The tangent of 67.5°: within 22.5° of an axis it is that axis' arrow.
        let steepness = 2.414
        if dx.magnitude > steepness * dy.magnitude { return dx > 0 ? "→" : "←" }
        if dy.magnitude > steepness * dx.magnitude { return dy > 0 ? "↓" : "↑" }
        if dx > 0 { return dy > 0 ? "↘" : "↗" }
        return dy > 0 ? "↙" : "↖"
    }
}
