import HTTP
import LoopTesting
import Testing

@Suite struct HTTPServerTests {
    private func withServer(
        _ limits: HTTPLimits = HTTPLimits(),
        _ body: (RunningHTTPServer) throws -> Void
    ) throws {
        let server = try RunningHTTPServer(limits)
        defer { server.stop() }
        try body(server)
    }

    private static func get(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }

    // MARK: Requests and answers

    @Test func `one connection carries many requests, and answers keep their order`() throws {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            client.send(Self.get("/a"))
            #expect(HTTPReply(from: client).body == "/a")
            client.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nxyz")
            #expect(HTTPReply(from: client).body == "xyz")
            client.send(Self.get("/later") + Self.get("/c") + Self.get("/d"))
            #expect(server.asked.wait { $0.last == "/later" })
            server.release()
            #expect((0..<3).map { _ in HTTPReply(from: client).body } == ["o", "/c", "/d"])
            #expect(server.asked.value == ["/a", "/b", "/later", "/c", "/d"])
        }
    }

    @Test func `a head is answered without the body that it tells the length of`() throws {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            client.send("HEAD /abc HTTP/1.1\r\nHost: x\r\n\r\n" + Self.get("/d"))
            let head = HTTPReply(from: client, toHead: true)
            #expect(head.headers["content-length"] == "4")
            #expect(head.headers["x-common"] == "yes")
            #expect(HTTPReply(from: client).body == "/d")
        }
    }

    @Test func `a connection is closed when the client asks for that, or speaks HTTP/1.0`() throws {
        try self.withServer { server in
            for request in [
                Self.get("/a", "Connection: close\r\n"), "GET /a HTTP/1.0\r\nHost: x\r\n\r\n",
            ] {
                let client = TCPClient(port: server.port)
                client.send(request)
                let reply = HTTPReply(from: client)
                #expect(reply.headers["connection"] == "close")
                #expect(reply.body == "/a")
                #expect(client.readToEnd() == "")
            }
        }
    }

    @Test func `a client that has said its last word gets its answer`() throws {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            client.send(Self.get("/later", "Connection: close\r\n"))
            client.finish()
            #expect(server.asked.wait { !$0.isEmpty })
            server.release()
            #expect(HTTPReply(from: client).body == "o")
        }
    }

    @Test func `a refusal is a sentence, carries the common fields, and ends the connection`()
        throws
    {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            // More than the kernel takes at once: a reset would overtake the answer.
            client.send(
                "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n" + String(repeating: "x", count: 500_000)
            )
            let reply = HTTPReply(from: client)
            #expect(reply.status == 400)
            #expect(reply.body == "The target hides a character that a path can't have.\n")
            #expect(reply.headers["x-common"] == "yes")
            #expect(reply.headers["connection"] == "close")
            #expect(client.readToEnd() == "")
            #expect(server.asked.value == [])
        }
    }

    @Test func `a method that is not served is answered with those that are`() throws {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            client.send("DELETE / HTTP/1.1\r\nHost: x\r\n\r\n")
            let reply = HTTPReply(from: client)
            #expect(reply.status == 405)
            #expect(reply.headers["allow"] == "GET, HEAD, POST")
        }
    }

    // MARK: Time

    @Test func `half a head, and half a body, are given up with a sentence`() throws {
        var limits = HTTPLimits()
        limits.readingTimeout = .milliseconds(20)
        try self.withServer(limits) { server in
            for half in [
                "GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1",
            ] {
                let client = TCPClient(port: server.port)
                client.send(half)
                let reply = HTTPReply(from: client)
                #expect(reply.status == 408)
                #expect(client.readToEnd() == "")
            }
        }
    }

    @Test func `bytes in drops do not put the deadline off`() throws {
        var limits = HTTPLimits()
        limits.readingTimeout = .milliseconds(50)
        limits.idleTimeout = .seconds(3_600)
        try self.withServer(limits) { server in
            let client = TCPClient(port: server.port)
            let request = Array("GET / HTTP/1.1\r\nX: ".utf8)
            client.send(request)
            // One byte each time that the loop has turned for somebody else.
            let other = TCPClient(port: server.port)
            var drops = 0
            while client.send([0x61]), drops < 6_000 {
                other.send(Self.get("/"))
                _ = HTTPReply(from: other)
                drops += 1
            }
            #expect(HTTPReply(from: client).status == 408)
        }
    }

    @Test func `an idle connection is closed without a word`() throws {
        var limits = HTTPLimits()
        limits.idleTimeout = .milliseconds(20)
        try self.withServer(limits) { server in
            let client = TCPClient(port: server.port)
            client.send(Self.get("/a"))
            #expect(HTTPReply(from: client).body == "/a")
            #expect(client.readToEnd() == "")
            #expect(TCPClient(port: server.port).readToEnd() == "")
        }
    }

    @Test func `an answer that nobody takes is given up`() throws {
        var limits = HTTPLimits()
        limits.writingTimeout = .milliseconds(20)
        try self.withServer(limits) { server in
            let client = TCPClient(port: server.port, window: 4_096)
            client.send(Self.get("/large") + Self.get("/next"))
            #expect(server.asked.wait { $0 == ["/large"] })
            let other = TCPClient(port: server.port)
            other.send(Self.get("/other"))
            #expect(HTTPReply(from: other).body == "/other")
            // Who reads in time gets all of it.
            #expect(server.passes(limits.writingTimeout * 2))
            #expect(client.readToEnd().utf8.count < 8_388_608)
            #expect(server.asked.value == ["/large", "/other"])
        }
    }

    // MARK: Many

    @Test func `the one idle for longest gives way to the 65th, and busy ones do not`() throws {
        try self.withServer { server in
            var clients: [TCPClient] = []
            for _ in 0..<HTTPLimits.connectionsMaximum {
                let client = TCPClient(port: server.port)
                client.send(Self.get("/a"))
                #expect(HTTPReply(from: client).body == "/a")
                clients.append(client)
            }
            clients[0].send(Self.get("/b"))
            #expect(HTTPReply(from: clients[0]).body == "/b")
            let next = TCPClient(port: server.port)
            next.send(Self.get("/c"))
            #expect(HTTPReply(from: next).body == "/c")
            #expect(clients[1].readToEnd() == "")
            clients.remove(at: 1)
            clients.append(next)
            for client in clients { client.send(Self.get("/later")) }
            #expect(server.asked.wait { $0.count { $0 == "/later" } == clients.count })
            let refused = TCPClient(port: server.port)
            #expect(HTTPReply(from: refused).status == 503)
            server.release()
            for client in clients { #expect(HTTPReply(from: client).body == "o") }
        }
    }

    @Test func `halves of requests keep nobody out`() throws {
        try self.withServer { server in
            let halves = (0..<HTTPLimits.connectionsMaximum).map { _ in
                TCPClient(port: server.port)
            }
            for half in halves { half.send("GET /half HTTP/1.1\r\n") }
            for number in 0..<HTTPLimits.connectionsMaximum {
                let client = TCPClient(port: server.port)
                client.send(Self.get("/\(number)"))
                #expect(HTTPReply(from: client).body == "/\(number)")
            }
        }
    }

    // MARK: Events

    @Test func `events come as they happen, and the stream ends with its client`() throws {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            client.send(Self.get("/events"))
            let head = HTTPReply(from: client)
            #expect(head.headers["content-type"] == "text/event-stream")
            #expect(head.headers["content-length"] == nil)
            server.tell("one")
            #expect(client.read(until: "\n\n") == "data: one\n\n")
            server.tell("two")
            #expect(client.read(until: "\n\n") == "data: two\n\n")
            client.finish()
            #expect(server.ended.wait { $0 == [.left] })
        }
    }

    @Test func `who asks on a stream is closed`() throws {
        try self.withServer { server in
            let client = TCPClient(port: server.port)
            client.send(Self.get("/events"))
            _ = HTTPReply(from: client)
            client.send(Self.get("/a"))
            #expect(client.readToEnd() == "")
            #expect(server.asked.value == ["/events"])
        }
    }

    @Test func `a reader that is too slow is cut off, and harms nobody`() throws {
        try self.withServer { server in
            let slow = TCPClient(port: server.port, window: 4_096)
            let quick = TCPClient(port: server.port)
            for client in [slow, quick] {
                client.send(Self.get("/events"))
                #expect(HTTPReply(from: client).status == 200)
            }
            let line = String(repeating: "e", count: 65_000)
            var sent = 0
            // The kernel takes some megabytes before the server's own bound counts.
            while server.ended.value.isEmpty, sent < 1_000 {
                server.tell(line)
                #expect(quick.read(until: "\n\n") == "data: \(line)\n\n")
                sent += 1
            }
            #expect(server.ended.value == [.slow])
            server.tell("still here")
            #expect(quick.read(until: "\n\n") == "data: still here\n\n")
        }
    }
}
