import Markup
import Testing

@Suite struct MarkupTextTests {
    @Test(arguments: [
        ("Löve & <Peace>", "Löve &amp; &lt;Peace&gt;"),
        ("say \"]]>\"", "say &quot;]]&gt;&quot;"),
        ("a\tb\nc\rd\r\n", "a&#9;b&#10;c&#13;d&#13;&#10;"),
        ("plain 1.5-2:3_4", "plain 1.5-2:3_4"),
        ("", ""),
        ("🚲 it's", "🚲 it's"),
    ])
    func `what markup would take for its own is escaped`(text: String, escaped: String) {
        #expect(MarkupText.escaped(text) == escaped)
    }

    @Test func `what no document can hold is replaced`() {
        #expect(
            MarkupText.escaped("a\0b\u{1B}[2Jc\u{FFFE}\u{FFFF}")
                == "a\u{FFFD}b\u{FFFD}[2Jc\u{FFFD}\u{FFFD}"
        )
    }
}
