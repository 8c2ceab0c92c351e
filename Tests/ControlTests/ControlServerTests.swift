import Control
import EventLoop
import Glibc
import LoopTesting
import Synchronization
import Testing

@Suite struct ControlServerTests {
    private static func request(_ id: Int, _ method: String = "version") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
    }

    /// Asks until the server has seen that a client is gone; every round is an event of the loop.
    private static func awaitGone(_ count: Int, from server: RunningServer) {
        let deadline = server.loop.now + .seconds(30)
        while server.goneCount < count, server.loop.now < deadline {
            _ = server.onLoop(\.clientCount)
            sched_yield()
        }
        #expect(server.goneCount == count)
    }

    @Test func `the folder and the socket are the user's alone`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        var status = stat()
        #expect(stat("\(server.folder)/made", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(stat(server.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `a second daemon is told that the socket is in use`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        #expect(throws: ControlError.socket(.socketInUse(path: server.path))) {
            _ = try ControlServer(
                on: try Loop(),
                path: server.path,
                group: nil,
                handler: { _ in },
                closed: { _ in }
            )
        }
        #expect(RawClient(server.path).ask(Self.request(1))?.contains("result") == true)
    }

    @Test func `a stale socket file is replaced, and the file goes with the server`() throws {
        let first = try RunningServer()
        defer { first.stop() }
        let path = "\(first.folder)/stale"
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        close(socket)
        let loop = try Loop()
        let server = try ControlServer(
            on: loop,
            path: path,
            group: nil,
            handler: { _ in },
            closed: { _ in }
        )
        #expect(access(path, F_OK) == 0)
        server.close()
        #expect(access(path, F_OK) != 0)
    }

    @Test func `a folder that can't be is said in a sentence`() throws {
        for path in ["/proc/none/control.sock", "/dev/null/control.sock"] {
            do {
                _ = try ControlServer(
                    on: try Loop(),
                    path: path,
                    group: nil,
                    handler: { _ in },
                    closed: { _ in }
                )
                Issue.record("\(path) was taken.")
            } catch {
                #expect("\(error)".hasSuffix("."))
                #expect("\(error)".contains(path.dropLast("/control.sock".count)))
            }
        }
    }

    @Test func `half a line and silence cost others nothing`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        let silent = RawClient(server.path)
        let half = RawClient(server.path)
        half.send(Array("{\"jsonrpc\":".utf8))
        let client = RawClient(server.path)
        for id in 0..<100 {
            #expect(client.ask(Self.request(id))?.contains(#""id":\#(id)"#) == true)
        }
        half.send(Array(#""2.0","id":9,"method":"version"}"#.utf8) + [0x0A])
        #expect(half.line()?.contains(#""id":9"#) == true)
        #expect(silent.ask(Self.request(1))?.contains("result") == true)
    }

    @Test func `the 65th client is told why and closed, and a leaver makes room`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        var clients = (0..<64).map { _ in RawClient(server.path) }
        for client in clients {
            #expect(client.ask(Self.request(1))?.contains("result") == true)
        }
        let late = RawClient(server.path)
        let refusal = late.line()
        #expect(refusal?.contains(#""code":70"#) == true)
        #expect(refusal?.contains("64 clients") == true)
        #expect(late.line() == nil)
        clients.removeLast()
        Self.awaitGone(1, from: server)
        #expect(RawClient(server.path).ask(Self.request(1))?.contains("result") == true)
    }

    @Test func `answers may come out of order, once each`() throws {
        let held = Mutex<[ControlCall]>([])
        let server = try RunningServer { server, call in
            held.withLock { $0.append(call) }
            let calls = held.withLock { $0 }
            guard calls.count == 3 else { return }
            for call in calls.reversed() {
                server.answer(call, [:])
                server.answer(call, ["again": true])
                server.fail(call, code: .fault, message: "Too late.")
            }
        }
        defer { server.stop() }
        let client = RawClient(server.path)
        for id in 1...3 { client.send(Self.request(id)) }
        let ids = (0..<3).compactMap { _ in client.line() }
        #expect(ids == [3, 2, 1].map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# })
        client.send("x")
        #expect(client.line()?.contains("-32700") == true)
    }

    @Test func `a client may have 64 calls under way, and the next wait for answers`() throws {
        let held = Mutex<[ControlCall]>([])
        let server = try RunningServer { _, call in held.withLock { $0.append(call) } }
        defer { server.stop() }
        let client = RawClient(server.path)
        for id in 0..<200 { client.send(Self.request(id)) }
        // Another client's call is handled after those that could be.
        let other = RawClient(server.path)
        other.send(Self.request(1000))
        let deadline = server.loop.now + .seconds(30)
        var answered = 0
        while answered < 200, server.loop.now < deadline {
            let calls = held.withLock { calls in
                defer { calls = [] }
                return calls
            }
            #expect(calls.count <= 65)
            answered += calls.count { $0.id != .number(1000) }
            _ = server.onLoop { server in
                for call in calls { server.answer(call, [:]) }
            }
        }
        #expect(answered == 200)
        let ids = (0..<200).compactMap { _ in client.line() }
        #expect(ids == (0..<200).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# })
    }

    @Test func `a client that pipelines and reads late is slowed, and gets every answer`() throws {
        let text = String(repeating: "x", count: 10_000)
        let taken = Mutex(0)
        let server = try RunningServer { server, call in
            taken.withLock { $0 += 1 }
            server.answer(call, ["message": .string(text)])
        }
        defer { server.stop() }
        let client = RawClient(server.path)
        // 10 MB of answers, ten times what may be queued.
        client.send((0..<1_000).map { Self.request($0) }.joined(separator: "\n"))
        // The kernel takes 200 KB or so, and 256 KiB are queued, before nothing more is asked.
        let deadline = server.loop.now + .seconds(30)
        while taken.withLock({ $0 }) < 40, server.loop.now < deadline { sched_yield() }
        for _ in 0..<100 { _ = server.onLoop(\.clientCount) }
        let before = taken.withLock { $0 }
        #expect(before >= 40 && before < 500)
        for id in 0..<1_000 {
            let line = try #require(client.line())
            #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#))
        }
        #expect(server.goneCount == 0)
    }

    @Test func `a client that does not read its notifications is disconnected`() throws {
        let subscriber = Mutex<ControlClientID?>(nil)
        let server = try RunningServer { server, call in
            subscriber.withLock { $0 = call.client }
            server.answer(call, [:])
        }
        defer { server.stop() }
        let client = RawClient(server.path)
        _ = client.ask(Self.request(1, "subscribe"))
        let text = String(repeating: "x", count: 1_000)
        var sent = 0
        let deadline = server.loop.now + .seconds(30)
        while server.goneCount == 0, server.loop.now < deadline {
            _ = server.onLoop { server in
                guard let id = subscriber.withLock({ $0 }) else { return }
                for _ in 0..<100 {
                    server.notify([id], method: "event", params: ["line": .string(text)])
                }
            }
            sent += 100
        }
        #expect(server.goneCount == 1)
        #expect(server.onLoop(\.slowClients) == 1)
        // 1 MiB here, and whatever the kernel takes.
        #expect(sent < 10_000)
        #expect(RawClient(server.path).ask(Self.request(2))?.contains("result") == true)
    }

    @Test func `a client that leaves with calls under way is told as gone once`() throws {
        let held = Mutex<[ControlCall]>([])
        let server = try RunningServer { _, call in held.withLock { $0.append(call) } }
        defer { server.stop() }
        do {
            let client = RawClient(server.path)
            client.send(Self.request(1))
            let deadline = server.loop.now + .seconds(30)
            while held.withLock({ $0.isEmpty }), server.loop.now < deadline { sched_yield() }
        }
        Self.awaitGone(1, from: server)
        let calls = held.withLock { $0 }
        _ = server.onLoop { server in
            for call in calls { server.answer(call, [:]) }
        }
        #expect(server.goneCount == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "It needs root to become somebody else."))
    func `another user is refused in words, even where the file lets him in`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        chmod(server.folder, 0o755)
        chmod("\(server.folder)/made", 0o755)
        chmod(server.path, 0o666)
        let script = """
            import os, socket, sys
            os.setgroups([]); os.setgid(65534); os.setuid(65534)
            s = socket.socket(socket.AF_UNIX); s.settimeout(30); s.connect(sys.argv[1])
            sys.exit(0 if b"you are user 65534" in s.recv(4096) and s.recv(1) == b"" else 1)
            """
        #expect(try ChildProcess.run(["python3", "-c", script, server.path]) == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "It needs root to become somebody else."))
    func `a member of the socket's group is let in, by its file and by its server`() throws {
        let server = try RunningServer(group: "65534")
        defer { server.stop() }
        chmod(server.folder, 0o755)
        var status = stat()
        #expect(stat("\(server.folder)/made", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o750)
        #expect(status.st_gid == 65534)
        #expect(stat(server.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        let script = """
            import os, socket, sys
            os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(65533)
            s = socket.socket(socket.AF_UNIX); s.settimeout(30)
            try: s.connect(sys.argv[1])
            except PermissionError: sys.exit(2)
            s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"version"}\\n')
            sys.exit(0 if b"result" in s.recv(4096) else 1)
            """
        #expect(try ChildProcess.run(["python3", "-c", script, server.path, "65534"]) == 0)
        #expect(try ChildProcess.run(["python3", "-c", script, server.path, "65533"]) == 2)
    }

    @Test func `a group that nobody knows is said in a sentence`() throws {
        #expect(throws: ControlError.socket(.unknownGroup(name: "no-such-group"))) {
            _ = try RunningServer(group: "no-such-group")
        }
    }
}
