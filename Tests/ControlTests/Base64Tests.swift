import Control
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, section 10, and what uses the last digits.
    private static let vectors: [(text: String, bytes: [UInt8])] = [
        ("", []), ("Zg==", Array("f".utf8)), ("Zm8=", Array("fo".utf8)),
        ("Zm9v", Array("foo".utf8)), ("Zm9vYg==", Array("foob".utf8)),
        ("Zm9vYmE=", Array("fooba".utf8)), ("Zm9vYmFy", Array("foobar".utf8)),
        ("+/+/", [0xFB, 0xFF, 0xBF]), ("//8=", [0xFF, 0xFF]), ("AA==", [0]),
    ]

    @Test(arguments: vectors)
    func `the vectors of the RFC are written and read`(_ text: String, _ bytes: [UInt8]) throws {
        #expect(Base64.text(of: bytes) == text)
        #expect(try Base64.bytes(of: text, bytesMaximum: bytes.count) == bytes)
    }

    @Test func `every byte at every place comes back`() throws {
        for length in 1...4 {
            for byte in UInt8.min...UInt8.max {
                for place in 0..<length {
                    var bytes = [UInt8](repeating: 0x5A, count: length)
                    bytes[place] = byte
                    let text = Base64.text(of: bytes)
                    #expect(try Base64.bytes(of: text, bytesMaximum: length) == bytes)
                }
            }
        }
    }

    @Test func `a slice is written as its bytes`() {
        #expect(Base64.text(of: Array("xxfoobarxx".utf8)[2..<8]) == "Zm9vYmFy")
    }

    @Test(arguments: [
        ("Z", Base64Fault.oddLength(1)), ("Zg=", .oddLength(3)), ("Zm9vYg", .oddLength(6)),
        ("Zm 9", .unexpected(at: 2)), ("Zm9v\nmFy", .unexpected(at: 4)),
        ("Zm-_", .unexpected(at: 2)), ("Zg==Zg==", .unexpected(at: 2)),
        ("====", .unexpected(at: 0)), ("Z===", .unexpected(at: 1)), ("Zg=a", .unexpected(at: 2)),
        ("Zh==", .strayBits), ("Zm9=", .strayBits), ("Zé=", .unexpected(at: 1)),
    ])
    func `what is no strict base64 is refused`(_ text: String, _ fault: Base64Fault) {
        #expect(throws: fault) { try Base64.bytes(of: text, bytesMaximum: 100) }
        #expect(fault.description.hasSuffix("."))
    }

    @Test func `a text for one byte too many is refused by its length alone`() throws {
        #expect(try Base64.bytes(of: "Zm8=", bytesMaximum: 2) == Array("fo".utf8))
        #expect(throws: Base64Fault.tooLong(3, maximum: 2)) {
            try Base64.bytes(of: "!!!!", bytesMaximum: 2)
        }
    }
}
