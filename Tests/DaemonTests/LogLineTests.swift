import Control
import Daemon
import Testing

@Suite struct LogLineTests {
    private func line(
        _ message: String,
        _ fields: [(key: String, value: String)] = []
    ) -> LogLine {
        LogLine(at: "2026-01-02T03:04:05.678Z", level: .notice, message: message, fields: fields)
    }

    @Test func `a text line is a time and pairs of keys and values`() {
        let line = self.line("It is here.", [("name", "ada"), ("port", "7433")])
        #expect(
            line.text(.text)
                == #"2026-01-02T03:04:05.678Z level=notice msg="It is here." name=ada port=7433"#
        )
    }

    @Test func `a JSON line is one object`() {
        let line = self.line("It is here.", [("name", "ada")])
        #expect(
            line.text(.json)
                == #"{"at":"2026-01-02T03:04:05.678Z","level":"notice","msg":"It is here.","#
                + #""name":"ada"}"#
        )
    }

    @Test(arguments: [
        ("", #""""#), ("a b", #""a b""#), ("a=b", #""a=b""#), ("a\"b", #""a\"b""#),
        ("a\\b", #""a\\b""#), ("é", "é"), ("漢👍", "漢👍"), ("a\u{A0}b", "\"a\u{A0}b\""),
    ])
    func `a value is quoted where it could be mistaken`(value: String, shown: String) {
        #expect(self.line("", [("k", value)]).text(.text).hasSuffix(" k=\(shown)"))
    }

    @Test(arguments: [
        "\u{1B}[2J", "a\nb level=error msg=forged", "\r", "\t", "\0", "\u{7F}", "\u{85}", "\u{9B}m",
        "\u{2028}", "\u{202E}x", "\u{2066}x",
    ])
    func `nothing in a line moves a cursor, turns text or ends the line`(value: String) throws {
        for format in LogLine.Format.allCases {
            let text = self.line("m\(value)", [("k", value)]).text(format)
            let harmful = text.unicodeScalars.first { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(harmful == nil)
        }
    }

    @Test(arguments: ["\u{1B}[2J", "a\nb", "\"\\\u{0}", "\u{202E}", "👩‍👩‍👧"])
    func `a reader of JSON gets back what was logged`(value: String) throws {
        let text = self.line(value, [("k", value)]).text(.json)
        let object = try #require(try JSONReader.value(of: Array(text.utf8)).object)
        #expect(object["msg"]?.text == value)
        #expect(object["k"]?.text == value)
    }

    @Test func `levels are told by their words and ordered`() {
        for level in LogLevel.allCases { #expect(LogLevel(word: level.word) == level) }
        #expect(LogLevel(word: "loud") == nil)
        #expect(LogLevel.allCases.sorted() == [.debug, .info, .notice, .warning, .error])
    }
}
