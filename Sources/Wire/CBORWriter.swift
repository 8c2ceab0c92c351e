/// Writes CBOR in the core deterministic encoding of RFC 8949 §4.2.
///
/// There is one encoding for each value: shortest heads, definite lengths, map keys in ascending
/// bytewise order, floats in the shortest width that keeps their value, one NaN.
public struct CBORWriter: Sendable {
    private var output: ByteWriter

    /// What has been written.
    public var bytes: [UInt8] { self.output.bytes }

    /// Starts with nothing written and room for `count` bytes.
    public init(reserving count: Int = 0) {
        self.output = ByteWriter()
        if count > 0 { self.output.reserve(count) }
    }

    // MARK: Numbers

    /// Writes an unsigned integer, major type 0.
    public mutating func write(unsigned value: UInt64) {
        self.writeHead(.unsigned, argument: value)
    }

    /// Writes an integer, major type 0 or 1.
    public mutating func write(signed value: Int64) {
        if value >= 0 {
            self.writeHead(.unsigned, argument: UInt64(value))
        } else {
            self.writeHead(.negative, argument: UInt64(~value))
        }
    }

    /// Writes a float in the shortest of 2, 4 and 8 bytes that keeps its value and its sign.
    ///
    /// Every NaN is written as `f97e00` (RFC 8949 §4.2.2).
    public mutating func write(float value: Double) {
        switch ShortestFloat(value) {
        case .half(let bits):
            self.output.write(UInt8(0xF9))
            self.output.write(bits)
        case .single(let bits):
            self.output.write(UInt8(0xFA))
            self.output.write(bits)
        case .double(let bits):
            self.output.write(UInt8(0xFB))
            self.output.write(bits)
        }
    }

    // MARK: Simple values

    /// Writes false or true.
    public mutating func write(_ value: Bool) {
        self.output.write(value ? UInt8(0xF5) : UInt8(0xF4))
    }

    /// Writes null.
    public mutating func writeNull() {
        self.output.write(UInt8(0xF6))
    }

    // MARK: Strings

    /// Writes a byte string, major type 2.
    public mutating func write(bytes: [UInt8]) {
        self.writeHead(.bytes, argument: UInt64(bytes.count))
        self.output.write(bytes: bytes)
    }

    /// Writes a byte string, major type 2.
    public mutating func write(bytes: ArraySlice<UInt8>) {
        self.writeHead(.bytes, argument: UInt64(bytes.count))
        self.output.write(bytes: bytes)
    }

    /// Writes a text in UTF-8, major type 3, without normalising it.
    public mutating func write(text: String) {
        self.writeHead(.text, argument: UInt64(text.utf8.count))
        self.output.append(utf8: text)
    }

    // MARK: Arrays and maps

    /// Writes the head of an array; exactly `count` values must follow.
    public mutating func writeArrayHead(_ count: Int) {
        self.writeHead(.array, argument: UInt64(count))
    }

    /// Writes the head of a map; exactly `count` keys with their values must follow, in order.
    ///
    /// `writeMap(_:)` counts and holds the order by itself.
    public mutating func writeMapHead(_ count: Int) {
        self.writeHead(.map, argument: UInt64(count))
    }

    /// Writes an array of all `values`.
    public mutating func write<Element: CBOREncodable>(array values: [Element]) {
        self.writeArrayHead(values.count)
        for value in values {
            value.encode(into: &self)
        }
    }

    /// Writes one value.
    public mutating func write<Value: CBOREncodable>(_ value: Value) {
        value.encode(into: &self)
    }

    /// Writes a map of the entries that `build` sets.
    public mutating func writeMap(_ build: (inout CBORMapWriter) -> Void) {
        let start = self.output.bytes.count
        self.writeMapHead(0)
        // The bytes move into the map's writer and back, so that nothing is copied.
        var map = CBORMapWriter(writer: self.taken())
        build(&map)
        self = map.finished()
        self.setMapCount(map.count, ofHeadAt: start)
    }

    private mutating func taken() -> CBORWriter {
        let writer = self
        self = CBORWriter()
        return writer
    }

    private mutating func setMapCount(_ count: Int, ofHeadAt start: Int) {
        var head = CBORWriter()
        head.writeMapHead(count)
        self.output.replace(at: start, with: head.bytes[0])
        // Only a map of more than 23 entries has a longer head, and has to be moved for it.
        if head.bytes.count > 1 {
            self.output.insert(Array(head.bytes.dropFirst()), at: start + 1)
        }
    }

    private mutating func writeHead(_ type: CBORType, argument: UInt64) {
        let major = type.major << 5
        switch argument {
        case 0...23:
            self.output.write(major | UInt8(argument))
        case 24...0xFF:
            self.output.write(major | 24)
            self.output.write(UInt8(argument))
        case 0x100...0xFFFF:
            self.output.write(major | 25)
            self.output.write(UInt16(argument))
        case 0x1_0000...0xFFFF_FFFF:
            self.output.write(major | 26)
            self.output.write(UInt32(argument))
        default:
            self.output.write(major | 27)
            self.output.write(argument)
        }
    }
}
