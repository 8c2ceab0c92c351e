import Commands
import Testing

@Suite struct LineEditorTests {
    /// Types bytes into an editor, and says what stands there with `|` for the cursor.
    private static func type(_ text: String, into editor: inout LineEditor) -> [LineEditor.Event] {
        var decoder = KeyDecoder()
        return decoder.keys(of: Array(text.utf8)).compactMap { editor.press($0) }
    }

    private static func shown(_ editor: LineEditor) -> String {
        String(editor.characters[..<editor.cursor]) + "|"
            + String(editor.characters[editor.cursor...])
    }

    private static let edits: [(typed: String, shown: String)] = [
        ("42", "42|"), ("\u{7F}", "|"), ("123\u{7F}", "12|"), ("123\u{8}\u{8}", "1|"),
        ("12\u{1B}[D3", "13|2"), ("12\u{1B}OD\u{1B}[D0", "0|12"), ("12\u{1B}[H0", "0|12"),
        ("12\u{1}0\u{5}3", "0123|"), ("12\u{1B}[1~0\u{1B}[4~3", "0123|"), ("12\u{2}\u{4}", "1|"),
        ("12\u{1}\u{1B}[3~", "|2"), ("12\u{1}\u{1B}[C\u{1B}[C\u{1B}[C3", "123|"),
        ("one two\u{17}", "one |"), ("one two  \u{17}\u{17}", "|"), ("one\u{1B}\u{7F}", "|"),
        ("one two\u{2}\u{15}", "|o"), ("one two\u{1B}b\u{B}", "one |"),
        ("one two\u{1B}[1;5D\u{1B}[1;5Dx\u{1B}fy", "xoney| two"),
        ("é日本\u{7F}", "é日|"), ("e\u{301}\u{7F}", "|"), ("👩\u{200D}💻\u{1B}[D1", "1|👩‍💻"),
        ("1\u{1B}[200~2", "12|"), ("1\u{1B}[99;99X2", "12|"), ("1\u{0}\u{7}\u{1C}2", "12|"),
        ("a\u{C}b", "ab|"),
    ]

    @Test func `keys edit the line`() {
        for (typed, shown) in Self.edits {
            var editor = LineEditor()
            _ = Self.type(typed, into: &editor)
            #expect(Self.shown(editor) == shown, "\(typed.debugDescription)")
        }
    }

    @Test func `the bytes may come in any pieces`() {
        for (typed, shown) in Self.edits {
            var editor = LineEditor()
            var decoder = KeyDecoder()
            for byte in typed.utf8 {
                for key in decoder.keys(of: [byte]) { _ = editor.press(key) }
            }
            #expect(Self.shown(editor) == shown, "\(typed.debugDescription)")
        }
    }

    @Test func `rubbish is no text, and Ctrl-C gets through whatever came before`() {
        for rubbish in [
            [0xFF, 0xC0, 0x80], [0xE6, 0x97], [0x1B], [0x1B, 0x5B], [0x1B, 0x5B, 0x31, 0x3B],
            [0x1B, 0x4F], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC2, 0x9B],
        ] as [[UInt8]] {
            var decoder = KeyDecoder()
            #expect(decoder.keys(of: rubbish) == [])
            #expect(decoder.keys(of: [0x03]) == [.interrupt], "\(rubbish)")
        }
        var decoder = KeyDecoder()
        let endless = [0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 1_000)
        #expect(decoder.keys(of: endless).count < 1_000)
    }

    @Test func `lines are submitted, thrown away and ended`() {
        var editor = LineEditor()
        #expect(Self.type("50\r", into: &editor) == [.submitted("50")])
        #expect(Self.type("\n", into: &editor) == [.submitted("")])
        #expect(Self.type("7\u{3}", into: &editor) == [.interrupted(hadText: true)])
        #expect(Self.type("\u{3}", into: &editor) == [.interrupted(hadText: false)])
        #expect(Self.shown(editor) == "|")
        #expect(Self.type("7\u{4}", into: &editor) == [])
        #expect(Self.type("\u{15}\u{4}", into: &editor) == [.ended])
        #expect(Self.type("\u{1A}\u{C}", into: &editor) == [.suspended, .redrawn])
    }

    @Test func `earlier lines come back, and the one begun is kept`() {
        var editor = LineEditor()
        _ = Self.type("one\rtwo\rtwo\rthr", into: &editor)
        let up = "\u{1B}[A"
        let down = "\u{1B}[B"
        for (keys, shown) in [
            (up, "two|"), (up, "one|"), (up, "one|"), (down, "two|"), (down, "thr|"),
            (down, "thr|"), (up + "x", "twox|"), (down, "thr|"), (up + up + "\r", "|"),
            (up, "one|"),
        ] {
            _ = Self.type(keys, into: &editor)
            #expect(Self.shown(editor) == shown)
        }
    }

    @Test func `a line is bounded, and so is a character`() {
        var editor = LineEditor()
        _ = Self.type(String(repeating: "x", count: 5_000), into: &editor)
        #expect(editor.characters.count == LineEditor.charactersMaximum)
        var marked = LineEditor()
        _ = Self.type("e" + String(repeating: "\u{301}", count: 5_000), into: &marked)
        #expect(marked.text.utf8.count <= 64)
    }

    @Test(arguments: 1...40)
    func `a prompt and its line fit on a row of any width`(_ columns: Int) {
        var editor = LineEditor()
        _ = Self.type("日本語の長い行 0123456789 and more" + "\u{1B}[D\u{1B}[D", into: &editor)
        let line = PromptLine(prompt: "guess> ", editor: editor, columns: columns)
        #expect(DisplayWidth.columns(of: line.text) <= max(2, columns - 1))
        #expect(line.column <= DisplayWidth.columns(of: line.text))
    }

    @Test func `a short line is shown whole`() {
        var editor = LineEditor()
        _ = Self.type("日本\u{1B}[D", into: &editor)
        let line = PromptLine(prompt: "guess> ", editor: editor, columns: 80)
        #expect(line.text == "guess> 日本")
        #expect(line.column == 9)
        #expect(line.drawing == "\rguess> 日本\u{1B}[J\r\u{1B}[9C")
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("👩‍💻", 2),
        ("☺", 1), ("☺\u{FE0F}", 2), ("ﾊ", 1), ("Ａ", 2), ("\u{200B}", 0),
    ])
    func `width is counted in a terminal's columns`(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }
}
