import Testing

@testable import ServiceDiscovery

struct TextRecordTests {
    @Test func `pairs are encoded in order and read back`() throws {
        let record = try TextRecord([("v", [0x31]), ("id", [0x00, 0x3D, 0xFF])])
        #expect(
            record.encoded == [3, 0x76, 0x3D, 0x31, 6, 0x69, 0x64, 0x3D, 0x00, 0x3D, 0xFF]
        )
        #expect(TextRecord(received: record.encoded) == record)
    }

    @Test func `an empty record is one empty string`() {
        #expect(TextRecord().encoded == [0])
        #expect(TextRecord(received: [0]) == TextRecord())
    }

    @Test func `keys are found whatever their case`() {
        let record = TextRecord(received: Array("\u{05}ID=ab".utf8))
        #expect(record["id"] == Array("ab".utf8))
        #expect(record["Id"] == Array("ab".utf8))
        #expect(record["i"] == nil)
    }

    @Test func `of a repeated key the first counts`() {
        let record = TextRecord(received: Array("\u{03}a=1\u{03}A=2".utf8))
        #expect(record.entries.count == 1)
        #expect(record["a"] == [0x31])
    }

    @Test func `a bare key has an empty value and a missing key is passed over`() {
        let record = TextRecord(received: Array("\u{01}a\u{02}=1\u{03}b=2".utf8))
        #expect(record.entries.map(\.key) == ["a", "b"])
        #expect(record["a"] == [])
    }

    @Test func `every prefix of a record is read without a fault`() throws {
        let whole = try TextRecord([("alpha", [1, 2, 3]), ("beta", [4])])
        for length in 0...whole.encoded.count {
            let read = TextRecord(received: Array(whole.encoded.prefix(length)))
            #expect(read.entries == Array(whole.entries.prefix(read.entries.count)))
        }
    }

    @Test func `a stranger's keys that are not ASCII are passed over`() {
        #expect(TextRecord(received: [4, 0xFF, 0xFE, 0x3D, 1]) == TextRecord())
        #expect(TextRecord(received: [3, 0x07, 0x3D, 1]) == TextRecord())
    }

    @Test func `a stranger's record costs a bounded number of entries`() {
        let many = (0..<100).flatMap { Array("\u{04}".utf8) + Array("k\($0 + 100)".utf8) }
        #expect(TextRecord(received: many).entries.count == TextRecord.entriesReadMaximum)
    }

    @Test func `an entry of 255 bytes passes and one of 256 does not`() throws {
        _ = try TextRecord([("k", [UInt8](repeating: 0, count: 253))])
        #expect(throws: ServiceDiscoveryError.textEntryLength(key: "k", bytes: 256, maximum: 255)) {
            try TextRecord([("k", [UInt8](repeating: 0, count: 254))])
        }
    }

    @Test func `a record of 400 bytes passes and one of 401 does not`() throws {
        let half = [UInt8](repeating: 0, count: 197)
        _ = try TextRecord([("a", half), ("b", half)])
        #expect(throws: ServiceDiscoveryError.textLength(bytes: 401, maximum: 400)) {
            try TextRecord([("a", half), ("b", half + [0])])
        }
    }

    @Test(arguments: ["", "a=b", "é", "tab\t", String(repeating: "k", count: 33)])
    func `a key that is no key is refused`(key: String) {
        #expect(throws: ServiceDiscoveryError.textKey(key)) { try TextRecord([(key, [])]) }
    }

    @Test func `a key that differs in case only is refused`() {
        #expect(throws: ServiceDiscoveryError.duplicateTextKey("ID")) {
            try TextRecord([("id", []), ("ID", [])])
        }
    }
}
