import Control
import Testing

@Suite struct ControlRequestTests {
    /// Lines that are no proper calls, with the code and a part of the sentence.
    private static let refused: [(line: String, code: Int, part: String)] = [
        ("nonsense", -32700, "Byte 1"),
        ("{\"jsonrpc\":\"2.0\"", -32700, "ends inside"),
        (#"{"jsonrpc":"2.0","jsonrpc":"2.0"}"#, -32700, "“jsonrpc” twice"),
        ("[]", -32600, "Batches"),
        ("7", -32600, "not a number"),
        ("{}", -32600, #""jsonrpc":"2.0""#),
        (#"{"jsonrpc":"1.0","id":null,"method":"version"}"#, -32600, "not null"),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"version"}"#, -32600, "not a fraction"),
        (#"{"jsonrpc":"2.0","id":[],"method":"version"}"#, -32600, "not an array"),
        (#"{"jsonrpc":"2.0","id":5}"#, -32600, "“method”"),
        (#"{"jsonrpc":"2.0","id":5,"method":5}"#, -32600, "not a number"),
        (#"{"jsonrpc":"2.0","id":5,"method":"version","parms":{}}"#, -32600, "“parms”"),
        (#"{"jsonrpc":"2.0","id":5,"method":"fly"}"#, -32601, "“fly”"),
        (#"{"jsonrpc":"2.0","id":5,"method":"version","params":[1]}"#, -32602, "not an array"),
        (#"{"jsonrpc":"2.0","id":5,"method":"version","params":{"x":1}}"#, -32602, "no param “x”"),
        (#"{"jsonrpc":"2.0","id":5,"method":"visible"}"#, -32602, "“on”, a boolean"),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"visible","params":{"on":"yes"}}"#, -32602,
            "must be a boolean, not a string"
        ),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"connect","params":{"peer":null}}"#, -32602,
            "must be a string, not null"
        ),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"subscribe","params":{"topics":[1]}}"#, -32602,
            "an array of strings"
        ),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"ride.here","params":{"latitude":1}}"#, -32602,
            "“longitude”, a number"
        ),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"ride.here","params":{"latitude":"1"}}"#, -32602,
            "must be a number, not a string"
        ),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"ride.log","params":{"after":1.5}}"#, -32602,
            "must be a whole number, not one with a fraction"
        ),
        (
            #"{"jsonrpc":"2.0","id":5,"method":"ride.log","params":{"after":true}}"#, -32602,
            "must be a whole number, not a boolean"
        ),
    ]

    @Test func `each wrong request gets its error, and the connection lives on`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        let client = RawClient(server.path)
        for (line, code, part) in Self.refused {
            let answer = try JSONReader.value(of: Array((client.ask(line) ?? "").utf8))
            #expect(answer["jsonrpc"] == "2.0", "\(line)")
            #expect(answer["error"]?["code"] == .int(Int64(code)), "\(line)")
            let message = answer["error"]?["message"]?.text ?? ""
            #expect(message.contains(part), "\(line) → \(message)")
            #expect(message.hasSuffix("."), "\(line) → \(message)")
            #expect(answer["id"] == (line.contains(#""id":5"#) ? 5 : .null), "\(line)")
        }
        #expect(
            client.ask(#"{"jsonrpc":"2.0","id":"x","method":"version"}"#)
                == #"{"jsonrpc":"2.0","id":"x","result":{"version":"1"}}"#
        )
    }

    @Test func `bytes that are not UTF-8 and lines that are too long get one error each`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        let client = RawClient(server.path)
        client.send([0xFF, 0xFE, 0x0A])
        #expect(client.line()?.contains("-32700") == true)
        client.send([UInt8](repeating: 0x20, count: 300_000) + [0x0A])
        let answer = client.line()
        #expect(answer?.contains("-32600") == true)
        #expect(answer?.contains("65536 bytes") == true)
        #expect(
            client.ask(#"{"jsonrpc":"2.0","id":1,"method":"version"}"#)?.contains("result") == true
        )
    }

    @Test func `a line of exactly the maximum is taken`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        let client = RawClient(server.path)
        let request = #"{"jsonrpc":"2.0","id":1,"method":"version"}"#
        let padding = String(repeating: " ", count: 65_536 - request.utf8.count)
        #expect(client.ask(request + padding)?.contains("result") == true)
        #expect(client.ask(request + padding + " ")?.contains("-32600") == true)
    }

    @Test func `a request without id is obeyed and gets no answer`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        let client = RawClient(server.path)
        client.send(#"{"jsonrpc":"2.0","method":"version"}"#)
        #expect(
            client.ask(#"{"jsonrpc":"2.0","id":2,"method":"version"}"#)?.contains(#""id":2"#)
                == true
        )
    }

    @Test(arguments: [1, 2, 7, 40])
    func `a request is taken in pieces of any size`(_ size: Int) throws {
        let server = try RunningServer()
        defer { server.stop() }
        let client = RawClient(server.path)
        let bytes = Array(
            (#"{"jsonrpc":"2.0","id":1,"method":"visible","params":{"on":true}}"# + "\n").utf8
        )
        for start in stride(from: 0, to: bytes.count, by: size) {
            client.send(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(client.line() == #"{"jsonrpc":"2.0","id":1,"result":{"message":"on"}}"#)
    }
}
