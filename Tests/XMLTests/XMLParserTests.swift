import Markup
import Testing
import XML

@Suite struct XMLParserTests {
    private static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <g:gpx xmlns:g="urn:g" xmlns="urn:d" g:version='1.1' creator="a&#10;&amp;&quot;b">
          <!-- a comment with <tags> -->
          <desc>A&amp;B &lt;c&gt;<![CDATA[ <raw> & ]]>é🚲</desc><?php echo ?>
          <g:empty/></g:gpx>

        """

    private static let said: [MarkupEvent] = [
        .start(
            MarkupName("gpx", in: "urn:g"),
            attributes: [
                MarkupAttribute(MarkupName("version", in: "urn:g"), "1.1"),
                MarkupAttribute(MarkupName("creator"), "a\n&\"b"),
            ],
            line: 2
        ),
        .text("\n  \n  ", line: 2),
        .start(MarkupName("desc", in: "urn:d"), attributes: [], line: 4),
        .text("A&B <c> <raw> & é🚲", line: 4),
        .end(MarkupName("desc", in: "urn:d"), line: 4),
        .text("\n  ", line: 4),
        .start(MarkupName("empty", in: "urn:g"), attributes: [], line: 5),
        .end(MarkupName("empty", in: "urn:g"), line: 5),
        .end(MarkupName("gpx", in: "urn:g"), line: 5),
    ]

    @Test(arguments: 1...sample.utf8.count)
    func `a document says the same however it is cut`(size: Int) {
        let found = reading(Self.sample, by: size)
        #expect(found.events == Self.said)
        #expect(found.error == nil)
    }

    @Test func `every prefix of a document is unfinished, and its events are the first ones`() {
        let bytes = Array(Self.sample.utf8.dropLast(1))
        for count in 0..<bytes.count {
            let found = reading(Array(bytes.prefix(count)))
            #expect(Self.said.starts(with: found.events))
            guard case .malformed = found.error else {
                Issue.record("\(count) bytes: \(found)")
                continue
            }
        }
    }

    // MARK: Faults of other readers

    @Test func `unclosed tags are an error with their line (corelibs-foundation#5281)`() {
        let found = reading("<a>\n<b>text\n</a>")
        #expect(found.error == .malformed(line: 3, reason: "mismatched tag", number: 7))
        #expect(
            reading("<a>\n<b>").error == .malformed(line: 2, reason: "no element found", number: 3)
        )
        #expect(found.events.first == .start(MarkupName("a"), attributes: [], line: 1))
    }

    @Test func `CDATA is text like any other (corelibs-foundation#5280)`() {
        let events = reading("<a>1<![CDATA[2]]>3</a>").events
        #expect(events.contains(.text("123", line: 1)))
    }

    @Test func `a file of 4 MB is read whole (corelibs-foundation#4851)`() {
        let count = 60_000
        let found = reading(
            "<a>" + String(repeating: "<b c=\"d\">0123456789</b>\n", count: count) + "</a>",
            by: 65_536
        )
        #expect(found.error == nil)
        #expect(found.events.count { if case .end = $0 { true } else { false } } == count + 1)
    }

    @Test func `bad UTF-8 in a tag's name is an error, and the process lives (corelibs#5534)`() {
        let head = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<doc><De".utf8)
        let found = reading(head + [0xFF, 0xFF, 0xFF, 0xFF] + Array("t/></doc>".utf8))
        let malformed = XMLError.malformed(
            line: 2,
            reason: "not well-formed (invalid token)",
            number: 4
        )
        #expect(found.error == malformed)
        for bad: [UInt8] in [
            [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x80], [0xF5, 0x80, 0x80, 0x80], [0],
        ] {
            #expect(reading(Array("<a>".utf8) + bad + Array("</a>".utf8)).error != nil)
        }
    }

    // MARK: Document types

    @Test func `an external entity is never fetched: DOCTYPE is refused (gpx-parser#12)`() {
        let found = reading(
            """
            <?xml version="1.0"?>
            <!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]>
            <gpx>&x;</gpx>
            """
        )
        #expect(found.error == .documentType(line: 2))
        #expect(found.events.isEmpty)
        #expect(
            found.error?.description == "Line 2 has a DOCTYPE; documents with one are not read."
        )
    }

    @Test func `so is a bomb of entities, and a DTD from elsewhere`() {
        let bomb = reading(
            """
            <!DOCTYPE a [
            <!ENTITY b "0123456789">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
            <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
            ]>
            <a>&d;</a>
            """
        )
        #expect(bomb.error == .documentType(line: 1))
        #expect(
            reading("<!DOCTYPE a SYSTEM 'http://127.0.0.1/a.dtd'><a/>").error
                == .documentType(line: 1)
        )
        #expect(reading("<!DOCTYPE a><a/>").error == .documentType(line: 1))
    }

    @Test func `entities that nobody declared are errors`() {
        #expect(
            reading("<a>\n&nbsp;</a>").error
                == .malformed(line: 2, reason: "undefined entity", number: 11)
        )
    }

    // MARK: Encodings

    @Test func `a byte order mark and UTF-16 are read`() {
        let marked = reading([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8))
        #expect(marked.events.contains(.text("é", line: 1)))
        let wide = "<a>é🚲</a>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        for size in 1...8 {
            #expect(reading([0xFF, 0xFE] + wide, by: size).events.contains(.text("é🚲", line: 1)))
        }
    }

    @Test func `ISO-8859-1 is read as what it is`() {
        let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8)
        #expect(reading(head + [0xE9] + Array("</a>".utf8)).events.contains(.text("é", line: 1)))
    }

    @Test func `an encoding that isn't known, or isn't the file's, is an error with its line`() {
        let unknown = XMLError.malformed(line: 1, reason: "unknown encoding", number: 18)
        #expect(reading("<?xml version='1.0' encoding='windows-1252'?><a/>").error == unknown)
        let wrong = "encoding specified in XML declaration is incorrect"
        #expect(
            reading("<?xml version='1.0' encoding='UTF-16'?><a/>").error
                == .malformed(line: 1, reason: wrong, number: 19)
        )
    }

    // MARK: Namespaces

    @Test func `prefixes don't count, namespaces do`() {
        let names = reading(
            "<a xmlns='u' xmlns:p='u' xmlns:q='v'><p:b/><q:b/><c xmlns=''/></a>"
        ).events.compactMap { event -> MarkupName? in
            if case .start(let name, _, _) = event { name } else { nil }
        }
        let (first, second) = (MarkupName("b", in: "u"), MarkupName("b", in: "v"))
        #expect(names == [MarkupName("a", in: "u"), first, second, MarkupName("c")])
        #expect(
            reading("<p:a/>").error == .malformed(line: 1, reason: "unbound prefix", number: 27)
        )
        #expect(reading("<a b='1' b='2'/>").error != nil)
    }

    // MARK: The end

    @Test func `an error is final`() {
        var parser = XMLParser()
        parser.append(Array("<a></b>".utf8))
        #expect(throws: Never.self) { try parser.next() }
        for _ in 0..<2 {
            #expect(throws: XMLError.malformed(line: 1, reason: "mismatched tag", number: 7)) {
                try parser.next()
            }
        }
    }

    @Test func `nothing comes after the end, and an empty file is an error`() throws {
        var parser = XMLParser()
        parser.append(Array("<a/>".utf8))
        parser.finish()
        parser.finish()
        #expect(try parser.next() != nil)
        #expect(try parser.next() != nil)
        #expect(try parser.next() == nil)
        #expect(try parser.next() == nil)
        #expect(reading("").error == .malformed(line: 1, reason: "no element found", number: 3))
        #expect(reading("<a/><b/>").error != nil)
        #expect(reading("no xml").error != nil)
    }
}
