import Testing
import Wire

/// RFC 8949, appendix A.
struct CBORVectorTests {
    static let accepted: [(hex: String, value: CBORValue)] = [
        ("00", .integer(0)), ("01", .integer(1)), ("0a", .integer(10)), ("17", .integer(23)),
        ("1818", .integer(24)), ("1819", .integer(25)), ("1864", .integer(100)),
        ("1903e8", .integer(1000)), ("1a000f4240", .integer(1_000_000)),
        ("1b000000e8d4a51000", .integer(1_000_000_000_000)),
        ("1bffffffffffffffff", .wideUnsigned(.max)),
        ("20", .integer(-1)), ("29", .integer(-10)), ("3863", .integer(-100)),
        ("3903e7", .integer(-1000)),
        ("f90000", .double(0)), ("f98000", .double(-0.0)), ("f93c00", .double(1)),
        ("fb3ff199999999999a", .double(1.1)), ("f93e00", .double(1.5)),
        ("f97bff", .double(65504)), ("fa47c35000", .double(100_000)),
        ("fa7f7fffff", .double(3.4028234663852886e+38)), ("fb7e37e43c8800759c", .double(1e300)),
        ("f90001", .double(5.960464477539063e-8)), ("f90400", .double(0.00006103515625)),
        ("f9c400", .double(-4)), ("fbc010666666666666", .double(-4.1)),
        ("f97c00", .double(.infinity)), ("f97e00", .double(.nan)), ("f9fc00", .double(-.infinity)),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", .string("")), ("6161", .string("a")), ("6449455446", .string("IETF")),
        ("62225c", .string("\"\\")), ("62c3bc", .string("\u{fc}")),
        ("63e6b0b4", .string("\u{6c34}")),
        ("64f0908591", .string("\u{10151}")),
        ("80", .array([])), ("83010203", .array([.integer(1), .integer(2), .integer(3)])),
        (
            "8301820203820405",
            .array([
                .integer(1), .array([.integer(2), .integer(3)]),
                .array([.integer(4), .integer(5)]),
            ])
        ),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            .array((1...25).map { .integer($0) })
        ),
        ("a0", .map([])),
        (
            "a201020304",
            .map([.init(key: 1, value: .integer(2)), .init(key: 3, value: .integer(4))])
        ),
    ]

    static let refused: [(hex: String, error: WireError)] = [
        ("3bffffffffffffffff", .integerTooWide(isNegative: true, argument: .max)),
        ("c249010000000000000000", .tagNotAllowed(2)),
        ("c349010000000000000000", .tagNotAllowed(3)),
        ("fa7f800000", .floatNotShortestForm(bytes: 4)),
        ("fa7fc00000", .floatNotShortestForm(bytes: 4)),
        ("faff800000", .floatNotShortestForm(bytes: 4)),
        ("fb7ff0000000000000", .floatNotShortestForm(bytes: 8)),
        ("fb7ff8000000000000", .floatNotShortestForm(bytes: 8)),
        ("fbfff0000000000000", .floatNotShortestForm(bytes: 8)),
        ("f7", .simpleValueNotAllowed(23)), ("f0", .simpleValueNotAllowed(16)),
        ("f8ff", .simpleValueNotAllowed(255)),
        ("c074323031332d30332d32315432303a30343a30305a", .tagNotAllowed(0)),
        ("c11a514b67b0", .tagNotAllowed(1)), ("c1fb41d452d9ec200000", .tagNotAllowed(1)),
        ("d74401020304", .tagNotAllowed(23)), ("d818456449455446", .tagNotAllowed(24)),
        ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", .tagNotAllowed(32)),
        ("a26161016162820203", .unexpectedType(expected: .unsigned, found: .text)),
        ("826161a161626163", .unexpectedType(expected: .unsigned, found: .text)),
        (
            "a56161614161626142616361436164614461656145",
            .unexpectedType(expected: .unsigned, found: .text)
        ),
        ("5f42010243030405ff", .indefiniteLength(initialByte: 0x5F)),
        ("7f657374726561646d696e67ff", .indefiniteLength(initialByte: 0x7F)),
        ("9fff", .indefiniteLength(initialByte: 0x9F)),
        ("9f018202039f0405ffff", .indefiniteLength(initialByte: 0x9F)),
        ("83018202039f0405ff", .indefiniteLength(initialByte: 0x9F)),
        ("83019f0203ff820405", .indefiniteLength(initialByte: 0x9F)),
        ("bf61610161629f0203ffff", .indefiniteLength(initialByte: 0xBF)),
        ("826161bf61626163ff", .indefiniteLength(initialByte: 0xBF)),
        ("bf6346756ef563416d7421ff", .indefiniteLength(initialByte: 0xBF)),
    ]

    @Test(arguments: Self.accepted)
    func `a vector within the profile is read and written`(
        vector: (hex: String, value: CBORValue)
    ) throws {
        let bytes = [UInt8](hex: vector.hex)
        #expect(try CBORValue.decode(bytes) == vector.value)
        #expect(vector.value.encoded == bytes)
    }

    @Test(arguments: Self.accepted)
    func `a vector within the profile can be skipped`(
        vector: (hex: String, value: CBORValue)
    ) throws {
        var reader = CBORReader([UInt8](hex: vector.hex))
        try reader.skipValue()
        try reader.finish()
    }

    @Test(arguments: Self.refused)
    func `a vector outside of the profile is refused`(vector: (hex: String, error: WireError)) {
        #expect(throws: vector.error) { try CBORValue.decode([UInt8](hex: vector.hex)) }
    }

    @Test(arguments: Self.refused.dropFirst())
    func `a vector outside of the profile is refused when skipped`(
        vector: (hex: String, error: WireError)
    ) {
        var reader = CBORReader([UInt8](hex: vector.hex))
        #expect(throws: vector.error) { try reader.skipValue() }
    }
}

extension CBORValue {
    static func double(_ value: Double) -> CBORValue {
        // Swift's NaN has the same bits as the canonical one.
        .float(value.bitPattern)
    }

    static func string(_ value: String) -> CBORValue {
        .text(Array(value.utf8))
    }
}
