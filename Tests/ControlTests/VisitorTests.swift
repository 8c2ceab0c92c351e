import Control
import Synchronization
import Testing

/// Requests that come by another way than the socket.
@Suite struct VisitorTests {
    private static func request(_ method: String, id: Int? = 1) -> [UInt8] {
        let id = id.map { "\"id\":\($0)," } ?? ""
        return Array("{\"jsonrpc\":\"2.0\",\(id)\"method\":\"\(method)\"}".utf8)
    }

    private static func text(_ answer: [UInt8]?) -> String {
        answer.map { String(decoding: $0, as: UTF8.self) } ?? "none"
    }

    /// What some requests are answered, in order, by a server that answers at once.
    private func answers(
        _ requests: [[UInt8]],
        permits: @escaping @Sendable (ControlMethod) -> Bool = { _ in true }
    ) throws -> [String] {
        let server = try RunningServer()
        defer { server.stop() }
        return try #require(
            server.onLoop { server in
                let answers = Mutex<[String]>([])
                for request in requests {
                    server.take(request, permits: permits) { answer in
                        answers.withLock { $0.append(Self.text(answer)) }
                    }
                }
                return answers.withLock { $0 }
            }
        )
    }

    @Test func `a request is answered as at the socket`() throws {
        let answers = try self.answers([
            Self.request("version", id: 7), Self.request("nonsense", id: 8), Array("{".utf8),
        ])
        #expect(answers[0] == #"{"jsonrpc":"2.0","id":7,"result":{"version":"1"}}"# + "\n")
        #expect(answers[1].hasPrefix(#"{"jsonrpc":"2.0","id":8,"error":{"code":-32601,"#))
        #expect(answers[2].hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
    }

    @Test func `a request without an id is carried out, and gets none`() throws {
        #expect(try self.answers([Self.request("version", id: nil)]) == ["none"])
    }

    @Test func `a method that the way does not lead to is refused before it is called`() throws {
        let called = Atomic<Int>(0)
        let server = try RunningServer { server, call in
            called.add(1, ordering: .relaxed)
            server.answer(call, [:])
        }
        defer { server.stop() }
        let answer = server.onLoop { server in
            let answer = Mutex("")
            server.take(Self.request("identity.export"), permits: { $0 == .version }) { text in
                answer.withLock { $0 = Self.text(text) }
            }
            return answer.withLock { $0 }
        }
        #expect(
            answer == #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"#
                + "\"“identity.export” can be called at the control socket only.\"}}\n"
        )
        #expect(called.load(ordering: .relaxed) == 0)
    }

    @Test func `a call that waits is answered once, and too many that wait are refused`() throws {
        let held = Mutex<[ControlCall]>([])
        let server = try RunningServer { _, call in held.withLock { $0.append(call) } }
        defer { server.stop() }
        let answers = Mutex<[String]>([])
        let ask: @Sendable (ControlServer) -> Int = { server in
            server.take(Self.request("version"), permits: { _ in true }) { answer in
                answers.withLock { $0.append(Self.text(answer)) }
            }
            return held.withLock { $0.count }
        }
        for _ in 0..<64 { _ = server.onLoop(ask) }
        #expect(answers.withLock { $0 } == [])
        #expect(server.onLoop(ask) == 64)
        #expect(answers.withLock { $0.last?.contains(#""code":70"#) } == true)
        let calls = held.withLock { $0 }
        _ = server.onLoop { server in
            server.fail(calls[0], code: .refused, message: "No.")
            server.answer(calls[0], [:])
            return true
        }
        #expect(answers.withLock { $0.dropFirst() }.count == 1)
        #expect(
            answers.withLock { $0.last }
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"No."}}"# + "\n"
        )
        #expect(server.onLoop(ask) == 65)
    }
}
