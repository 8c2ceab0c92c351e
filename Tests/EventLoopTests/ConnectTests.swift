import EventLoop
import LoopTesting
import Testing

@Suite struct ConnectTests {
    /// A port of loopback at which nobody listens: it was the kernel's choice a moment ago.
    private static func closedPort(on loop: Loop) throws -> UInt16 {
        let listener = try StreamListener(on: loop, at: .address(.loopback(port: 0))) { _ in }
        defer { listener.close() }
        return listener.port
    }

    @Test func `a closed port is said in a sentence`() throws {
        let sentence = Box("")
        let target = Box("")
        try RunningLoop.run { loop, done in
            guard let port = try? Self.closedPort(on: loop) else { return }
            target.value = "127.0.0.1:\(port)"
            Stream.connect(to: .loopback(port: port), on: loop) { result in
                if case .failure(let error) = result { sentence.value = error.description }
                done()
            }
            #expect(sentence.value == "", "The handler was called from inside connect.")
        }
        #expect(
            sentence.value
                == "Connecting to \(target.value) failed: connection refused (ECONNREFUSED, 111)."
        )
    }

    @Test(arguments: ["/nonexistent/socket", "", "a\0b", String(repeating: "x", count: 108)])
    func `a socket file that can't be is said in a sentence`(_ path: String) throws {
        let sentence = Box("")
        try RunningLoop.run { loop, done in
            Stream.connect(path: path, on: loop) { result in
                if case .failure(let error) = result { sentence.value = error.description }
                done()
            }
        }
        #expect(sentence.value.hasSuffix("."))
        #expect(sentence.value.contains(path.prefix(20)))
    }

    @Test func `an unreachable interface is a failure, not a crash`() throws {
        let failed = Box(false)
        try RunningLoop.run { loop, done in
            Stream.connect(to: .loopback(port: 1), on: loop, interface: 4_000_000_000) { result in
                if case .failure = result { failed.value = true }
                done()
            }
        }
        #expect(failed.value)
    }

    @Test func `an interface can be chosen`() throws {
        let remote = Box("")
        try RunningLoop.run { loop, done in
            guard let lo = try? Interfaces.list().first(where: { $0.isLoopback }),
                let listener = try? StreamListener(
                    on: loop,
                    at: .address(.loopback(port: 0)),
                    accepted: { _ in }
                )
            else { return }
            let target = SocketAddress.loopback(port: listener.port)
            Stream.connect(to: target, on: loop, interface: lo.index) { result in
                if case .success(let stream) = result, stream.remoteAddress == target {
                    remote.value = stream.localAddress?.hostText ?? ""
                }
                done()
            }
        }
        #expect(remote.value == "127.0.0.1")
    }

    @Test func `a cancelled connect says nothing, whether it would succeed or fail`() throws {
        let called = Box(0)
        let accepted = Box(0)
        try RunningLoop.run { loop, done in
            guard let port = try? Self.closedPort(on: loop),
                let listener = try? StreamListener(
                    on: loop,
                    at: .address(.loopback(port: 0)),
                    accepted: { stream in
                        accepted.value += 1
                        stream.start(reading: { _ in }) { _ in
                            stream.close()
                            done()
                        }
                    }
                )
            else { return }
            for target in [port, listener.port] {
                let pending = Stream.connect(to: .loopback(port: target), on: loop) { _ in
                    called.value += 1
                }
                pending.cancel()
                pending.cancel()
            }
            Stream.connect(path: "", on: loop) { _ in called.value += 1 }.cancel()
        }
        #expect(called.value == 0)
        // The kernel had finished that handshake; the cancelled side has hung up.
        #expect(accepted.value == 1)
    }

    @Test func `one listener takes IPv4 and IPv6, and names both plainly`() throws {
        let remotes = Box([String]())
        let locals = Box([String]())
        try RunningLoop.run { loop, done in
            guard
                let listener = try? StreamListener(
                    on: loop,
                    at: .everywhere(port: 0),
                    accepted: { stream in
                        remotes.value.append(stream.remoteAddress?.hostText ?? "none")
                        locals.value.append(stream.localAddress?.hostText ?? "none")
                        if remotes.value.count == 2 { done() }
                    }
                )
            else { return }
            for host in ["127.0.0.1", "::1"] {
                guard let address = SocketAddress.parse(host: host, port: listener.port) else {
                    return
                }
                Stream.connect(to: address, on: loop) { result in
                    if case .failure(let error) = result { Issue.record(error) }
                }
            }
        }
        #expect(Set(remotes.value) == ["127.0.0.1", "::1"])
        #expect(Set(locals.value) == ["127.0.0.1", "::1"])
    }

    @Test func `a port that is taken is said in a sentence`() throws {
        let sentence = Box("")
        try RunningLoop.run { loop, done in
            do {
                let first = try StreamListener(on: loop, at: .everywhere(port: 0)) { _ in }
                #expect(first.port != 0)
                _ = try StreamListener(on: loop, at: .everywhere(port: first.port)) { _ in }
            } catch {
                sentence.value = "\(error)"
            }
            done()
        }
        #expect(sentence.value.hasPrefix("Listening on [::]:"))
        #expect(sentence.value.hasSuffix("failed: address already in use (EADDRINUSE, 98)."))
    }
}
