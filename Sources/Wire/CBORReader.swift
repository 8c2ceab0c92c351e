/// Reads CBOR strictly: only what `CBORWriter` would have written (RFC 8949 §4.2).
///
/// Refused are longer forms than the shortest, indefinite lengths, tags, `undefined` and other
/// simple values, map keys that are no integers or not strictly ascending in deterministic order,
/// and more than `depthMaximum` nested arrays and maps. So a message has exactly one encoding.
///
/// Nothing is allocated for what is only announced: counts and lengths are first held against the
/// bytes that are really there. After an error the reader is of no further use.
public struct CBORReader: Sendable {
    /// How many arrays and maps may stand inside each other.
    ///
    /// Messages are a few levels deep; 16 leaves room, and bounds the stack that a peer can make a
    /// recursive decoder use.
    public static let depthMaximum = 16

    private var bytes: ByteReader
    private var depth = 0

    /// Starts at the first of `bytes`.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = ByteReader(bytes)
    }

    /// Starts at the first of `bytes`.
    public init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// Whether all bytes have been read.
    public var isAtEnd: Bool { self.bytes.remaining == 0 }

    /// Ends the reading; throws `trailingBytes` when anything is left.
    public func finish() throws(WireError) {
        guard self.isAtEnd else { throw .trailingBytes(count: self.bytes.remaining) }
    }

    /// What the next value is, without reading it.
    public func peekType() throws(WireError) -> CBORType {
        var ahead = self.bytes
        return try CBORHead(from: &ahead).type
    }

    // MARK: Numbers

    /// Reads an unsigned integer.
    public mutating func readUnsigned() throws(WireError) -> UInt64 {
        try self.readArgument(.unsigned)
    }

    /// Reads an unsigned integer of at most `accepted`.
    public mutating func readUnsigned(atMost accepted: UInt64) throws(WireError) -> UInt64 {
        let value = try self.readArgument(.unsigned)
        guard value <= accepted else { throw .integerTooLarge(value: value, accepted: accepted) }
        return value
    }

    /// Reads an integer that fits in 64 signed bits.
    public mutating func readSigned() throws(WireError) -> Int64 {
        let head = try CBORHead(from: &self.bytes)
        guard head.type == .unsigned || head.type == .negative else {
            throw .unexpectedType(expected: .unsigned, found: head.type)
        }
        let isNegative = head.type == .negative
        guard let magnitude = Int64(exactly: head.argument) else {
            throw .integerTooWide(isNegative: isNegative, argument: head.argument)
        }
        return isNegative ? ~magnitude : magnitude
    }

    /// Reads a float of any width.
    public mutating func readFloat() throws(WireError) -> Double {
        Double(bitPattern: try self.readArgument(.float))
    }

    // MARK: Simple values

    /// Reads false or true.
    public mutating func readBool() throws(WireError) -> Bool {
        try self.readArgument(.boolean) == 1
    }

    /// Reads a null if one comes next, and says whether it did.
    public mutating func readNullIfPresent() -> Bool {
        guard self.bytes.next == 0xF6, (try? self.bytes.readUInt8()) != nil else { return false }
        return true
    }

    // MARK: Strings

    /// Reads a byte string of at most `accepted` bytes.
    public mutating func readBytes(atMost accepted: Int) throws(WireError) -> [UInt8] {
        let count = try self.readArgument(.bytes)
        guard count <= UInt64(accepted) else {
            throw .bytesTooLong(count: count, accepted: accepted)
        }
        return Array(try self.take(count))
    }

    /// Reads a byte string of exactly `expected` bytes.
    public mutating func readBytes(exactly expected: Int) throws(WireError) -> [UInt8] {
        let count = try self.readArgument(.bytes)
        guard count == UInt64(expected) else {
            throw .bytesCountMismatch(count: count, expected: expected)
        }
        return Array(try self.take(count))
    }

    /// Reads a text of at most `accepted` bytes of well-formed UTF-8.
    ///
    /// Overlong forms, surrogates and numbers above U+10FFFF are refused; nothing is normalised.
    public mutating func readText(atMostBytes accepted: Int) throws(WireError) -> String {
        let count = try self.readArgument(.text)
        guard count <= UInt64(accepted) else {
            throw .textTooLong(bytes: count, accepted: accepted)
        }
        let utf8 = try self.take(count)
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw .textNotUTF8(bytes: utf8.count)
        }
        return text
    }

    // MARK: Arrays

    /// Reads the head of an array of at most `accepted` values, which the caller reads one by one.
    ///
    /// It counts no depth; whatever may contain itself uses `readArray(atMost:element:)`.
    public mutating func readArrayHead(atMost accepted: Int) throws(WireError) -> Int {
        let count = try self.readArgument(.array)
        guard count <= UInt64(accepted) else {
            throw .countTooLarge(count: count, accepted: accepted)
        }
        return try self.present(count, bytesEach: 1)
    }

    /// Reads the head of an array of exactly `expected` values.
    public mutating func readArrayHead(exactly expected: Int) throws(WireError) {
        let count = try self.readArgument(.array)
        guard count == UInt64(expected) else {
            throw .countMismatch(count: count, expected: expected)
        }
        _ = try self.present(count, bytesEach: 1)
    }

    /// Reads an array of at most `accepted` values, each with `element`.
    public mutating func readArray<Element>(
        atMost accepted: Int,
        element: (inout CBORReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let count = try self.readArrayHead(atMost: accepted)
        try self.enter()
        // Not reserved: elements are wider than their bytes, and most may turn out malformed.
        var elements: [Element] = []
        for _ in 0..<count {
            elements.append(try element(&self))
        }
        self.depth -= 1
        return elements
    }

    /// Reads an array of at most `accepted` values that read themselves.
    public mutating func readArray<Element: CBORDecodable>(
        of type: Element.Type = Element.self,
        atMost accepted: Int
    ) throws(WireError) -> [Element] {
        try self.readArray(atMost: accepted) { (reader) throws(WireError) in
            try Element(from: &reader)
        }
    }

    /// Reads one value that reads itself.
    public mutating func read<Value: CBORDecodable>(
        _ type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        try Value(from: &self)
    }

    // MARK: Maps

    /// Reads a map of at most `accepted` entries.
    ///
    /// `body` is given each key and reads its value, or returns `false` without reading when it
    /// does not know the key: a negative one is then skipped with all checks, any other is refused.
    public mutating func readMap(
        atMost accepted: Int,
        _ body: (Int64, inout CBORReader) throws(WireError) -> Bool
    ) throws(WireError) {
        let count = try self.readArgument(.map)
        guard count <= UInt64(accepted) else {
            throw .countTooLarge(count: count, accepted: accepted)
        }
        try self.readEntries(count, body)
    }

    private mutating func readEntries(
        _ count: UInt64,
        _ body: (Int64, inout CBORReader) throws(WireError) -> Bool
    ) throws(WireError) {
        let count = try self.present(count, bytesEach: 2)
        try self.enter()
        var previous: Int64?
        for _ in 0..<count {
            let key = try self.readKey(after: previous)
            let remaining = self.bytes.remaining
            let isKnown = try body(key, &self)
            precondition(
                isKnown == (self.bytes.remaining < remaining),
                "A value is read exactly when its key \(key) is known"
            )
            if !isKnown {
                guard key < 0 else { throw .unknownKey(key) }
                try self.skipValue()
            }
            previous = key
        }
        self.depth -= 1
    }

    private mutating func readKey(after previous: Int64?) throws(WireError) -> Int64 {
        let key = try self.readSigned()
        if let previous {
            guard key != previous else { throw .duplicateKey(key) }
            guard MapKeyOrder(previous) < MapKeyOrder(key) else {
                throw .keysOutOfOrder(key: key, after: previous)
            }
        }
        return key
    }

    // MARK: What nobody asked for

    /// Reads one value of any type and forgets it, with all checks.
    public mutating func skipValue() throws(WireError) {
        let head = try CBORHead(from: &self.bytes)
        switch head.type {
        case .unsigned, .negative, .boolean, .null, .float:
            return
        case .bytes:
            _ = try self.take(head.argument)
        case .text:
            let utf8 = try self.take(head.argument)
            guard String(validating: utf8, as: UTF8.self) != nil else {
                throw .textNotUTF8(bytes: utf8.count)
            }
        case .array:
            let count = try self.present(head.argument, bytesEach: 1)
            try self.enter()
            for _ in 0..<count {
                try self.skipValue()
            }
            self.depth -= 1
        case .map:
            try self.readEntries(head.argument) { (_, reader) throws(WireError) in
                try reader.skipValue()
                return true
            }
        }
    }

    // MARK: Checks

    private mutating func readArgument(_ expected: CBORType) throws(WireError) -> UInt64 {
        let head = try CBORHead(from: &self.bytes)
        guard head.type == expected else {
            throw .unexpectedType(expected: expected, found: head.type)
        }
        return head.argument
    }

    private mutating func take(_ count: UInt64) throws(WireError) -> ArraySlice<UInt8> {
        try self.bytes.readBytes(try self.present(count, bytesEach: 1))
    }

    /// Holds an announced count against the bytes that are left, of which each needs some.
    private func present(_ count: UInt64, bytesEach: UInt64) throws(WireError) -> Int {
        guard count <= UInt64(self.bytes.remaining) / bytesEach else {
            let (needed, isTooMany) = count.multipliedReportingOverflow(by: bytesEach)
            throw .truncated(needed: isTooMany ? .max : needed, present: self.bytes.remaining)
        }
        return Int(count)
    }

    private mutating func enter() throws(WireError) {
        guard self.depth < Self.depthMaximum else {
            throw .depthExceeded(accepted: Self.depthMaximum)
        }
        self.depth += 1
    }
}
