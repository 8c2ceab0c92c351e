import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Testing
import Wire

/// What a hostile peer, a crowd or a shell that never answers can cost.
@Suite struct BoundTests {
    private func hint(_ byte: UInt8, _ second: UInt8) -> MemberHint {
        MemberHint(peer: Daemon.peer(byte, second), endpoints: [Daemon.endpoint(byte)])
    }

    @Test func `a member may name sixty-four others, and they go with it`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        daemon.receive([.members((0..<64).map { self.hint(20, $0) })], on: 1)
        #expect(daemon.engine.load.hinted == 64)
        daemon.wait(.seconds(1))
        #expect(daemon.engine.load.hinted == 64)
        let more = LinkMessage.members((0..<64).map { self.hint(21, $0) })
        daemon.take(
            .framesReceived(LinkID(1), [Daemon.frame(more, sequence: 2)])
        )
        #expect(daemon.engine.load.hinted == 64)
        daemon.receive([.goodbye(Goodbye(reason: .leaving))], on: 1)
        #expect(daemon.engine.load.hinted == 0)
        daemon.wait(.seconds(6))
        #expect(daemon.engine.load.peers == 1)
    }

    @Test func `who is known through others alone stays known, and is unreachable`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        daemon.receive([.members([self.hint(20, 0)])], on: 1)
        var failures = 0
        while daemon.now < .zero + .seconds(30), let due = daemon.engine.nextDeadline {
            var dials: [DialID] = []
            for case .dial(let dial, _) in daemon.effects { dials.append(dial) }
            for dial in dials {
                failures += 1
                daemon.take(.dialFailed(dial, "no route to host"))
            }
            daemon.now = max(daemon.now, due)
            let effects = daemon.take(.timerFired)
            daemon.receive([.pong(0)], on: 1)
            daemon.effects = effects + daemon.effects
        }
        #expect(failures > 3)
        let status = daemon.engine.member(Daemon.peer(20, 0), at: daemon.now)?.status
        #expect(status?.word == "unreachable")
    }

    @Test func `one peer may not take all links`() {
        var daemon = Daemon(5)
        for id in UInt64(1)...200 {
            daemon.take(
                .linkEstablished(
                    EstablishedLink(
                        id: LinkID(id),
                        dial: nil,
                        peer: Daemon.peer(9),
                        remote: Daemon.endpoint(9),
                        openedAt: daemon.now
                    )
                )
            )
        }
        #expect(daemon.engine.load.links == SessionLimits.linksPerPeerMaximum)
        daemon.greet(8, on: 1_000)
        #expect(daemon.engine.memberCount == 1)
        daemon.wait(.seconds(15))
        #expect(daemon.engine.load.links <= 1)
    }

    @Test func `five thousand strangers that come and go leave a bounded memory`() {
        var daemon = Daemon(5)
        for number in 0..<5_000 {
            let (byte, second) = (UInt8(20 + number / 250), UInt8(number % 250))
            let id = UInt64(number + 1)
            daemon.greet(byte, on: id, second: second)
            daemon.receive([.goodbye(Goodbye(reason: .leaving))], on: id)
            if number % 100 == 0 { daemon.wait(.seconds(5)) }
        }
        daemon.wait(.seconds(6))
        #expect(daemon.engine.load.peers <= SessionLimits.rememberedMaximum)
        #expect(daemon.engine.load.links == 0)
        #expect(daemon.engine.load.openingDials == 0)
    }

    @Test func `newcomers that all wait for the last seat do not all get it`() {
        var daemon = Daemon(200)
        for number in 0..<70 { daemon.greet(20, on: UInt64(number + 1), second: UInt8(number)) }
        for number in 0..<70 { daemon.receive([.elect(1)], on: UInt64(number + 1)) }
        #expect(daemon.engine.memberCount == SessionLimits.membersMaximum)
    }

    @Test func `links whose last write never ends are cut`() {
        var daemon = Daemon(5)
        _ = daemon.command(.block(Daemon.peer(9)))
        for id in UInt64(1)...10 { daemon.greet(9, on: id) }
        #expect(daemon.engine.load.links == 10)
        daemon.wait(.seconds(5))
        #expect(daemon.engine.load.links == 0)
    }

    @Test func `a stop ends within its time, whatever is open`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        daemon.take(
            .linkEstablished(
                EstablishedLink(
                    id: LinkID(2),
                    dial: nil,
                    peer: Daemon.peer(8),
                    remote: Daemon.endpoint(8),
                    openedAt: .zero
                )
            )
        )
        _ = daemon.command(.connectEndpoint(Daemon.endpoint(7)))
        daemon.take(.stopRequested)
        #expect(daemon.effects.contains(.withdrawAdvert))
        #expect(daemon.effects.contains(.cancelDial(DialID(1))))
        daemon.take(
            .linkEstablished(
                EstablishedLink(
                    id: LinkID(3),
                    dial: nil,
                    peer: Daemon.peer(7),
                    remote: Daemon.endpoint(7),
                    openedAt: .zero
                )
            )
        )
        #expect(daemon.effects.contains(.abort(LinkID(3))))
        var stops = 0
        while let due = daemon.engine.nextDeadline, due <= .zero + .seconds(5) {
            daemon.now = max(daemon.now, due)
            for case .stopped in daemon.take(.timerFired) { stops += 1 }
        }
        #expect(stops == 1)
        #expect(daemon.now <= .zero + SessionLimits.stopMaximum)
    }

    @Test func `a stop with nobody joined is at once`() {
        var daemon = Daemon(5)
        #expect(daemon.take(.stopRequested).last == .stopped)
        #expect(daemon.take(.timerFired).isEmpty)
    }

    @Test func `a snapshot with the highest number there is does not trap`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        for _ in 0..<2 {
            daemon.receive(
                [
                    .chunk(
                        SnapshotChunk(
                            activity: 1,
                            snapshot: .max,
                            version: 0,
                            index: 0,
                            isLast: true,
                            bytes: []
                        )
                    )
                ],
                on: 1
            )
        }
        #expect(daemon.engine.load.links == 1)
    }
}
