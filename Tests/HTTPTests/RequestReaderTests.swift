import Determinism
import Testing

@testable import HTTP

@Suite struct RequestReaderTests {
    private static let get = "GET /a?b HTTP/1.1\r\nHost: x:1\r\nX-Y:  z z\t \r\nx-y: w\r\n\r\n"
    private static let post =
        "POST /rpc HTTP/1.1\r\nHost: x:1\r\nContent-Length: 5\r\n\r\nhello"

    private func append(_ text: some Sequence<UInt8>, to reader: inout RequestReader) {
        Array(text).withUnsafeBytes { reader.append($0) }
    }

    private func read(_ text: String) throws(HTTPRefusal) -> HTTPRequest? {
        var reader = RequestReader()
        self.append(text.utf8, to: &reader)
        return try reader.next()
    }

    /// The status of the refusal of a request with this head.
    private func refusal(_ text: String) -> HTTPStatus? {
        do throws(HTTPRefusal) {
            _ = try self.read(text)
            return nil
        } catch {
            return error.status
        }
    }

    // MARK: What is taken

    @Test func `requests come out of every cut of their bytes, one after the other`() throws {
        let bytes = Array((Self.get + Self.post + Self.get).utf8)
        for cut in 0...bytes.count {
            var reader = RequestReader()
            var requests: [HTTPRequest] = []
            for part in [bytes[..<cut], bytes[cut...]] {
                self.append(part, to: &reader)
                while let request = try reader.next() { requests.append(request) }
            }
            #expect(requests.map(\.method) == [.get, .post, .get], "cut at \(cut)")
            #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", ""])
            #expect(reader.stage == .nothing)
        }
    }

    @Test func `a request has its target, its fields and whether more may follow`() throws {
        let request = try #require(try self.read(Self.get))
        #expect(request.target == (try HTTPTarget("/a?b")))
        #expect(request.headers.single("host") == "x:1")
        #expect(request.headers.values("x-y") == ["z z", "w"])
        #expect(request.headers.single("x-y") == nil)
        #expect(request.isPersistent)
        for close in [
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n",
            "GET / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
        ] {
            #expect(try self.read(close)?.isPersistent == false)
        }
    }

    @Test func `an upgrade is not taken up, and an empty line before a request is nothing`() throws
    {
        let upgrade = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"
        #expect(try self.read(upgrade)?.method == .get)
        #expect(try self.read("\r\n" + Self.get)?.method == .get)
        #expect(try self.read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n") != nil)
    }

    @Test func `stages follow the bytes`() throws {
        var reader = RequestReader()
        #expect(reader.stage == .nothing)
        self.append("POST /".utf8, to: &reader)
        #expect(try reader.next() == nil)
        #expect(reader.stage == .head)
        self.append(" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1".utf8, to: &reader)
        #expect(try reader.next() == nil)
        #expect(reader.stage == .body)
    }

    // MARK: What is refused

    private static let ambiguous = [
        // Who is meant, twice or not at all.
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        // Where a body ends, by two measures.
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
        // Lines that readers cut differently.
        "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\tc\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX Y: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1B}[2J\r\n\r\n",
        // Targets.
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        // What is no HTTP at all.
        "GET /\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n", "GET / HTTQ/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 x\r\nHost: a\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/11\r\nHost: a\r\n\r\n", "GET / HTTP/1.10\r\nHost: a\r\n\r\n",
        "{\"jsonrpc\":\"2.0\"}\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    @Test func `what two readers could take differently is refused`() {
        for text in Self.ambiguous {
            #expect(self.refusal(text) == .badRequest, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("PUT / HTTP/1.1\r\nHost: a\r\n\r\n", HTTPStatus.methodNotAllowed),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
        ("get / HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
        ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", .lengthRequired),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthRequired),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n", .contentTooLarge),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n",
            .expectationFailed
        ),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .versionNotSupported),
        ("GET / HTTP/0.9\r\nHost: a\r\n\r\n", .versionNotSupported),
    ])
    func `what is not served is refused by its own status`(text: String, status: HTTPStatus) {
        #expect(self.refusal(text) == status, "\(text.debugDescription)")
    }

    @Test func `whatever is done to a request, it is refused or is one`() {
        var generator = SeededGenerator(seed: 7_434)
        func below(_ bound: Int) -> Int { Int(generator.below(UInt64(bound))) }
        let alphabet = Array("\r\n\0\t :/%?#,+aG1".utf8) + [0x7F, 0x80, 0xC3, 0xFF]
        var (taken, refused) = (0, 0)
        for _ in 0..<3_000 {
            var bytes = Array((below(2) == 0 ? Self.get : Self.post).utf8)
            for _ in 0...below(2) {
                let place = below(bytes.count)
                let byte = alphabet[below(alphabet.count)]
                switch below(3) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: bytes.remove(at: place)
                }
            }
            var reader = RequestReader()
            self.append(bytes, to: &reader)
            do throws(HTTPRefusal) {
                guard let request = try reader.next() else { continue }
                taken += 1
                #expect(request.target.path.hasPrefix("/"))
                #expect(request.headers.values("host").count == 1)
                let isLimited = request.body.count <= HTTPLimits.bodyBytesMaximum
                #expect(isLimited && (request.method == .post || request.body.isEmpty))
            } catch {
                refused += 1
                #expect(error.sentence.hasSuffix("."))
            }
        }
        #expect(taken > 100 && refused > 100, "\(taken) taken, \(refused) refused")
    }

    @Test func `bytes that are no UTF-8 are refused in a field`() {
        var reader = RequestReader()
        self.append(Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF], to: &reader)
        self.append("\r\n\r\n".utf8, to: &reader)
        #expect(throws: HTTPRefusal(.badRequest, "A header field is not text in UTF-8.")) {
            try reader.next()
        }
    }

    @Test func `a head of 8 KiB is taken, and one more byte is too many, ended or not`() throws {
        let frame = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n".utf8.count
        let padding = String(repeating: "y", count: 8_192 - frame)
        #expect(try self.read("GET / HTTP/1.1\r\nHost: a\r\nX: \(padding)\r\n\r\n") != nil)
        #expect(
            self.refusal("GET / HTTP/1.1\r\nHost: a\r\nX: \(padding)y\r\n\r\n") == .headTooLarge
        )
        #expect(self.refusal(String(repeating: "x", count: 8_193)) == .headTooLarge)
        #expect(self.refusal(String(repeating: "x", count: 8_192)) == nil)
    }

    @Test func `a body of 64 KiB is taken`() throws {
        let body = String(repeating: "z", count: 65_536)
        let request = try self.read(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n\(body)"
        )
        #expect(request?.body.count == 65_536)
    }
}
