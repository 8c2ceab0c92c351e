/// An arrow at the edge of a map, for the riders beyond it.
struct MapArrow: Equatable {
    let character: Character
    let column: Int
    let row: Int
    let style: TextStyle?
    /// What may stand beside it, the longest first.
    let texts: [String]

    /// One arrow for all riders whose arrows would lie in one cell, with the nearest one's name.
    static func grouped(
        _ marks: [(rider: RiderView, mark: MapMark)],
        of view: MapView
    ) -> [MapArrow] {
        var nearest: [(rider: RiderView, mark: MapMark, metres: Double)] = []
        var counts: [Int] = []
        var places: [Int: Int] = [:]
        for (rider, mark) in marks {
            guard let place = rider.place else { continue }
            let metres = view.metres(to: place)
            let cell = mark.row * view.width + mark.column
            if let index = places[cell] {
                counts[index] += 1
                if metres < nearest[index].metres { nearest[index] = (rider, mark, metres) }
            } else {
                places[cell] = nearest.count
                nearest.append((rider, mark, metres))
                counts.append(1)
            }
        }
        return zip(nearest, counts).map { found, count in
            let distance = Length.text(metres: found.metres)
            let others = count > 1 ? " +\(count - 1)" : ""
            let name = DisplayWidth.cut(
                found.rider.label,
                toColumns: MapPicture.nameColumnsMaximum
            )
            return MapArrow(
                character: found.mark.character,
                column: found.mark.column,
                row: found.mark.row,
                style: found.rider.style,
                texts: ["\(name) \(distance)\(others)", distance]
            )
        }
    }
}
