/// The prompt and the line behind it, as they fit on one row of a terminal.
///
/// Pure. A line that is too long is shown around its cursor: a row that never wraps can be redrawn
/// without knowing what the terminal did to it.
public struct PromptLine: Equatable, Sendable {
    /// What stands on the row.
    public let text: String
    /// The cursor's column, counted from 0.
    public let column: Int

    /// Lays the line out on a row of so many columns.
    public init(prompt: String, editor: LineEditor, columns: Int) {
        // The last column stays free: a terminal that has filled it may wrap or not.
        let room = max(2, columns - 1)
        let shown = Self.end(of: prompt, columns: max(0, room - 8))
        let promptColumns = DisplayWidth.columns(of: shown)
        let left = room - promptColumns
        let before = Self.end(of: String(editor.characters[..<editor.cursor]), columns: left)
        let beforeColumns = DisplayWidth.columns(of: before)
        let behind = Self.start(
            of: editor.characters[editor.cursor...],
            columns: left - beforeColumns
        )
        self.text = shown + before + behind
        self.column = promptColumns + beforeColumns
    }

    /// What a terminal is sent to draw it over whatever stands on the cursor's row.
    public var drawing: String {
        let moves = self.column == 0 ? "" : "\u{1B}[\(self.column)C"
        return "\r\(self.text)\u{1B}[J\r\(moves)"
    }

    /// As much of the end as fits.
    private static func end(of text: String, columns: Int) -> String {
        var left = columns
        var kept: [Character] = []
        for character in text.reversed() {
            left -= DisplayWidth.columns(of: character)
            if left < 0 { break }
            kept.append(character)
        }
        return String(kept.reversed())
    }

    /// As much of the beginning as fits.
    private static func start(of text: ArraySlice<Character>, columns: Int) -> String {
        var left = columns
        return String(
            text.prefix {
                left -= DisplayWidth.columns(of: $0)
                return left >= 0
            }
        )
    }
}
