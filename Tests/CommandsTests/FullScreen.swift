/// What a terminal shows of a program that fills it: rows that are put at their places.
struct FullScreen {
    /// Without styles, and without spaces at their ends.
    private(set) var rows: [Int: String] = [:]
    /// Whether it is the screen behind which the terminal's own lines wait.
    private(set) var isOther = false
    private(set) var hasCursor = true

    /// Takes all that the program wrote.
    init(_ output: String) {
        var row = 1
        for piece in output.split(separator: "\u{1B}[", omittingEmptySubsequences: false) {
            let parameters = piece.prefix { $0.isNumber || $0 == ";" || $0 == "?" }
            let rest = piece.dropFirst(parameters.count)
            guard let final = rest.first else { continue }
            switch (final, parameters) {
            case ("H", _):
                row = Int(parameters.prefix { $0.isNumber }) ?? 1
                self.rows[row] = ""
            case ("J", _): self.rows = [:]
            case ("h", "?1049"), ("l", "?1049"): self.isOther = final == "h"
            case ("h", "?25"), ("l", "?25"): self.hasCursor = final == "h"
            default: break
            }
            self.rows[row, default: ""] += rest.dropFirst()
        }
        self.rows = self.rows.mapValues { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    /// The last row.
    var status: String { self.rows.max { $0.key < $1.key }?.value ?? "" }

    func holds(_ text: String) -> Bool {
        self.rows.values.contains { $0.contains(text) }
    }
}
