import EventLoop
import LinkIO
import LoopTesting
import TLS
import Testing
import Wire

@Suite struct EndingTests {
    private static let piece = [Frame.control(9, [UInt8](repeating: 1, count: 65_530))].encoded

    @Test func `finish delivers every frame, then the peer's close`() throws {
        let frames = Box([Frame]())
        let clientEnd = Box([LinkTransportEvent]())
        let serverEnd = Box([LinkTransportEvent]())
        try RunningLoop.site { site, done in
            func check() {
                if clientEnd.value.count == 1, serverEnd.value.count == 1 { done() }
            }
            site.accept { transport, event in
                switch event {
                case .established:
                    transport.write([Frame.hello].encoded + [UInt8](Self.piece + Self.piece))
                    transport.finish()
                case .frames, .malformed, .written, .closed:
                    serverEnd.value.append(event)
                    check()
                }
            }
            site.dial { transport, event in
                switch event {
                case .established: break
                case .frames(let some):
                    frames.value += some
                    transport.openFrames()
                case .malformed, .written, .closed:
                    clientEnd.value.append(event)
                    check()
                }
            }
        }
        #expect(frames.value.map(\.payload.count) == [1, 65_530, 65_530])
        #expect(clientEnd.value == [.closed(.closedByPeer)])
        #expect(serverEnd.value == [.closed(.finished)])
    }

    @Test func `frames held behind a hello come before the peer's close`() throws {
        let heard = Box([LinkTransportEvent]())
        try RunningLoop.site { site, done in
            site.accept { transport, event in
                guard case .established = event else { return }
                transport.write([.hello, .control(6, [4])].encoded)
                transport.finish()
            }
            site.dial { transport, event in
                if case .established = event { return }
                heard.value.append(event)
                if event == .frames([.hello]) {
                    // Long after the close has been read.
                    let timer = LoopTimer(on: site.loop) { transport.openFrames() }
                    timer.arm(after: .milliseconds(50))
                }
                if case .closed = event { done() }
            }
        }
        #expect(
            heard.value == [.frames([.hello]), .frames([.control(6, [4])]), .closed(.closedByPeer)]
        )
    }

    @Test func `both may finish at once, in full flow`() throws {
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            let events: LinkTransport.Events = { transport, event in
                switch event {
                case .established:
                    transport.write([Frame.hello].encoded + Self.piece)
                case .written: transport.finish()
                case .frames, .malformed: break
                case .closed(let close):
                    closes.value.append(close)
                    if closes.value.count == 2 { done() }
                }
            }
            site.accept(events)
            site.dial(events)
        }
        #expect(closes.value.contains(.finished))
        for close in closes.value { #expect([.finished, .closedByPeer].contains(close)) }
    }

    @Test func `a slow reader makes the writer wait, and gets all of it`() throws {
        let pieces = 128
        let written = Box(0)
        let writtenWhenStuck = Box(0)
        let received = Box(0)
        try RunningLoop.site { site, done in
            let reader = Box<LinkTransport?>(nil)
            // Stuck: nothing has been written for 100 ms, by a reader who holds.
            let timer = Box<LoopTimer?>(nil)
            timer.value = LoopTimer(on: site.loop) {
                guard let holder = reader.value, written.value == writtenWhenStuck.value else {
                    writtenWhenStuck.value = written.value
                    timer.value?.arm(after: .milliseconds(100))
                    return
                }
                holder.openFrames()
            }
            timer.value?.arm(after: .milliseconds(100))
            site.accept { transport, event in
                switch event {
                case .established: transport.write([Frame.hello].encoded)
                case .written:
                    written.value += 1
                    if written.value <= pieces { transport.write(Self.piece) }
                case .frames, .malformed, .closed: break
                }
            }
            site.dial { transport, event in
                guard case .frames(let frames) = event else { return }
                if frames.first == .hello { reader.value = transport }
                received.value += frames.count
                if received.value == pieces + 1 { done() }
            }
        }
        #expect(writtenWhenStuck.value < pieces)
        #expect(received.value == pieces + 1)
    }

    @Test func `three hundred resets in mid-write end in one close each`() throws {
        let rounds = 300
        let closes = Box([LinkClose]())
        let established = Box(0)
        try RunningLoop.site { site, done in
            func next() {
                site.dial { transport, event in
                    if case .frames = event { transport.abort() }
                }
            }
            site.accept { transport, event in
                switch event {
                case .established:
                    established.value += 1
                    transport.write([Frame.hello].encoded + Self.piece)
                case .written: transport.write(Self.piece)
                case .frames, .malformed: break
                case .closed(let close):
                    closes.value.append(close)
                    if closes.value.count == rounds { return done() }
                    next()
                }
            }
            next()
        }
        #expect(established.value == rounds)
        for close in closes.value {
            guard case .reset = close else {
                Issue.record("Unexpected: \(close).")
                continue
            }
        }
    }

    @Test func `nothing comes after abort, not even from inside a handler`() throws {
        let late = Box([LinkTransportEvent]())
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            site.accept { transport, event in
                switch event {
                case .established:
                    transport.write([.hello, .control(1)].encoded)
                case .written, .frames, .malformed: break
                case .closed(let close):
                    closes.value.append(close)
                    if closes.value.count == 2 { done() }
                }
            }
            var isAborted = false
            site.dial { transport, event in
                if isAborted { return late.value.append(event) }
                guard case .frames = event else { return }
                transport.openFrames()
                transport.write([Frame.hello].encoded)
                transport.abort()
                transport.abort()
                transport.finish()
                transport.openFrames()
                transport.write([Frame.hello].encoded)
                isAborted = true
                // And one that is aborted before it is connected.
                site.dial { _, event in late.value.append(event) }.abort()
                // And one that is aborted by the first event.
                site.dial { transport, event in
                    guard case .established = event else { return late.value.append(event) }
                    transport.abort()
                }
            }
        }
        #expect(late.value == [])
    }

    @Test func `an end without close_notify is a truncation`() throws {
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            site.accept { _, event in
                guard case .closed(let close) = event else { return }
                closes.value.append(close)
                done()
            }
            let tls = try TLSConnection(context: site.context, role: .client)
            Stream.connect(to: site.address, on: site.loop) { outcome in
                guard let stream = try? outcome.get() else { return done() }
                _ = try? tls.handshake()
                stream.write(tls.takeOutbound())
                stream.start(
                    reading: {
                        tls.receive($0)
                        _ = try? tls.handshake()
                        stream.write(tls.takeOutbound())
                        stream.shutdown()
                    },
                    ended: { _ in stream.close() }
                )
            }
        }
        #expect(closes.value == [.truncated])
    }

    @Test func `a close in the middle of a frame is a truncation`() throws {
        let heard = Box([LinkTransportEvent]())
        try RunningLoop.site { site, done in
            site.accept { _, event in
                if case .established = event { return }
                heard.value.append(event)
                if case .closed = event { done() }
            }
            site.dial { transport, event in
                guard case .established = event else { return }
                transport.write([Frame.control(1)].encoded + [0, 0, 0, 9, 1])
                transport.finish()
            }
        }
        #expect(heard.value == [.frames([.control(1)]), .closed(.truncated)])
    }

    /// Lets a server write `bytes` and finish, and returns how it saw the end.
    ///
    /// The client never closes, and reads only if told so.
    private func endAgainstStubbornClient(
        writing bytes: [UInt8],
        isReading: Bool
    ) throws -> [LinkTransportEvent] {
        let heard = Box([LinkTransportEvent]())
        try RunningLoop.site { site, done in
            site.limits.lingerTime = .milliseconds(100)
            site.accept { transport, event in
                guard case .established = event else {
                    heard.value.append(event)
                    return done()
                }
                transport.write(bytes)
                transport.finish()
            }
            let tls = try TLSConnection(context: site.context, role: .client)
            Stream.connect(to: site.address, on: site.loop) { outcome in
                guard let stream = try? outcome.get() else { return done() }
                _ = try? tls.handshake()
                stream.write(tls.takeOutbound())
                stream.start(
                    reading: {
                        tls.receive($0)
                        guard case .complete? = try? tls.handshake() else { return }
                        stream.write(tls.takeOutbound())
                        if !isReading { stream.pauseReading() }
                    },
                    ended: { _ in }
                )
            }
        }
        return heard.value
    }

    @Test func `a peer that never closes does not hold the end up`() throws {
        let events = try self.endAgainstStubbornClient(
            writing: [Frame.hello].encoded,
            isReading: true
        )
        #expect(events == [.closed(.finished)])
    }

    @Test func `a peer that takes nothing does not hold the end up, and that is said`() throws {
        let events = try self.endAgainstStubbornClient(
            writing: [UInt8](repeating: 0, count: 16 << 20),
            isReading: false
        )
        guard case .closed(.reset(let sentence)) = events.first else {
            Issue.record("Unexpected: \(events).")
            return
        }
        #expect(sentence.hasSuffix(" did not take the last bytes within 0.1 seconds."))
        #expect(events.count == 1)
    }

    @Test func `nobody listens there, and that is said once`() throws {
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            site.close()
            site.dial { _, event in
                guard case .closed(let close) = event else { return }
                closes.value.append(close)
                done()
            }
        }
        guard case .dialFailed(let sentence) = closes.value.first else {
            Issue.record("Unexpected: \(closes.value).")
            return
        }
        #expect(sentence.hasPrefix("Connecting to 127.0.0.1:"))
    }
}
