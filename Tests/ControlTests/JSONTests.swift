import Control
import Testing

@Suite struct JSONTests {
    private static func read(_ text: String) throws -> JSONValue {
        try JSONReader.value(of: Array(text.utf8))
    }

    @Test func `members keep their order through reading and writing`() throws {
        let text = #"{"z":1,"a":[true,false,null],"m":{"y":"x","b":-0.5}}"#
        #expect(JSONWriter.text(of: try Self.read(text)) == text)
    }

    private static let values: [(String, JSONValue)] = [
        ("0", JSONValue.int(0)), ("-12", .int(-12)), ("9223372036854775807", .int(.max)),
        ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1.5", .double(1.5)),
        ("1e3", .double(1000)), ("-0.25E-1", .double(-0.025)), (" \t\r\n7 ", .int(7)),
        (#""\u0041\n\"\\\/\b\f\r\t""#, "A\n\"\\/\u{8}\u{C}\r\t"), (#""\ud83d\ude00é""#, "😀é"),
        ("[]", []), ("{}", [:]), ("[ 1 , 2 ]", [1, 2]),
    ]

    @Test(arguments: values)
    func `a value is read as what it is`(_ text: String, _ value: JSONValue) throws {
        #expect(try Self.read(text) == value)
    }

    @Test(arguments: [
        ("", JSONFault.endsEarly), ("  ", .endsEarly), ("{", .endsEarly), ("[1,", .endsEarly),
        ("\"a", .endsEarly), ("tru", .endsEarly), ("trux", .unexpected(at: 3)),
        ("[1 2]", .unexpected(at: 3)), ("{1:2}", .unexpected(at: 1)), ("[1,]", .unexpected(at: 3)),
        ("{\"a\":1,}", .unexpected(at: 7)), ("01", .trailing(at: 1)), ("1 x", .trailing(at: 2)),
        ("-", .endsEarly), ("1.", .endsEarly), (".5", .unexpected(at: 0)), ("1e", .endsEarly),
        ("+1", .unexpected(at: 0)), ("NaN", .unexpected(at: 0)), ("'a'", .unexpected(at: 0)),
        ("1e999", .numberTooLarge(at: 0)), ("\"\u{1}\"", .unexpected(at: 1)),
        (#""\x""#, .unexpected(at: 2)), (#""\ud800""#, .unexpected(at: 7)),
        (#""\udc00""#, .unexpected(at: 3)), (#""\u12g4""#, .unexpected(at: 5)),
        (#"{"a":1,"a":2}"#, .doubleName("a")),
    ])
    func `what is no JSON is refused with its place`(_ text: String, _ fault: JSONFault) {
        #expect(throws: fault) { try Self.read(text) }
        #expect(fault.description.hasSuffix("."))
    }

    @Test func `nesting is read to 64 levels and refused beyond`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try Self.read(nested(64))
        #expect(throws: JSONFault.tooDeep(maximum: 64)) { try Self.read(nested(65)) }
        #expect(throws: JSONFault.tooDeep(maximum: 64)) { try Self.read(nested(100_000)) }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: JSONFault.notUTF8) {
            try JSONReader.value(of: [0x22, 0xFF, 0x22])
        }
    }

    @Test func `every prefix of a document is refused, never more`() throws {
        let bytes = Array(#"{"a":[1.5e2,"é\u00e9",true],"b":{"c":null}}"#.utf8)
        for count in 0..<bytes.count {
            #expect(throws: JSONFault.self) { try JSONReader.value(of: Array(bytes[..<count])) }
        }
        _ = try JSONReader.value(of: bytes)
    }

    @Test func `what a terminal could obey is written as an escape`() throws {
        let text = "\u{1B}[2J\u{7F}\u{9B}\u{202E}\n\"\\é"
        let written = JSONWriter.text(of: .string(text))
        #expect(written == #""\u001b[2J\u007f\u009b\u202e\n\"\\é""#)
        #expect(try Self.read(written) == .string(text))
    }

    @Test func `numbers that JSON does not know become null`() {
        #expect(JSONWriter.text(of: [.double(.nan), .double(.infinity), 0.1]) == "[null,null,0.1]")
    }

    @Test func `a member is replaced, appended and removed by its name`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        object["b"] = nil
        #expect(JSONWriter.text(of: .object(object)) == #"{"a":3,"c":4}"#)
    }
}
