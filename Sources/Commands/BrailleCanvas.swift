/// A picture of dots, two across and four down in each character (Unicode, Braille Patterns).
public struct BrailleCanvas: Equatable, Sendable {
    /// Dots of one character.
    public static let dotsAcross = 2
    public static let dotsDown = 4

    /// In characters.
    public let columns: Int
    public let rows: Int
    /// In dots.
    public var width: Int { self.columns * Self.dotsAcross }
    public var height: Int { self.rows * Self.dotsDown }

    /// The bits of the dots, row by row of characters.
    private var cells: [UInt8]

    /// The bit of each dot, by its row and then its column.
    private static let bits: [[UInt8]] = [
        [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
    ]

    /// An empty canvas.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.cells = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// The character at a place; `nil` where there is no dot.
    public func character(column: Int, row: Int) -> Character? {
        let bits = self.cells[row * self.columns + column]
        return bits == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(bits)).map { Character($0) }
    }

    /// The picture as text, with spaces where there is nothing.
    public var lines: [String] {
        (0..<self.rows).map { row in
            String((0..<self.columns).map { self.character(column: $0, row: row) ?? " " })
        }
    }

    /// Sets a dot; one outside is left out.
    public mutating func set(x: Int, y: Int) {
        guard (0..<self.width).contains(x), (0..<self.height).contains(y) else { return }
        let cell = y / Self.dotsDown * self.columns + x / Self.dotsAcross
        self.cells[cell] |= Self.bits[y % Self.dotsDown][x % Self.dotsAcross]
    }

    /// Draws what can be seen of a line, in time that the canvas bounds and not the line.
    public mutating func line(from start: MapPoint, to end: MapPoint) {
        let clipper = LineClipper(width: Double(self.width), height: Double(self.height))
        guard let seen = clipper.clip(start, end) else { return }
        var (x, y) = (Int(seen.start.x), Int(seen.start.y))
        let (endX, endY) = (Int(seen.end.x), Int(seen.end.y))
        let (dx, dy) = (abs(endX - x), -abs(endY - y))
        let (stepX, stepY) = (x < endX ? 1 : -1, y < endY ? 1 : -1)
        // Bresenham's: the error says which step keeps nearer to the line.
        var error = dx + dy
        while true {
            self.set(x: x, y: y)
            if x == endX, y == endY { return }
            let doubled = 2 * error
            if doubled >= dy {
                error += dy
                x += stepX
            }
            if doubled <= dx {
                error += dx
                y += stepY
            }
        }
    }
}
