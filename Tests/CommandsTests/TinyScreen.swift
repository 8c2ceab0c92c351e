/// As much of a terminal as the companion uses: rows, a cursor, and erasing what follows it.
///
/// Every character takes one column here; tests type nothing wider.
struct TinyScreen: Equatable {
    private(set) var rows: [[Character]] = [[]]
    private(set) var row = 0
    private(set) var column = 0
    private var pending: [UInt8] = []

    /// The rows as text, without spaces at their ends.
    var lines: [String] {
        self.rows.map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The row with the cursor.
    var current: String { self.lines[self.row] }

    mutating func show(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            self.take(byte)
        }
    }

    private mutating func take(_ byte: UInt8) {
        if !self.pending.isEmpty {
            self.pending.append(byte)
            if self.pending.count > 2, (0x40...0x7E).contains(byte) { self.obey() }
            return
        }
        switch byte {
        case 0x1B: self.pending = [byte]
        case 0x0D: self.column = 0
        case 0x0A:
            self.row += 1
            if self.row == self.rows.count { self.rows.append([]) }
        default:
            while self.rows[self.row].count <= self.column { self.rows[self.row].append(" ") }
            self.rows[self.row][self.column] = Character(Unicode.Scalar(byte))
            self.column += 1
        }
    }

    private mutating func obey() {
        let number = Int(String(decoding: self.pending.dropFirst(2).dropLast(), as: UTF8.self))
        switch self.pending.last {
        case UInt8(ascii: "C"): self.column += number ?? 1
        case UInt8(ascii: "J"), UInt8(ascii: "K"):
            self.rows[self.row] = Array(self.rows[self.row].prefix(self.column))
            if self.pending.last == UInt8(ascii: "J") {
                self.rows.removeSubrange((self.row + 1)...)
            }
        default: break
        }
        self.pending = []
    }
}
