import Peers
import Testing

@Suite struct NameTests {
    @Test(arguments: [
        "a", "Ada Lovelace", "Ангелина", "東京", "👩‍👩‍👧", String(repeating: "x", count: 63),
    ])
    func `what fits on a line is a name`(text: String) throws {
        #expect(try DisplayName(text).text == text)
    }

    @Test func `white space at the ends goes`() throws {
        #expect(try DisplayName("  ada \u{00A0}").text == "ada")
    }

    @Test(arguments: [
        ("", DisplayName.Problem.empty), ("   ", .empty), ("\u{200D}\u{200C}", .empty),
        (String(repeating: "x", count: 64), .tooLong(bytes: 64)),
        (String(repeating: "é", count: 32), .tooLong(bytes: 64)),
        ("a\nb", .unprintable(scalar: 0x0A)), ("\u{1B}[31mred", .unprintable(scalar: 0x1B)),
        ("a\u{202E}b", .unprintable(scalar: 0x202E)), ("a\u{2028}b", .unprintable(scalar: 0x2028)),
        ("\u{FEFF}a", .unprintable(scalar: 0xFEFF)), ("a\u{7F}", .unprintable(scalar: 0x7F)),
        ("\u{E000}", .unprintable(scalar: 0xE000)),
    ])
    func `what does not fit is refused, and why`(text: String, problem: DisplayName.Problem) {
        #expect(throws: problem) { try DisplayName(text) }
        #expect(!"\(problem)".isEmpty)
    }

    @Test func `the nearest name of a megabyte is cut between scalars`() throws {
        let fallback = try DisplayName("peer")
        let near = DisplayName(nearest: String(repeating: "é", count: 500_000), otherwise: fallback)
        #expect(near.text.utf8.count == 62)
        #expect(DisplayName(nearest: "\u{0}\n", otherwise: fallback) == fallback)
        #expect(DisplayName(nearest: "a\u{0}b", otherwise: fallback).text == "ab")
    }
}
