import EventLoop
import Glibc
import LinkIO
import LoopTesting
import TLS
import Testing

/// What connects and is no peer.
@Suite struct StrangerTests {
    @Test func `who says nothing is closed by the deadline, and others join meanwhile`() throws {
        let closes = Box([LinkClose]())
        let hasJoined = Box(false)
        try RunningLoop.site { site, done in
            let silent = 20
            site.timeoutOfAccepted = { $0 <= silent ? .milliseconds(300) : RunningLoop.deadline }
            site.accept { _, event in
                switch event {
                case .closed(let close): closes.value.append(close)
                case .established, .frames, .malformed, .written: break
                }
            }
            let ends = Box(0)
            for _ in 0..<silent {
                site.connectPlainly { end in
                    #expect(end == .closedByPeer)
                    ends.value += 1
                    if ends.value == silent, hasJoined.value { done() }
                }
            }
            site.dial { _, event in
                guard case .established = event else { return }
                hasJoined.value = true
                if ends.value == silent { done() }
            }
        }
        #expect(hasJoined.value)
        #expect(closes.value.count == 20)
        for close in closes.value {
            guard case .handshakeFailed(let sentence) = close else {
                Issue.record("Unexpected: \(close).")
                continue
            }
            #expect(sentence.hasPrefix("The TLS handshake with 127.0.0.1:"))
            #expect(sentence.hasSuffix(" took over 0.3 seconds."))
        }
    }

    @Test func `a dribbled handshake does not outlive the deadline`() throws {
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            site.timeoutOfAccepted = { _ in .milliseconds(200) }
            site.accept { _, event in
                if case .closed(let close) = event { closes.value.append(close) }
            }
            Stream.connect(to: site.address, on: site.loop) { outcome in
                guard let stream = try? outcome.get() else { return done() }
                // A handshake record of 512 bytes, one byte after the other.
                let record: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]
                var sent = 0
                let timer = Box<LoopTimer?>(nil)
                timer.value = LoopTimer(on: site.loop) {
                    stream.write([sent < record.count ? record[sent] : 0])
                    sent += 1
                    timer.value?.arm(after: .milliseconds(10))
                }
                timer.value?.arm(after: .zero)
                stream.start(
                    reading: { _ in },
                    ended: { _ in
                        timer.value?.close()
                        stream.close()
                        done()
                    }
                )
            }
        }
        guard case .handshakeFailed = closes.value.first else {
            Issue.record("Unexpected: \(closes.value).")
            return
        }
        #expect(closes.value.count == 1)
    }

    enum Rubbish: CaseIterable {
        case http, noise, brokenHello, oversizedRecord

        var bytes: [UInt8] {
            switch self {
            case .http: [UInt8]("GET / HTTP/1.1\r\nHost: paceline\r\n\r\n".utf8)
            case .noise: [UInt8](repeating: 0x5a, count: 70_000)
            case .brokenHello: [22, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3]
            case .oversizedRecord: [22, 3, 1, 0xff, 0xff, 1, 0]
            }
        }

        /// What looks like TLS is answered in TLS; OpenSSL says nothing to others.
        var isAnswered: Bool { self == .brokenHello || self == .oversizedRecord }
    }

    @Test(arguments: Rubbish.allCases)
    func `what is not TLS is refused with an alert, and closed once`(rubbish: Rubbish) throws {
        let closes = Box([LinkClose]())
        let answer = Box([UInt8]())
        try RunningLoop.site { site, done in
            let ends = Box(0)
            func ended() {
                ends.value += 1
                if ends.value == 2 { done() }
            }
            site.accept { _, event in
                guard case .closed(let close) = event else {
                    Issue.record("Unexpected: \(event).")
                    return
                }
                closes.value.append(close)
                ended()
            }
            site.connectPlainly(saying: rubbish.bytes, heard: { answer.value += $0 }) { end in
                #expect(end == .closedByPeer)
                ended()
            }
        }
        #expect(closes.value.count == 1)
        guard case .handshakeFailed = closes.value.first else {
            Issue.record("Unexpected: \(closes.value).")
            return
        }
        // One TLS record of type alert, level fatal (RFC 8446, section 6).
        #expect(answer.value.count == (rubbish.isAnswered ? 7 : 0))
        #expect(answer.value.prefix(1) == (rubbish.isAnswered ? [21] : []))
    }

    @Test func `who shows no certificate is told so by an alert`() throws {
        let closes = Box([LinkClose]())
        let words = Box("")
        try RunningLoop.site { site, done in
            site.accept { _, event in
                guard case .closed(let close) = event else { return }
                closes.value.append(close)
            }
            try NakedClient.run(port: site.address.port, on: site.loop) {
                words.value = $0
                done()
            }
        }
        #expect(words.value.contains("CERTIFICATE_REQUIRED"))
        #expect(
            closes.value == [
                .handshakeFailed(
                    "OpenSSL refused in SSL_do_handshake: peer did not return a certificate "
                        + "(error 167772359)."
                )
            ]
        )
    }

    @Test func `a peer of another protocol is refused on both ends`() throws {
        let closes = Box([LinkClose]())
        try RunningLoop.site { site, done in
            let events: LinkTransport.Events = { _, event in
                guard case .closed(let close) = event else { return }
                closes.value.append(close)
                if closes.value.count == 2 { done() }
            }
            site.accept(events)
            let other = try TLSContext(identity: .generate(), applicationProtocols: ["h2"])
            site.dial(as: other, events)
        }
        for close in closes.value {
            guard case .handshakeFailed = close else {
                Issue.record("Unexpected: \(close).")
                continue
            }
        }
    }
}
