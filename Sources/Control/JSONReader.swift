/// Reads one JSON text (RFC 8259), strictly.
///
/// Pure. Refuses what two readers could take differently: a name given twice, half a surrogate
/// pair, numbers beyond a `Double`.
public struct JSONReader {
    /// 64: ten times what any message here needs, and far from the stack's end.
    public static let depthMaximum = 64

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the whole of `bytes` as one value, with white space around it.
    public static func value(of bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var reader = JSONReader(bytes)
        let value = try reader.readValue()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw .trailing(at: reader.position) }
        return value
    }

    // MARK: Values

    private mutating func readValue() throws(JSONFault) -> JSONValue {
        self.skipSpace()
        guard let byte = self.peek else { throw .endsEarly }
        switch byte {
        case UInt8(ascii: "{"):
            return try self.nested { reader throws(JSONFault) in
                .object(try reader.readObject())
            }
        case UInt8(ascii: "["):
            return try self.nested { reader throws(JSONFault) in
                .array(try reader.readArray())
            }
        case UInt8(ascii: "\""): return .string(try self.readString())
        case UInt8(ascii: "t"): return try self.readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try self.readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try self.readWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try self.readNumber()
        default: throw .unexpected(at: self.position)
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONFault) -> JSONValue
    ) throws(JSONFault) -> JSONValue {
        guard self.depth < Self.depthMaximum else { throw .tooDeep(maximum: Self.depthMaximum) }
        self.depth += 1
        self.position += 1
        let value = try body(&self)
        self.depth -= 1
        return value
    }

    private mutating func readObject() throws(JSONFault) -> JSONObject {
        var members: [JSONObject.Member] = []
        var names: Set<String> = []
        self.skipSpace()
        if self.take(UInt8(ascii: "}")) { return JSONObject() }
        while true {
            self.skipSpace()
            let name = try self.readString()
            guard names.insert(name).inserted else { throw .doubleName(name) }
            self.skipSpace()
            try self.need(UInt8(ascii: ":"))
            members.append(JSONObject.Member(name: name, value: try self.readValue()))
            self.skipSpace()
            if self.take(UInt8(ascii: "}")) { return JSONObject(distinct: members) }
            try self.need(UInt8(ascii: ","))
        }
    }

    private mutating func readArray() throws(JSONFault) -> [JSONValue] {
        var items: [JSONValue] = []
        self.skipSpace()
        if self.take(UInt8(ascii: "]")) { return items }
        while true {
            items.append(try self.readValue())
            self.skipSpace()
            if self.take(UInt8(ascii: "]")) { return items }
            try self.need(UInt8(ascii: ","))
        }
    }

    private mutating func readWord(
        _ word: StaticString,
        _ value: JSONValue
    ) throws(JSONFault) -> JSONValue {
        for byte in "\(word)".utf8 {
            try self.need(byte)
        }
        return value
    }

    private mutating func readNumber() throws(JSONFault) -> JSONValue {
        let start = self.position
        _ = self.take(UInt8(ascii: "-"))
        if !self.take(UInt8(ascii: "0")) { try self.readDigits() }
        var isWhole = true
        if self.take(UInt8(ascii: ".")) {
            isWhole = false
            try self.readDigits()
        }
        if self.take(UInt8(ascii: "e")) || self.take(UInt8(ascii: "E")) {
            isWhole = false
            if !self.take(UInt8(ascii: "+")) { _ = self.take(UInt8(ascii: "-")) }
            try self.readDigits()
        }
        let text = String(decoding: self.bytes[start..<self.position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { throw .numberTooLarge(at: start) }
        return .double(number)
    }

    private mutating func readDigits() throws(JSONFault) {
        let start = self.position
        while let byte = self.peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            self.position += 1
        }
        guard self.position > start else { throw self.oddByte }
    }

    // MARK: Strings

    private mutating func readString() throws(JSONFault) -> String {
        try self.need(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while let byte = self.peek {
            switch byte {
            case UInt8(ascii: "\""):
                self.position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                self.position += 1
                text.append(contentsOf: String(try self.readEscape()).utf8)
            case 0..<0x20:
                throw .unexpected(at: self.position)
            default:
                self.position += 1
                text.append(byte)
            }
        }
        throw .endsEarly
    }

    private mutating func readEscape() throws(JSONFault) -> Unicode.Scalar {
        guard let byte = self.peek else { throw .endsEarly }
        self.position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try self.readScalar()
        default: throw .unexpected(at: self.position - 1)
        }
    }

    /// The four digits after `\u`, and the second half of a surrogate pair if they are the first.
    private mutating func readScalar() throws(JSONFault) -> Unicode.Scalar {
        let start = self.position
        let unit = try self.readHex()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00 else { throw .unexpected(at: start) }
        try self.need(UInt8(ascii: "\\"))
        try self.need(UInt8(ascii: "u"))
        let low = try self.readHex()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw .unexpected(at: start) }
        return scalar
    }

    private mutating func readHex() throws(JSONFault) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = self.peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw self.oddByte }
            number = number << 4 | UInt32(digit)
            self.position += 1
        }
        return number
    }

    // MARK: Bytes

    private var peek: UInt8? {
        self.position < self.bytes.count ? self.bytes[self.position] : nil
    }

    private var oddByte: JSONFault {
        self.peek == nil ? .endsEarly : .unexpected(at: self.position)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard self.peek == byte else { return false }
        self.position += 1
        return true
    }

    private mutating func need(_ byte: UInt8) throws(JSONFault) {
        guard self.take(byte) else { throw self.oddByte }
    }

    private mutating func skipSpace() {
        while let byte = self.peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            self.position += 1
        }
    }
}
