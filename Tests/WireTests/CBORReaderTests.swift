import Testing
import Wire

struct CBORReaderTests {
    // MARK: Heads

    static let longForms: [(information: UInt8, hex: String, value: UInt64, bytes: Int)] = [
        (24, "00", 0, 1), (24, "17", 23, 1),
        (25, "0000", 0, 2), (25, "0017", 23, 2), (25, "00ff", 255, 2),
        (26, "00000000", 0, 4), (26, "0000ffff", 65_535, 4),
        (27, "0000000000000000", 0, 8), (27, "00000000ffffffff", 4_294_967_295, 8),
    ]

    @Test(arguments: UInt8(0)...6, Self.longForms)
    func `a head that is longer than it needs to be is refused`(
        major: UInt8,
        form: (information: UInt8, hex: String, value: UInt64, bytes: Int)
    ) {
        let bytes = [major << 5 | form.information] + [UInt8](hex: form.hex)
        let error = WireError.notShortestForm(value: form.value, bytes: form.bytes)
        #expect(throws: error) { try CBORValue.decode(bytes) }
    }

    static let shortForms: [(hex: String, value: UInt64)] = [
        ("17", 23), ("1818", 24), ("18ff", 255), ("190100", 256), ("19ffff", 65_535),
        ("1a00010000", 65_536), ("1affffffff", 4_294_967_295),
        ("1b0000000100000000", 4_294_967_296),
    ]

    @Test(arguments: Self.shortForms)
    func `each width begins where the one before ends`(form: (hex: String, value: UInt64)) throws {
        var reader = CBORReader([UInt8](hex: form.hex))
        #expect(try reader.readUnsigned() == form.value)
        var writer = CBORWriter()
        writer.write(unsigned: form.value)
        #expect(writer.bytes == [UInt8](hex: form.hex))
    }

    @Test(arguments: UInt8(0)...7, UInt8(28)...30)
    func `reserved additional information is refused`(major: UInt8, information: UInt8) {
        let initial = major << 5 | information
        #expect(throws: WireError.reservedInitialByte(initial)) {
            try CBORValue.decode([initial, 0, 0, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test(arguments: [UInt8(0x1F), 0x3F, 0xDF])
    func `a number without a length is reserved`(initial: UInt8) {
        #expect(throws: WireError.reservedInitialByte(initial)) {
            try CBORValue.decode([initial])
        }
    }

    @Test func `a break outside of everything is refused`() {
        #expect(throws: WireError.indefiniteLength(initialByte: 0xFF)) {
            try CBORValue.decode([0xFF])
        }
    }

    @Test(arguments: UInt8(0)...31)
    func `a simple value below 32 in two bytes is refused`(value: UInt8) {
        #expect(throws: WireError.notShortestForm(value: UInt64(value), bytes: 1)) {
            try CBORValue.decode([0xF8, value])
        }
    }

    // MARK: Numbers

    @Test(arguments: [Int64.min, .min + 1, -257, -256, -25, -24, -1, 0, 1, .max - 1, .max])
    func `signed integers come back at their edges`(value: Int64) throws {
        var writer = CBORWriter()
        writer.write(signed: value)
        var reader = CBORReader(writer.bytes)
        #expect(try reader.readSigned() == value)
        try reader.finish()
    }

    @Test func `an unsigned integer above Int64 does not pass for a signed one`() {
        var reader = CBORReader([UInt8](hex: "1b8000000000000000"))
        #expect(throws: WireError.integerTooWide(isNegative: false, argument: 1 << 63)) {
            try reader.readSigned()
        }
    }

    @Test func `an integer above what is accepted is refused`() throws {
        var reader = CBORReader([0x18, 100, 0x18, 101])
        #expect(try reader.readUnsigned(atMost: 100) == 100)
        #expect(throws: WireError.integerTooLarge(value: 101, accepted: 100)) {
            try reader.readUnsigned(atMost: 100)
        }
    }

    @Test func `every half-precision float is read and written in two bytes`() throws {
        for bits in UInt16.min ... .max {
            let half = Float16(bitPattern: bits)
            var writer = CBORWriter()
            writer.write(float: Double(half))
            let expected = half.isNaN ? 0x7E00 : bits
            try #require(writer.bytes == [0xF9, UInt8(expected >> 8), UInt8(expected & 0xFF)])
            var reader = CBORReader(writer.bytes)
            let value = try reader.readFloat()
            try #require(value.bitPattern == Double(half).bitPattern || half.isNaN && value.isNaN)
        }
    }

    @Test(arguments: ["f97e01", "f9fe00", "fa7fc00001", "fb7ff8000000000001", "fb7ff4000000000000"])
    func `a NaN with a payload is refused`(hex: String) {
        #expect(throws: WireError.floatNotShortestForm(bytes: (hex.utf8.count - 2) / 2)) {
            try CBORValue.decode([UInt8](hex: hex))
        }
    }

    @Test func `an integer does not pass for a float nor a float for an integer`() {
        var integer = CBORReader([0x01])
        #expect(throws: WireError.unexpectedType(expected: .float, found: .unsigned)) {
            try integer.readFloat()
        }
        var float = CBORReader([0xF9, 0x3C, 0x00])
        #expect(throws: WireError.unexpectedType(expected: .unsigned, found: .float)) {
            try float.readUnsigned()
        }
    }

    // MARK: Ends

    @Test(arguments: CBORVectorTests.accepted)
    func `every prefix of a value is truncated`(vector: (hex: String, value: CBORValue)) {
        let bytes = [UInt8](hex: vector.hex)
        for count in 0..<bytes.count {
            let prefix = bytes[..<count]
            #expect(Self.isTruncated { () throws(WireError) in _ = try CBORValue.decode(prefix) })
            var reader = CBORReader(prefix)
            #expect(Self.isTruncated { () throws(WireError) in try reader.skipValue() })
        }
    }

    private static func isTruncated(_ body: () throws(WireError) -> Void) -> Bool {
        do throws(WireError) {
            try body()
            return false
        } catch {
            guard case .truncated = error else { return false }
            return true
        }
    }

    @Test func `bytes after the value are refused`() {
        #expect(throws: WireError.trailingBytes(count: 2)) {
            try CBORValue.decode([0x01, 0x02, 0x03])
        }
    }

    @Test func `a slice is read from its own start to its own end`() throws {
        let bytes: [UInt8] = [0xFF, 0x83, 1, 2, 3, 0xFF]
        let value = CBORValue.array([.integer(1), .integer(2), .integer(3)])
        #expect(try CBORValue.decode(bytes[1..<5]) == value)
    }

    @Test func `null is read only where it stands`() throws {
        var reader = CBORReader([0xF6, 0xF5])
        let first = reader.readNullIfPresent()
        let second = reader.readNullIfPresent()
        #expect(first && !second)
        #expect(try reader.readBool())
        let third = reader.readNullIfPresent()
        #expect(!third && reader.isAtEnd)
    }
}
