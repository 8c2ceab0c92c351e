/// A page of characters with styles, each row as wide as the page.
public struct MapSheet: Equatable, Sendable {
    private struct Cell: Equatable, Sendable {
        var character: Character
        var style: TextStyle?
        /// Covered by the wide character before it.
        var isCovered = false

        static let blank = Cell(character: " ", style: nil)
    }

    public let columns: Int
    public let rows: Int
    private var cells: [Cell]

    /// An empty page.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// Puts a text on a row; what is outside is cut off, and never half of a wide character.
    ///
    /// The text must be safe for a terminal.
    public mutating func put(
        _ text: String,
        column: Int,
        row: Int,
        style: TextStyle? = nil
    ) {
        guard (0..<self.rows).contains(row) else { return }
        var column = column
        for character in text {
            let width = DisplayWidth.columns(of: character)
            guard width > 0 else { continue }
            guard column + width <= self.columns else { return }
            if column >= 0 { self.place(character, width: width, column, row, style) }
            column += width
        }
    }

    /// Puts one character that is a column wide.
    mutating func set(_ character: Character, column: Int, row: Int, style: TextStyle?) {
        guard (0..<self.rows).contains(row), (0..<self.columns).contains(column) else { return }
        self.place(character, width: 1, column, row, style)
    }

    private mutating func place(
        _ character: Character,
        width: Int,
        _ column: Int,
        _ row: Int,
        _ style: TextStyle?
    ) {
        let index = row * self.columns + column
        // What is left of a wide character that is half overwritten goes too.
        if self.cells[index].isCovered { self.cells[index - 1] = .blank }
        let behind = index + width
        if column + width < self.columns, self.cells[behind].isCovered {
            self.cells[behind] = .blank
        }
        self.cells[index] = Cell(character: character, style: style)
        for covered in 1..<max(1, width) {
            self.cells[index + covered] = Cell(character: " ", style: style, isCovered: true)
        }
    }

    /// The rows, with colours or without, and with the spaces at their ends if they are to cover
    /// what a terminal shows there.
    public func lines(inColour: Bool, isPadded: Bool = false) -> [String] {
        (0..<self.rows).map { row in
            let cells = self.cells[row * self.columns..<(row + 1) * self.columns]
            let last = isPadded ? cells.indices.last : cells.lastIndex { $0 != .blank }
            return Self.text(of: cells[..<(last.map { $0 + 1 } ?? cells.startIndex)], inColour)
        }
    }

    private static func text(of cells: ArraySlice<Cell>, _ inColour: Bool) -> String {
        var text = ""
        var run = ""
        var style: TextStyle?
        for cell in cells where !cell.isCovered {
            if cell.style != style {
                text += inColour ? style?.wrapping(run) ?? run : run
                run = ""
                style = cell.style
            }
            run.append(cell.character)
        }
        return text + (inColour ? style?.wrapping(run) ?? run : run)
    }
}
