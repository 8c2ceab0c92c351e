import Testing
import Wire

struct CBORContainerTests {
    /// `depth` arrays around nothing, or maps around null.
    private static func nested(_ depth: Int, initial: [UInt8], innermost: UInt8) -> [UInt8] {
        Array(repeatElement(initial, count: depth - 1).joined()) + [innermost]
    }

    @Test func `sixteen arrays or maps may nest`() throws {
        for bytes in [
            Self.nested(16, initial: [0x81], innermost: 0x80),
            Self.nested(16, initial: [0xA1, 0x00], innermost: 0xA0),
        ] {
            #expect(try CBORValue.decode(bytes).encoded == bytes)
            var reader = CBORReader(bytes)
            try reader.skipValue()
            try reader.finish()
        }
    }

    @Test(arguments: [17, 18, 1000, 100_000])
    func `seventeen are refused, read or skipped`(depth: Int) {
        for bytes in [
            Self.nested(depth, initial: [0x81], innermost: 0x80),
            Self.nested(depth, initial: [0xA1, 0x00], innermost: 0xA0),
        ] {
            #expect(throws: WireError.depthExceeded(accepted: 16)) {
                try CBORValue.decode(bytes)
            }
            var reader = CBORReader(bytes)
            #expect(throws: WireError.depthExceeded(accepted: 16)) { try reader.skipValue() }
        }
    }

    @Test func `siblings do not add to the depth`() throws {
        let value = CBORValue.array(Array(repeating: .array([.map([])]), count: 100))
        #expect(try CBORValue.decode(value.encoded) == value)
    }

    // MARK: Counts

    @Test(arguments: ["9b0000010000000000", "bb0000010000000000"])
    func `an announced tebi-entry costs nothing`(hex: String) {
        let bytes = [UInt8](hex: hex)
        let isMap = bytes[0] == 0xBB
        let needed: UInt64 = isMap ? 1 << 41 : 1 << 40
        #expect(throws: WireError.truncated(needed: needed, present: 0)) {
            try CBORValue.decode(bytes)
        }
        var skipping = CBORReader(bytes)
        #expect(throws: WireError.truncated(needed: needed, present: 0)) {
            try skipping.skipValue()
        }
        var reading = CBORReader(bytes)
        #expect(throws: WireError.countTooLarge(count: 1 << 40, accepted: 8)) {
            if isMap {
                try reading.readMap(atMost: 8) { (_, _) in false }
            } else {
                _ = try reading.readArrayHead(atMost: 8)
            }
        }
    }

    @Test func `the greatest count does not overflow`() {
        var reader = CBORReader([UInt8](hex: "bbffffffffffffffff0000"))
        #expect(throws: WireError.truncated(needed: .max, present: 2)) { try reader.skipValue() }
    }

    @Test func `an array has exactly the count that is expected`() throws {
        var reader = CBORReader([0x82, 1, 2])
        try reader.readArrayHead(exactly: 2)
        var other = CBORReader([0x82, 1, 2])
        #expect(throws: WireError.countMismatch(count: 2, expected: 3)) {
            try other.readArrayHead(exactly: 3)
        }
    }

    @Test func `an array of one more than accepted is refused`() throws {
        var enough = CBORReader([0x83, 1, 2, 3])
        let values = try enough.readArray(atMost: 3) { (reader) throws(WireError) in
            try reader.readUnsigned()
        }
        #expect(values == [1, 2, 3])
        var short = CBORReader([0x83, 1, 2, 3])
        #expect(throws: WireError.countTooLarge(count: 3, accepted: 2)) {
            try short.readArrayHead(atMost: 2)
        }
    }

    // MARK: Maps

    private static func keys(of hex: String, known: Set<Int64>) throws(WireError) -> [Int64] {
        var reader = CBORReader([UInt8](hex: hex))
        var keys: [Int64] = []
        try reader.readMap(atMost: 32) { (key, reader) throws(WireError) in
            guard known.contains(key) else { return false }
            keys.append(key)
            try reader.skipValue()
            return true
        }
        try reader.finish()
        return keys
    }

    @Test func `keys ascend from 0 and then from -1 downwards`() throws {
        let known: Set<Int64> = [0, 1, 24, -1, -2, -25]
        let keys = try Self.keys(of: "a600f601f61818f620f621f63818f6", known: known)
        #expect(keys == [0, 1, 24, -1, -2, -25])
    }

    @Test(arguments: [
        ("a201f601f6", WireError.duplicateKey(1)), ("a220f620f6", .duplicateKey(-1)),
        ("a300f601f600f6", .keysOutOfOrder(key: 0, after: 1)),
        ("a202f601f6", .keysOutOfOrder(key: 1, after: 2)),
        ("a220f600f6", .keysOutOfOrder(key: 0, after: -1)),
        ("a221f620f6", .keysOutOfOrder(key: -1, after: -2)),
        ("a21818f601f6", .keysOutOfOrder(key: 1, after: 24)),
    ])
    func `doubled and misplaced keys are refused, read or skipped`(hex: String, error: WireError) {
        #expect(throws: error) { try Self.keys(of: hex, known: [0, 1, 2, 24, -1, -2]) }
        var reader = CBORReader([UInt8](hex: hex))
        #expect(throws: error) { try reader.skipValue() }
    }

    @Test func `an unknown negative key is skipped and any other refused`() throws {
        #expect(try Self.keys(of: "a301f62082010221f6", known: [1, -2]) == [1, -2])
        #expect(throws: WireError.unknownKey(0)) { try Self.keys(of: "a100f6", known: []) }
        #expect(throws: WireError.unknownKey(2)) { try Self.keys(of: "a201f602f6", known: [1]) }
    }

    @Test(arguments: [
        ("a12061ff", WireError.textNotUTF8(bytes: 1)),
        ("a1201800", .notShortestForm(value: 0, bytes: 1)),
        ("a120a201f601f6", .duplicateKey(1)), ("a120c000", .tagNotAllowed(0)),
        ("a1209fff", .indefiniteLength(initialByte: 0x9F)), ("a120f7", .simpleValueNotAllowed(23)),
    ])
    func `what stands under an ignored key is still checked`(hex: String, error: WireError) {
        #expect(throws: error) { try Self.keys(of: hex, known: []) }
    }

    @Test(arguments: ["a1f600", "a1410000", "a1616100", "a1f93c0000", "a18000"])
    func `a key that is no integer is refused`(hex: String) {
        #expect {
            try Self.keys(of: hex, known: [])
        } throws: { error in
            guard case .unexpectedType(.unsigned, _) = error as? WireError else { return false }
            return true
        }
    }

    @Test func `a missing entry is named`() throws {
        let present: UInt64? = 5
        let absent: UInt64? = nil
        #expect(try present.required(key: 3) == 5)
        #expect(throws: WireError.missingKey(3)) { try absent.required(key: 3) }
    }

    // MARK: Writing maps

    @Test func `entries set to nil are left out and the count follows`() {
        var writer = CBORWriter()
        writer.writeMap { map in
            map.set(key: 0, unsigned: 1)
            map.set(key: 1, text: nil)
            map.set(key: 2, bool: true)
            map.set(key: -1, bytes: [9])
            map.set(key: -2, float: nil)
        }
        #expect(writer.bytes == [UInt8](hex: "a3000102f5204109"))
    }

    @Test(arguments: [0, 1, 23, 24, 255, 256, 300])
    func `a map of any count is written after what stands before it`(count: Int) throws {
        var writer = CBORWriter()
        writer.writeArrayHead(2)
        writer.writeMap { map in
            for key in 0..<Int64(count) {
                map.set(key: key) { writer in
                    writer.writeMap { $0.set(key: 0, signed: -key) }
                }
            }
        }
        writer.writeNull()
        let map = CBORValue.map(
            (0..<Int64(count)).map { key in
                .init(key: key, value: .map([.init(key: 0, value: .integer(-key))]))
            }
        )
        #expect(try CBORValue.decode(writer.bytes) == .array([map, .null]))
    }
}
