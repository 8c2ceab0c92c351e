import HTTP
import Testing

@Suite struct TargetTests {
    @Test(arguments: [
        ("/", "/", nil), ("/page.css", "/page.css", nil), ("/a?b=c?d", "/a", "b=c?d"),
        ("/a?", "/a", ""), ("/%61%C3%A9", "/aé", nil), ("/a%20b", "/a b", nil),
        ("/a/../b", "/a/../b", nil), ("/a+b", "/a+b", nil), ("/?%00", "/", "%00"),
    ])
    func `a path is decoded, and a query left as it is`(
        text: String,
        path: String,
        query: String?
    ) throws {
        let target = try HTTPTarget(text)
        #expect(target.path == path)
        #expect(target.query == query)
    }

    @Test(arguments: [
        "", "*", "page.css", "http://127.0.0.1/", "HTTP://127.0.0.1:7434/", "127.0.0.1:7434",
        "//evil.example/", "/a b", "/é", "/a#b", "/a\u{7F}", "/%", "/%4", "/%4g", "/%G4", "/%+4",
        "/%00", "/a%0Ab", "/%7f", "/a%2Fb", "/a%5cb", "/%C3", "/%FF", "/%ED%A0%80",
    ])
    func `what could mean two things is refused`(text: String) {
        let refusal = #expect(throws: HTTPRefusal.self) { try HTTPTarget(text) }
        #expect(refusal?.status == .badRequest)
        #expect(refusal?.sentence.hasSuffix(".") == true)
    }
}
