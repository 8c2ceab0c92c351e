/// Rows in columns of their own width, two spaces apart.
struct TextTable {
    /// One cell; its style is worn on terminals with colours.
    struct Cell: Equatable {
        let text: String
        var style: TextStyle?

        init(_ text: String, _ style: TextStyle? = nil) {
            // What comes from peers must not move the cursor.
            self.text = Printable.text(text)
            self.style = style
        }
    }

    private let rows: [[Cell]]

    init(heads: [String], rows: [[Cell]]) {
        self.rows = [heads.map { Cell($0, .bold) }] + rows
    }

    /// The lines, without spaces at their ends.
    func lines(inColour: Bool) -> [String] {
        let widths = self.widths
        return self.rows.map { row in
            var line = ""
            var gap = 0
            for (column, cell) in row.enumerated() {
                let columns = DisplayWidth.columns(of: cell.text)
                if columns > 0 {
                    line += String(repeating: " ", count: gap)
                    line += inColour ? cell.style?.wrapping(cell.text) ?? cell.text : cell.text
                    gap = 0
                }
                gap += widths[column] - columns + 2
            }
            return line
        }
    }

    private var widths: [Int] {
        var widths: [Int] = []
        for row in self.rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], DisplayWidth.columns(of: cell.text))
            }
        }
        return widths
    }
}
