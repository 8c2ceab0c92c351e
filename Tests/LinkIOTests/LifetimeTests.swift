import EventLoop
import Glibc
import LinkIO
import LoopTesting
import Testing
import Wire

@Suite(.serialized) struct LifetimeTests {
    private static func weakly(_ transport: LinkTransport) -> () -> LinkTransport? {
        { [weak transport] in transport }
    }

    @Test func `a thousand ends of connections leave no transport and no descriptor behind`() throws
    {
        let rounds = 500
        let alive = Box([() -> LinkTransport?]())
        let closes = Box(0)
        let sockets = Box(0)
        try RunningLoop.site { site, done in
            func next() {
                site.dial { transport, event in
                    switch event {
                    case .established:
                        alive.value.append(Self.weakly(transport))
                        transport.write([Frame.hello].encoded)
                    case .written:
                        if closes.value % 3 == 0 { transport.finish() }
                    case .frames, .malformed, .closed: break
                    }
                }
            }
            site.accept { transport, event in
                switch event {
                case .established: alive.value.append(Self.weakly(transport))
                case .frames:
                    if closes.value % 3 == 1 { transport.finish() }
                    guard closes.value % 3 == 2 else { return }
                    transport.abort()
                    ended()
                case .closed: ended()
                case .malformed, .written: break
                }
            }
            func ended() {
                closes.value += 1
                guard closes.value == rounds else { return next() }
                Self.wait(on: site.loop, until: { alive.value.allSatisfy { $0() == nil } }) {
                    sockets.value = Self.openSockets(of: site.address.port)
                    done()
                }
            }
            next()
        }
        #expect(alive.value.count == 2 * rounds)
        #expect(alive.value.count { $0() != nil } == 0)
        #expect(sockets.value == 1, "The listener alone should be open.")
    }

    /// How many sockets of this process have `port` at one of their ends.
    private static func openSockets(of port: UInt16) -> Int {
        (0..<Int32(getdtablesize())).count { descriptor in
            [getsockname, getpeername].contains { ask in
                var address = sockaddr_in()
                var count = socklen_t(MemoryLayout<sockaddr_in>.size)
                let code = withUnsafeMutableBytes(of: &address) {
                    ask(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &count)
                }
                return code == 0 && address.sin_port == port.bigEndian
            }
        }
    }

    /// Calls `then` as soon as `condition` holds, asked again every 10 ms.
    private static func wait(
        on loop: Loop,
        until condition: @escaping () -> Bool,
        _ then: @escaping () -> Void
    ) {
        let timer = Box<LoopTimer?>(nil)
        timer.value = LoopTimer(on: loop) {
            guard condition() else {
                timer.value?.arm(after: .milliseconds(10))
                return
            }
            timer.value?.close()
            timer.value = nil
            then()
        }
        timer.value?.arm(after: .zero)
    }
}
