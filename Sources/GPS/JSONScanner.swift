/// Walks over JSON (RFC 8259) and says where its values lie, building nothing.
///
/// The text must be valid UTF-8. Each method begins where the last one ended, and throws at the
/// first byte that doesn't belong.
struct JSONScanner {
    /// What a value is.
    enum Kind: Equatable {
        case number
        case text
        /// An array, and how many values it holds.
        case list(count: Int)
        case object
        /// `true`, `false` or `null`.
        case word
    }

    /// 16: gpsd nests 4 deep at most, and recursion mustn't end the stack.
    static let depthMaximum = 16

    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? {
        self.position < self.bytes.count ? self.bytes[self.position] : nil
    }

    /// Steps over one of these bytes, if one of them is next.
    private mutating func skip(_ wanted: StaticString) -> Bool {
        guard let next, wanted.withUTF8Buffer({ $0.contains(next) }) else { return false }
        self.position += 1
        return true
    }

    private mutating func take(_ wanted: StaticString) throws(MalformedReport) {
        guard self.skip(wanted) else { throw MalformedReport() }
    }

    private mutating func skipSpace() {
        while self.skip(" \t\r\n") {}
    }

    /// The end, behind any white space.
    mutating func end() throws(MalformedReport) {
        self.skipSpace()
        guard self.next == nil else { throw MalformedReport() }
    }

    /// An object; `member` gets each name without its quotes, and where its value lies.
    mutating func object(
        depth: Int = 1,
        _ member: (_ name: Range<Int>, Kind, _ value: Range<Int>) throws(MalformedReport) -> Void
    ) throws(MalformedReport) {
        guard depth <= Self.depthMaximum else { throw MalformedReport() }
        self.skipSpace()
        try self.take("{")
        self.skipSpace()
        if self.skip("}") { return }
        repeat {
            self.skipSpace()
            let name = try self.text()
            self.skipSpace()
            try self.take(":")
            self.skipSpace()
            let start = self.position
            let kind = try self.value(depth: depth)
            try member(name, kind, start..<self.position)
            self.skipSpace()
        } while self.skip(",")
        try self.take("}")
    }

    private mutating func value(depth: Int) throws(MalformedReport) -> Kind {
        switch self.next {
        case UInt8(ascii: "{"):
            try self.object(depth: depth + 1) { _, _, _ in }
            return .object
        case UInt8(ascii: "["):
            return .list(count: try self.list(depth: depth + 1))
        case UInt8(ascii: "\""):
            _ = try self.text()
            return .text
        case UInt8(ascii: "t"): return try self.word("true")
        case UInt8(ascii: "f"): return try self.word("false")
        case UInt8(ascii: "n"): return try self.word("null")
        default:
            try self.number()
            return .number
        }
    }

    private mutating func list(depth: Int) throws(MalformedReport) -> Int {
        guard depth <= Self.depthMaximum else { throw MalformedReport() }
        try self.take("[")
        self.skipSpace()
        if self.skip("]") { return 0 }
        var count = 0
        repeat {
            self.skipSpace()
            _ = try self.value(depth: depth)
            count += 1
            self.skipSpace()
        } while self.skip(",")
        try self.take("]")
        return count
    }

    private mutating func word(_ word: StaticString) throws(MalformedReport) -> Kind {
        let end = self.position + word.utf8CodeUnitCount
        let isIt = word.withUTF8Buffer { self.bytes[self.position...].starts(with: $0) }
        guard isIt else { throw MalformedReport() }
        self.position = end
        return .word
    }

    /// A string; returns where its inside lies.
    private mutating func text() throws(MalformedReport) -> Range<Int> {
        try self.take("\"")
        let start = self.position
        while let byte = self.next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw MalformedReport() }
            self.position += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            if self.skip("u") {
                for _ in 0..<4 { try self.take("0123456789abcdefABCDEF") }
            } else {
                try self.take("\"\\/bfnrt")
            }
        }
        let end = self.position
        try self.take("\"")
        return start..<end
    }

    private mutating func number() throws(MalformedReport) {
        _ = self.skip("-")
        if !self.skip("0") { try self.digits() }
        if self.skip(".") { try self.digits() }
        if self.skip("eE") {
            _ = self.skip("+-")
            try self.digits()
        }
    }

    private mutating func digits() throws(MalformedReport) {
        try self.take("0123456789")
        while self.skip("0123456789") {}
    }
}
