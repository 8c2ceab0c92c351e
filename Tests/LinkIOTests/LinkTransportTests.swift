import EventLoop
import LinkIO
import LoopTesting
import TLS
import Testing
import Wire

@Suite struct LinkTransportTests {
    @Test func `both ends learn the other's key, share secrets, and hear each other`() throws {
        let digests = Box([[UInt8]]())
        let identities = Box([[UInt8]]())
        let secrets = Box([[UInt8]]())
        let heard = Box([Frame]())
        try RunningLoop.site { site, done in
            let client = try TLSIdentity.generate()
            identities.value = [site.identity.keyDigest, client.keyDigest].sorted { $0[0] < $1[0] }
            let events: LinkTransport.Events = { transport, event in
                switch event {
                case .established(let digest):
                    digests.value.append(digest)
                    secrets.value.append(
                        (try? transport.exporter(label: "EXPORTER-x", context: [], count: 32)) ?? []
                    )
                    transport.write([Frame.control(1, digest)].encoded)
                case .frames(let frames):
                    heard.value += frames
                    if heard.value.count == 2 { done() }
                case .written: break
                case .malformed, .closed: Issue.record("Unexpected: \(event).")
                }
            }
            site.accept(events)
            let context = try TLSContext(identity: client, applicationProtocols: Site.protocols)
            let dialled = site.dial(as: context, events)
            #expect(dialled.remote == site.address)
        }
        #expect(digests.value.sorted { $0[0] < $1[0] } == identities.value)
        #expect(secrets.value.count == 2)
        #expect(secrets.value.first == secrets.value.last)
        #expect(secrets.value.first?.count == 32)
        #expect(Set(heard.value.map(\.payload)) == Set(digests.value))
    }

    @Test func `20,000 small frames arrive in order and in few events`() throws {
        let count = 20_000
        let heard = Box([Frame]())
        let events = Box(0)
        try RunningLoop.site { site, done in
            site.accept { transport, event in
                guard case .frames(let frames) = event else { return }
                if frames.contains(.hello) { transport.openFrames() }
                events.value += 1
                heard.value += frames
                if heard.value.count == count + 1 { done() }
            }
            let frames = (0..<count).map { number in
                Frame.control(5, [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)])
            }
            site.dial { transport, event in
                guard case .established = event else { return }
                transport.write(([.hello] + frames).encoded)
            }
        }
        #expect(heard.value.first == .hello)
        let numbers = heard.value.dropFirst().map { Int($0.payload[0]) + Int($0.payload[1]) << 8 }
        #expect(numbers == [Int](0..<count))
        #expect(events.value <= 100)
    }

    @Test func `a hello that comes one byte at a time is a hello`() throws {
        let heard = Box([Frame]())
        let reads = Box(0)
        try RunningLoop.site { site, done in
            site.accept { _, event in
                guard case .frames(let frames) = event else { return }
                reads.value += 1
                heard.value += frames
                done()
            }
            var rest = [Frame.hello].encoded[...]
            site.dial { transport, event in
                switch event {
                case .established, .written: transport.write([UInt8](rest.prefix(1)))
                case .frames, .malformed, .closed: break
                }
                rest = rest.dropFirst()
            }
        }
        #expect(heard.value == [.hello])
        #expect(reads.value == 1)
    }

    @Test func `what follows a hello in the same write is held until frames are opened`() throws {
        let long = Frame.control(9, [UInt8](repeating: 7, count: 100_000))
        let batches = Box([[Frame]]())
        try RunningLoop.site { site, done in
            let server = Box<LinkTransport?>(nil)
            let timer = LoopTimer(on: site.loop) {
                #expect(batches.value == [[.hello]])
                server.value?.openFrames()
                #expect(batches.value == [[.hello]], "An event came from inside a method.")
            }
            site.accept { transport, event in
                guard case .frames(let frames) = event else { return }
                batches.value.append(frames)
                server.value = transport
                if batches.value.count == 1 { timer.arm(after: .milliseconds(50)) }
                if batches.value.count == 2 { done() }
            }
            site.dial { transport, event in
                guard case .established = event else { return }
                transport.write([.hello, long].encoded)
            }
        }
        #expect(batches.value == [[.hello], [long]])
    }

    @Test func `a frame too long for the opening is malformed at once, and is answered`() throws {
        let events = Box([LinkTransportEvent]())
        let answer = Box([Frame]())
        try RunningLoop.site { site, done in
            site.accept { transport, event in
                if case .established = event { return }
                events.value.append(event)
                switch event {
                case .malformed:
                    transport.write([Frame.control(6, [1])].encoded)
                    transport.finish()
                case .closed: done()
                case .established, .frames, .written: break
                }
            }
            site.dial { transport, event in
                switch event {
                case .established:
                    // The length alone: 4 KiB and a byte.
                    transport.write([Frame.control(1)].encoded + [0, 0, 0x10, 1])
                case .frames(let frames): answer.value += frames
                case .malformed, .written, .closed: break
                }
            }
        }
        let error = WireError.frameTooLong(announced: 4097, accepted: FrameLimit.opening)
        #expect(
            events.value == [
                .frames([.control(1)]), .malformed(error.description), .closed(.finished),
            ]
        )
        #expect(answer.value == [.control(6, [1])])
    }
}
