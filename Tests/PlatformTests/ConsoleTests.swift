import Platform
import Testing

@Suite struct ConsoleTests {
    @Test(arguments: [
        ("plain é 漢 👍", "plain é 漢 👍"),
        ("\u{1B}[2J", #"\u{1B}[2J"#),
        ("a\nb\tc\r", #"a\nb\tc\r"#),
        ("\u{9B}1m", #"\u{009B}1m"#),
        ("a\u{202E}b\u{2028}c", #"a\u{202E}b\u{2028}c"#),
        ("\0\u{7F}", #"\0\u{7F}"#),
    ])
    func `what could move a cursor is shown and not obeyed`(sentence: String, shown: String) {
        #expect(Console.line(sentence) == shown)
    }

    @Test func `a sentence that quotes something endless is cut`() {
        let whole = String(repeating: "x", count: Console.sentenceMaximum)
        #expect(Console.line(whole) == whole)
        #expect(Console.line(whole + String(repeating: "x", count: 1 << 20)) == whole + "…")
    }
}
