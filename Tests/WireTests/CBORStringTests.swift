import Testing
import Wire

struct CBORStringTests {
    static let malformed: [(what: String, hex: String)] = [
        ("a continuation byte alone", "80"),
        ("a lead byte alone", "c3"),
        ("a three-byte form cut short", "e6b0"),
        ("a four-byte form cut short", "f09085"),
        ("a lead byte before ASCII", "c341"),
        ("an overlong slash in two bytes", "c0af"),
        ("an overlong slash in three bytes", "e080af"),
        ("an overlong slash in four bytes", "f08080af"),
        ("an overlong zero", "c080"),
        ("the greatest overlong two-byte form", "c1bf"),
        ("the greatest overlong three-byte form", "e09fbf"),
        ("the greatest overlong four-byte form", "f08fbfbf"),
        ("a high surrogate", "eda080"),
        ("a low surrogate", "edbfbf"),
        ("a pair of surrogates", "eda081edb080"),
        ("a number above U+10FFFF", "f4908080"),
        ("a five-byte form", "f888808080"),
        ("a six-byte form", "fc8480808080"),
        ("FE", "fe"),
        ("FF", "ff"),
        ("good text before bad", "6162c3"),
    ]

    @Test(arguments: Self.malformed)
    func `malformed UTF-8 is refused, read or skipped`(text: (what: String, hex: String)) {
        let utf8 = [UInt8](hex: text.hex)
        let bytes = [0x60 | UInt8(utf8.count)] + utf8
        var reading = CBORReader(bytes)
        #expect(throws: WireError.textNotUTF8(bytes: utf8.count)) {
            try reading.readText(atMostBytes: 64)
        }
        var skipping = CBORReader(bytes)
        #expect(throws: WireError.textNotUTF8(bytes: utf8.count)) { try skipping.skipValue() }
    }

    @Test(arguments: [
        "", "\u{0}", "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}",
    ])
    func `the edges of every width are read`(text: String) throws {
        var writer = CBORWriter()
        writer.write(text: text)
        var reader = CBORReader(writer.bytes)
        #expect(try reader.readText(atMostBytes: 64) == text)
    }

    @Test func `text is not normalised`() throws {
        let decomposed = "e\u{301}"
        var writer = CBORWriter()
        writer.write(text: decomposed)
        var reader = CBORReader(writer.bytes)
        #expect(Array(try reader.readText(atMostBytes: 8).utf8) == Array(decomposed.utf8))
    }

    @Test func `a text is measured in bytes`() throws {
        let bytes = [UInt8](hex: "63e6b0b4")
        var enough = CBORReader(bytes)
        #expect(try enough.readText(atMostBytes: 3) == "\u{6c34}")
        var short = CBORReader(bytes)
        #expect(throws: WireError.textTooLong(bytes: 3, accepted: 2)) {
            try short.readText(atMostBytes: 2)
        }
    }

    @Test func `a byte string has at most what is accepted`() throws {
        var enough = CBORReader([0x42, 1, 2])
        #expect(try enough.readBytes(atMost: 2) == [1, 2])
        var short = CBORReader([0x42, 1, 2])
        #expect(throws: WireError.bytesTooLong(count: 2, accepted: 1)) {
            try short.readBytes(atMost: 1)
        }
    }

    @Test func `a byte string has exactly what is expected`() throws {
        var enough = CBORReader([0x42, 1, 2])
        #expect(try enough.readBytes(exactly: 2) == [1, 2])
        for expected in [1, 3] {
            var reader = CBORReader([0x42, 1, 2])
            #expect(throws: WireError.bytesCountMismatch(count: 2, expected: expected)) {
                try reader.readBytes(exactly: expected)
            }
        }
    }

    @Test(arguments: ["5bffffffffffffffff", "7bffffffffffffffff", "5b7fffffffffffffff00"])
    func `a length that nothing stands behind is truncated`(hex: String) {
        var reader = CBORReader([UInt8](hex: hex))
        let announced = hex.hasPrefix("5b7f") ? UInt64(Int64.max) : .max
        #expect(
            throws: WireError.truncated(needed: announced, present: hex.hasSuffix("00") ? 1 : 0)
        ) {
            try reader.skipValue()
        }
    }

    @Test func `a text where bytes belong is refused`() {
        var reader = CBORReader([0x61, 0x61])
        #expect(throws: WireError.unexpectedType(expected: .bytes, found: .text)) {
            try reader.readBytes(atMost: 8)
        }
    }
}
