import Commands
import Testing

/// Dots, lines, pages and labels.
@Suite struct MapDrawingTests {
    private static func point(_ x: Double, _ y: Double) -> MapPoint { MapPoint(x: x, y: y) }

    // MARK: Dots

    @Test func `each dot of a character has its bit`() {
        var seen: [Character] = []
        for y in 0..<4 {
            for x in 0..<2 {
                var canvas = BrailleCanvas(columns: 1, rows: 1)
                canvas.set(x: x, y: y)
                seen += canvas.lines[0]
            }
        }
        #expect(seen == ["⠁", "⠈", "⠂", "⠐", "⠄", "⠠", "⡀", "⢀"])
    }

    @Test func `dots outside are left out, and nothing is a space`() {
        var canvas = BrailleCanvas(columns: 2, rows: 2)
        for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 8), (.min, .max)] { canvas.set(x: x, y: y) }
        #expect(canvas.lines == ["  ", "  "])
        #expect(canvas.character(column: 1, row: 1) == nil)
        #expect(BrailleCanvas(columns: -3, rows: 5).lines == ["", "", "", "", ""])
    }

    @Test func `lines lead from end to end in every direction`() {
        var canvas = BrailleCanvas(columns: 6, rows: 3)
        canvas.line(from: Self.point(0, 0), to: Self.point(11, 11))
        canvas.line(from: Self.point(11, 0), to: Self.point(0, 11))
        canvas.line(from: Self.point(0, 6), to: Self.point(11, 6))
        #expect(canvas.lines == ["⠑⢄  ⡠⠊", "⠤⠤⡵⢮⠤⠤", "⡠⠊  ⠑⢄"])
    }

    @Test func `a line of any length takes no longer than what is seen of it`() {
        var canvas = BrailleCanvas(columns: 4, rows: 1)
        for far in [1e3, 1e9, 1e18, 1e300] {
            canvas.line(from: Self.point(-far, 2), to: Self.point(far, 2))
            canvas.line(from: Self.point(-far, -far), to: Self.point(far, -far))
            canvas.line(from: Self.point(-far, 1), to: Self.point(-far / 2, 1))
        }
        #expect(canvas.lines == ["⠤⠤⠤⠤"])
        canvas.line(from: Self.point(-1e308, 0), to: Self.point(1e308, 0))
        canvas.line(from: Self.point(.nan, 0), to: Self.point(3, 0))
        canvas.line(from: Self.point(0, 0), to: Self.point(.infinity, 0))
        #expect(canvas.lines == ["⠤⠤⠤⠤"])
    }

    // MARK: Clipping

    @Test func `a line is cut at the edges that it crosses`() throws {
        let clipper = LineClipper(width: 10, height: 20)
        func clipped(_ a: (Double, Double), _ b: (Double, Double)) -> [Double]? {
            clipper.clip(Self.point(a.0, a.1), Self.point(b.0, b.1)).map {
                [$0.start.x, $0.start.y, $0.end.x, $0.end.y]
            }
        }
        #expect(clipped((1, 2), (3, 4)) == [1, 2, 3, 4])
        #expect(clipped((-5, 5), (15, 5)) == [0, 5, 10, 5])
        #expect(clipped((5, 30), (5, -10)) == [5, 20, 5, 0])
        #expect(clipped((-5, 0), (5, 10)) == [0, 5, 5, 10])
        #expect(clipped((-5, 10), (-1, 12)) == nil)
        #expect(clipped((-5, 2), (2, -5)) == nil)
        #expect(clipped((10, 0), (10, 20)) == [10, 0, 10, 20])
        #expect(clipped((3, 3), (3, 3)) == [3, 3, 3, 3])
        #expect(clipped((11, 3), (11, 3)) == nil)
        #expect(clipped((.nan, 3), (1, 3)) == nil)
        #expect(clipped((1, 3), (1, .infinity)) == nil)
    }

    // MARK: Pages

    @Test func `texts are cut at the edges and never in half a character`() {
        var sheet = MapSheet(columns: 6, rows: 2)
        sheet.put("abcdefgh", column: -2, row: 0)
        sheet.put("x日本語", column: 0, row: 1)
        sheet.put("above", column: 0, row: -1)
        #expect(sheet.lines(inColour: false) == ["cdefgh", "x日本"])
        // What overwrites half of a wide character leaves no other half.
        sheet.put("-", column: 2, row: 1)
        sheet.put("+", column: 3, row: 1)
        #expect(sheet.lines(inColour: false) == ["cdefgh", "x -+"])
        sheet.put("日", column: 2, row: 0)
        #expect(sheet.lines(inColour: false, isPadded: true) == ["cd日gh", "x -+  "])
    }

    @Test func `neighbours of one style share its escape`() {
        var sheet = MapSheet(columns: 5, rows: 1)
        sheet.put("ab", column: 0, row: 0, style: .red)
        sheet.put("c", column: 2, row: 0, style: .red)
        sheet.put("d", column: 4, row: 0, style: .faint)
        #expect(
            sheet.lines(inColour: true) == ["\u{1B}[31mabc\u{1B}[0m \u{1B}[2md\u{1B}[0m"]
        )
        #expect(sheet.lines(inColour: false) == ["abc d"])
    }

    // MARK: Labels

    @Test func `a label takes the next free side, a shorter text, or none`() {
        var labels = LabelPlacement(columns: 12, rows: 1)
        labels.block(column: 0, row: 0)
        labels.block(column: 6, row: 0)
        let first = labels.place(["Waldo Cruisin'", "Waldo"], beside: 0, 0)
        #expect(first == nil)
        let second = labels.place(["Waldo", "Wal"], beside: 6, 0)
        #expect(second?.text == " Wal" && second?.column == 7)
        let third = labels.place(["Sue", "S"], beside: 0, 0)
        #expect(third?.text == " Sue" && third?.column == 1)
        #expect(labels.place(["S"], beside: 6, 0) == nil)
    }

    @Test func `labels of a crowd don't overlap, cover a mark or leave the page`() {
        var labels = LabelPlacement(columns: 40, rows: 12)
        let marks = (0..<60).map { ($0 * 7 % 40, $0 * 5 % 12) }
        for (column, row) in marks { labels.block(column: column, row: row) }
        var taken = Set(marks.map { $0.1 * 40 + $0.0 })
        var placed = 0
        for (index, mark) in marks.enumerated() {
            let name = "rider \(index)"
            guard let spot = labels.place([name, "r\(index)"], beside: mark.0, mark.1) else {
                continue
            }
            placed += 1
            for column in spot.column..<spot.column + spot.text.count {
                #expect((0..<40).contains(column) && (0..<12).contains(spot.row))
                #expect(taken.insert(spot.row * 40 + column).inserted, "\(spot)")
            }
        }
        #expect(placed > 10)
    }

    @Test func `wide labels take the room that they need`() {
        var labels = LabelPlacement(columns: 6, rows: 1)
        #expect(labels.place(["日本さ"], beside: 0, 0) == nil)
        #expect(labels.place(["日本"], beside: 0, 0)?.column == 1)
        #expect(!labels.isFree(column: 5, row: 0))
    }

    // MARK: The scale

    @Test func `a scale has the longest round length that fits`() {
        let cases: [(metres: Double, columns: Int, label: String, length: Int)] = [
            (1, 20, "20 m", 20), (1.1, 20, "20 m", 18), (2.6, 20, "50 m", 19),
            (49, 20, "500 m", 10), (50, 20, "1 km", 20), (99_999, 20, "1000 km", 10),
            (1_000_000, 20, "20000 km", 20), (0.2, 20, "2 m", 10), (0.02, 20, "20 cm", 10),
            (3, 1, "2 m", 1),
        ]
        for (metres, columns, label, length) in cases {
            let bar = ScaleBar(metresOfColumn: metres, columnsMaximum: columns)
            #expect(bar.label == label, "\(metres)")
            #expect(bar.columns == length, "\(metres)")
            #expect(bar.columns <= columns)
        }
        #expect(ScaleBar(metresOfColumn: 10, columnsMaximum: 6).text == "├───┤ 50 m")
    }

    @Test func `lengths are as exact as they are near`() {
        let cases: [(Double, String)] = [
            (0, "0 m"), (0.4, "0 m"), (-64.2, "-64 m"), (999.4, "999 m"), (999.6, "1.0 km"),
            (1_249, "1.2 km"), (9_949, "9.9 km"), (9_951, "10 km"), (-12_345, "-12 km"),
            (20_015_000, "20015 km"), (.nan, "–"), (.infinity, "–"),
        ]
        for (metres, text) in cases { #expect(Length.text(metres: metres) == text) }
    }
}
