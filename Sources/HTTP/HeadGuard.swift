/// Checks the bytes of a head before the parser sees them.
///
/// http-parser is lenient where two readers could see two different requests: it takes bare line
/// feeds, folded lines and control characters, and Debian's build of it (without its strict mode)
/// a request line that ends in `HTTQ/1.1`. Whoever sends those has something in mind.
enum HeadGuard {
    /// Throws unless every line ends in CR LF and holds only what it may.
    ///
    /// `head` ends with the empty line.
    static func check(_ head: ArraySlice<UInt8>) throws(HTTPRefusal) {
        var lines: [ArraySlice<UInt8>] = []
        var start = head.startIndex
        var index = head.startIndex
        while index < head.endIndex {
            switch head[index] {
            case 0x0D:
                guard index + 1 < head.endIndex, head[index + 1] == 0x0A else {
                    throw HTTPRefusal(.badRequest, "A carriage return stands alone in the head.")
                }
                lines.append(head[start..<index])
                index += 2
                start = index
            case 0x0A:
                throw HTTPRefusal(.badRequest, "A line of the head does not end in CR LF.")
            case 0x09, 0x20...0x7E, 0x80...0xFF:
                index += 1
            default:
                throw HTTPRefusal(.badRequest, "The head holds a control character.")
            }
        }
        try self.checkRequestLine(lines.first ?? [])
        for line in lines.dropFirst() where !line.isEmpty { try self.checkField(line) }
    }

    /// A word, a target and a version, with one space between (RFC 9112 §3).
    private static func checkRequestLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(self.isTokenByte),
            parts[2].count == 8, parts[2].starts(with: "HTTP/".utf8),
            parts[2].dropFirst(5).allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { throw HTTPRefusal(.badRequest, "This is no request line of HTTP.") }
    }

    private static func checkField(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        guard line.first != 0x20, line.first != 0x09 else {
            throw HTTPRefusal(.badRequest, "A header field is folded over two lines.")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(self.isTokenByte)
        else { throw HTTPRefusal(.badRequest, "A header field has no proper name.") }
    }

    /// Whether a byte may stand in a name (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
