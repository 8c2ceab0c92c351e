/// A map as characters: the route in dots, the riders with their labels, a scale, and a last row.
///
/// Pure.
struct MapPicture {
    /// 200: more labels have no room on any screen, and looking for room takes time.
    private static let labelsMaximum = 200

    /// 24: names may be longer than screens are wide.
    static let nameColumnsMaximum = 24

    let view: MapView
    let riders: [RiderView]
    let route: RouteShape?
    /// The last row.
    let status: String

    private var columns: Int { self.view.width / BrailleCanvas.dotsAcross }
    private var rows: Int { self.view.height / BrailleCanvas.dotsDown }

    /// The page, a row higher than the view.
    func sheet() -> MapSheet {
        var sheet = MapSheet(columns: self.columns, rows: self.rows + 1)
        var labels = LabelPlacement(columns: self.columns, rows: self.rows)
        self.drawRoute(on: &sheet)
        self.drawFurniture(on: &sheet, &labels)
        let ranked = self.ranked
        let marks = ranked.compactMap { rider in self.mark(of: rider).map { (rider, $0) } }
        let seen = marks.filter { $0.1.isSeen }
        // The first of the ranks is drawn last, above the others.
        for (rider, mark) in seen.reversed() {
            sheet.set(mark.character, column: mark.column, row: mark.row, style: rider.style)
            labels.block(column: mark.column, row: mark.row)
        }
        let arrows = MapArrow.grouped(marks.filter { !$0.1.isSeen }, of: self.view)
        for arrow in arrows {
            sheet.set(arrow.character, column: arrow.column, row: arrow.row, style: arrow.style)
            labels.block(column: arrow.column, row: arrow.row)
        }
        for (rider, mark) in seen.prefix(Self.labelsMaximum) {
            let texts = Self.texts(of: rider)
            guard let spot = labels.place(texts, beside: mark.column, mark.row) else { continue }
            let style = rider.isYou && rider.isLive ? .bold : rider.style
            sheet.put(spot.text, column: spot.column, row: spot.row, style: style)
        }
        for arrow in arrows.prefix(Self.labelsMaximum) {
            let spot = labels.place(arrow.texts, beside: arrow.column, arrow.row)
            guard let spot else { continue }
            sheet.put(spot.text, column: spot.column, row: spot.row, style: arrow.style)
        }
        let status = DisplayWidth.cut(self.status, toColumns: self.columns)
        sheet.put(status, column: 0, row: self.rows, style: .faint)
        return sheet
    }

    // MARK: What does not move

    private func drawRoute(on sheet: inout MapSheet) {
        guard let route = self.route else { return }
        var canvas = BrailleCanvas(columns: self.columns, rows: self.rows)
        route.draw(on: &canvas, in: self.view)
        for row in 0..<self.rows {
            for column in 0..<self.columns {
                guard let dots = canvas.character(column: column, row: row) else { continue }
                sheet.set(dots, column: column, row: row, style: .blue)
            }
        }
    }

    /// The scale in the lower left corner, and which way is north in the upper right one.
    private func drawFurniture(on sheet: inout MapSheet, _ labels: inout LabelPlacement) {
        let bar = ScaleBar(
            metresOfColumn: self.view.scale * Double(BrailleCanvas.dotsAcross),
            columnsMaximum: max(1, self.columns / 4)
        )
        let pieces = [
            (text: bar.text, column: 1, row: self.rows - 1),
            (text: "↑N", column: self.columns - 3, row: 0),
        ]
        for piece in pieces {
            sheet.put(piece.text, column: piece.column, row: piece.row)
            labels.block(
                column: piece.column - 1,
                row: piece.row,
                columns: DisplayWidth.columns(of: piece.text) + 2
            )
        }
    }

    // MARK: Riders

    /// The riders, those first that matter most to whoever looks.
    private var ranked: [RiderView] {
        func rank(_ rider: RiderView) -> Int {
            rider.isYou ? 0 : (rider.isPerson ? 1 : 2) + (rider.isLive ? 0 : 2)
        }
        return self.riders.enumerated()
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    private func mark(of rider: RiderView) -> MapMark? {
        rider.place.map { MapMark(of: rider, at: self.view.point(of: $0), in: self.view) }
    }

    /// What a rider is called, the longest first.
    private static func texts(of rider: RiderView) -> [String] {
        let name = DisplayWidth.cut(rider.label, toColumns: Self.nameColumnsMaximum)
        let state = rider.isLive ? rider.stateTitle : "(stale)"
        var notes = rider.isHidden ? " (hidden)" : ""
        if rider.uncertainty > 0 { notes += " ±\(Length.text(metres: rider.uncertainty))" }
        let full = "\(name) \(state)"
        return [full + notes, full, name, DisplayWidth.cut(name, toColumns: 8)]
    }
}
