import Markup
import Testing
import XML

@Suite struct XMLLimitsTests {
    private func limits(_ change: (inout XMLLimits) -> Void) -> XMLLimits {
        var limits = XMLLimits()
        change(&limits)
        return limits
    }

    @Test func `depth`() {
        let limits = self.limits { $0.depthMaximum = 3 }
        #expect(reading("<a><b>\n<c/></b></a>", limits: limits).error == nil)
        let deep = reading("<a><b>\n<c>\n<d/></c></b></a>", limits: limits)
        #expect(deep.error == .tooDeep(line: 3, accepted: 3))
        #expect(deep.events.count { if case .start = $0 { true } else { false } } == 3)
    }

    @Test func `depth without a limit of ours would end the stack, not here`() {
        let found = reading(String(repeating: "<a>", count: 100_000), by: 4_096)
        #expect(found.error == .tooDeep(line: 1, accepted: 64))
    }

    @Test func `number of attributes, declarations of namespaces not counted`() {
        let limits = self.limits { $0.attributesMaximum = 2 }
        #expect(reading("<a b='1' xmlns:e='u' c='2'/>", limits: limits).error == nil)
        #expect(
            reading("\n<a b='1' c='2' d='3'/>", limits: limits).error
                == .tooManyAttributes(line: 2, count: 3, accepted: 2)
        )
    }

    @Test func `length of an attribute`() {
        let limits = self.limits { $0.attributeBytesMaximum = 3 }
        #expect(reading("<a b='éa'/>", limits: limits).error == nil)
        #expect(
            reading("<a b='éab'/>", limits: limits).error
                == .attributeTooLong(line: 1, bytes: 4, accepted: 3)
        )
    }

    @Test func `length of a name`() {
        let limits = self.limits { $0.nameBytesMaximum = 5 }
        #expect(reading("<abcde/>", limits: limits).error == nil)
        #expect(
            reading("<abcdef/>", limits: limits).error
                == .nameTooLong(line: 1, bytes: 6, accepted: 5)
        )
        #expect(
            reading("<a abcdef='1'/>", limits: limits).error
                == .nameTooLong(line: 1, bytes: 6, accepted: 5)
        )
    }

    @Test func `number of names, which expat never forgets`() {
        let limits = self.limits { $0.namesMaximum = 3 }
        #expect(reading("<a><b c='1'/><b c='2'/><a/></a>", limits: limits).error == nil)
        #expect(
            reading("<a><b c='1'/>\n<d/></a>", limits: limits).error
                == .tooManyNames(line: 2, accepted: 3)
        )
        #expect(
            reading("<a><b c='1'/>\n<b d='1'/></a>", limits: limits).error
                == .tooManyNames(line: 2, accepted: 3)
        )
        let prefixes = "<a xmlns:p='u' xmlns:q='u'>\n<b xmlns:r='u'/></a>"
        #expect(reading(prefixes, limits: limits).error == .tooManyNames(line: 2, accepted: 3))
        let many = (0..<10_000).map { "<n\($0)/>" }.joined()
        #expect(reading("<a>\(many)</a>").error == .tooManyNames(line: 1, accepted: 4_096))
        let spaced = (0..<10_000).map { "<p\($0):n xmlns:p\($0)='u'/>" }.joined()
        #expect(reading("<a>\(spaced)</a>").error == .tooManyNames(line: 1, accepted: 4_096))
    }

    @Test(arguments: [1, 7, 16_384, .max])
    func `length of a text, all its pieces together`(size: Int) {
        let limits = self.limits { $0.textBytesMaximum = 10 }
        #expect(reading("<a>01234<!-- x -->56789</a>", by: size, limits: limits).error == nil)
        #expect(
            reading("<a>\n1234<!-- x -->5<![CDATA[6789a]]></a>", by: size, limits: limits).error
                == .textTooLong(line: 1, accepted: 10)
        )
    }

    @Test(arguments: ["<a><!-- ", "<a b='", "<a><?x ", "<a ", "<", "<?xml version='1.0' "])
    func `length of what is never finished`(start: String) {
        var parser = XMLParser()
        var fed = start.utf8.count
        parser.append(Array(start.utf8))
        var error: XMLError?
        while error == nil, fed < 10_000_000 {
            parser.append(repeatElement(UInt8(ascii: "x"), count: 4_096))
            fed += 4_096
            do throws(XMLError) {
                while try parser.next() != nil {}
            } catch let thrown {
                error = thrown
            }
        }
        #expect(error != nil)
        #expect(fed < 100_000)
    }

    @Test func `length of the document`() {
        let limits = self.limits { $0.documentBytesMaximum = 10 }
        #expect(reading("<a>01</a> ", by: 3, limits: limits).error == nil)
        #expect(
            reading("<a>012</a> ", by: 3, limits: limits).error == .documentTooLong(accepted: 10)
        )
    }

    @Test func `errors are sentences with line and number`() {
        #expect(
            XMLError.tooManyNames(line: 7, accepted: 4_096).description
                == "Line 7 has the document's 4097th different name; at most 4096 are read."
        )
        #expect(
            XMLError.malformed(line: 3, reason: "mismatched tag", number: 7).description
                == "Line 3 is no well-formed XML: mismatched tag (7)."
        )
    }
}
