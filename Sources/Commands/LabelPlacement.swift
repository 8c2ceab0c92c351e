/// Finds room on a page for labels beside what they name.
///
/// Pure. What has been placed or blocked is never covered, and nothing leaves the page: a label
/// that has no room takes a shorter text, and one that has no room at all is left out.
public struct LabelPlacement: Equatable, Sendable {
    /// Where a label stands.
    public struct Spot: Equatable, Sendable {
        /// With the blank between it and what it names, if they share a row.
        public let text: String
        public let column: Int
        public let row: Int
    }

    private let columns: Int
    private let rows: Int
    private var isTaken: [Bool]

    /// An empty page.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.isTaken = Array(repeating: false, count: self.columns * self.rows)
    }

    /// Keeps labels off so many columns of a row.
    public mutating func block(column: Int, row: Int, columns: Int = 1) {
        guard (0..<self.rows).contains(row) else { return }
        let range = max(0, column)..<max(0, min(self.columns, column + columns))
        for column in range { self.isTaken[row * self.columns + column] = true }
    }

    /// Whether a cell is on the page and free.
    public func isFree(column: Int, row: Int) -> Bool {
        (0..<self.columns).contains(column) && (0..<self.rows).contains(row)
            && !self.isTaken[row * self.columns + column]
    }

    /// Places the first of the texts for which there is room beside a cell, and takes the room.
    ///
    /// Right of it is best, then left, then the rows below and above, a column off each time.
    public mutating func place(_ texts: [String], beside column: Int, _ row: Int) -> Spot? {
        for text in texts {
            let width = DisplayWidth.columns(of: text)
            guard width > 0, width <= self.columns else { continue }
            let places = self.places(for: width, beside: column, row)
            let free = places.first { place in
                self.hasRoom(column: place.column, row: place.row, width: width + place.gap)
            }
            guard let free else { continue }
            // The columns at its sides stay free, so that two labels don't read as one.
            self.block(column: free.column - 1, row: free.row, columns: width + free.gap + 2)
            let gap = String(repeating: " ", count: free.gap)
            return Spot(
                text: free.column > column ? gap + text : text + gap,
                column: free.column,
                row: free.row
            )
        }
        return nil
    }

    /// The places in the order in which they are tried.
    ///
    /// On the same row a gap lies between the cell and its label, which nothing else may fill.
    private func places(
        for width: Int,
        beside column: Int,
        _ row: Int
    ) -> [(column: Int, row: Int, gap: Int)] {
        let (right, left, middle) = (column + 1, column - width, column - width / 2)
        return [
            (right, row, 1), (left - 1, row, 1), (right, row + 1, 0), (right, row - 1, 0),
            (left, row + 1, 0), (left, row - 1, 0), (middle, row + 1, 0), (middle, row - 1, 0),
        ]
    }

    private func hasRoom(column: Int, row: Int, width: Int) -> Bool {
        guard (0..<self.rows).contains(row), column >= 0, column + width <= self.columns else {
            return false
        }
        return (column..<column + width).allSatisfy { !self.isTaken[row * self.columns + $0] }
    }
}
