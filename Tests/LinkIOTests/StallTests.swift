import EventLoop
import LinkIO
import LoopTesting
import TLS
import Testing
import Wire

@Suite struct StallTests {
    private static let time = Duration.milliseconds(200)

    /// Lets a client say a hello and then `later`, in one piece every 60 ms, and returns how the
    /// server saw the end; `nil` if all was said before.
    private func end(after later: [[UInt8]]) throws -> LinkClose? {
        let end = Box<LinkClose?>(nil)
        let heard = Box(0)
        try RunningLoop.site { site, done in
            site.limits.progressTime = Self.time
            site.accept { transport, event in
                switch event {
                case .frames(let frames):
                    transport.openFrames()
                    heard.value += frames.count
                case .closed(let close):
                    end.value = close
                    done()
                case .established, .malformed, .written: break
                }
            }
            var rest = later[...]
            site.dial { transport, event in
                switch event {
                case .established: transport.write([Frame.hello].encoded)
                case .written:
                    guard let piece = rest.popFirst() else { return done() }
                    let timer = LoopTimer(on: site.loop) { transport.write(piece) }
                    timer.arm(after: .milliseconds(60))
                case .frames, .malformed, .closed: break
                }
            }
        }
        return end.value
    }

    @Test func `a frame that is dribbled is not waited for`() throws {
        let frame = [Frame.control(9, [UInt8](repeating: 0, count: 500))].encoded
        let end = try self.end(after: frame.prefix(100).map { [$0] })
        #expect(end == .frameStalled(bytes: 65_536, time: Self.time))
        #expect(
            end?.description
                == "The peer began a frame and then sent less than 65536 bytes of it "
                + "in 0.2 seconds."
        )
    }

    @Test func `a frame that grows by 64 KiB each time may take longer`() throws {
        let frame = [Frame.control(9, [UInt8](repeating: 0, count: 900_000))].encoded
        let pieces = stride(from: 0, to: frame.count, by: 66_000).map {
            [UInt8](frame[$0..<min($0 + 66_000, frame.count)])
        }
        #expect(pieces.count == 14)
        #expect(try self.end(after: pieces) == nil)
    }

    @Test func `small frames, each cut in two, may go on for ever`() throws {
        let frame = [Frame.control(9, [1, 2, 3])].encoded
        var pieces: [[UInt8]] = [[UInt8](frame[..<3])]
        for _ in 0..<10 { pieces.append([UInt8](frame[3...] + frame[..<3])) }
        #expect(try self.end(after: pieces) == nil)
    }

    @Test func `TLS records with nothing in them are no progress`() throws {
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            site.limits.progressTime = Self.time
            site.accept { _, event in
                guard case .closed(let close) = event else { return }
                closes.value.append(close)
                done()
            }
            let tls = try TLSConnection(context: site.context, role: .client)
            Stream.connect(to: site.address, on: site.loop) { outcome in
                guard let stream = try? outcome.get() else { return done() }
                let timer = Box<LoopTimer?>(nil)
                // The head of a record of 1,000 bytes, and then its bytes one by one.
                var record: [UInt8] = [23, 3, 3, 3, 232] + [UInt8](repeating: 0, count: 1_000)
                timer.value = LoopTimer(on: site.loop) {
                    stream.write([record.removeFirst()])
                    timer.value?.arm(after: .milliseconds(20))
                }
                _ = try? tls.handshake()
                stream.write(tls.takeOutbound())
                stream.start(
                    reading: {
                        tls.receive($0)
                        guard case .complete? = try? tls.handshake() else { return }
                        stream.write(tls.takeOutbound())
                        timer.value?.arm(after: .zero)
                    },
                    ended: { _ in
                        timer.value?.close()
                        stream.close()
                    }
                )
            }
        }
        #expect(closes.value == [.frameStalled(bytes: 65_536, time: Self.time)])
    }
}
