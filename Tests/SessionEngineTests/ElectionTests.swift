import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Testing

/// One link a pair, whoever dialled, whatever comes late.
@Suite struct ElectionTests {
    @Test func `the lower id elects, and the other waits`() {
        var arbiter = Daemon(5)
        arbiter.greet(9, on: 1)
        #expect(arbiter.written(on: 1).contains(.elect(1)))
        var other = Daemon(5)
        other.greet(3, on: 1)
        #expect(other.engine.memberCount == 0)
        other.receive([.elect(4)], on: 1)
        #expect(other.engine.election(with: Daemon.peer(3))?.number == 4)
    }

    @Test func `an elect from who is not the arbiter is malformed`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        daemon.greet(9, on: 2, held: 1)
        daemon.receive([.elect(7)], on: 1)
        #expect(daemon.notices.contains { if case .violation = $0 { true } else { false } })
    }

    @Test func `a link that both hold stays, one that the other has lost is replaced`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        daemon.greet(9, on: 2, held: 1)
        #expect(daemon.written(on: 2).last == .goodbye(Goodbye(reason: .duplicate)))
        #expect(daemon.engine.election(with: Daemon.peer(9))?.link == LinkID(1))
        daemon.greet(9, on: 3)
        let election = daemon.engine.election(with: Daemon.peer(9))
        #expect(election?.link == LinkID(3))
        #expect(election?.number == 2)
        #expect(daemon.notices.isEmpty)
        daemon.take(.linkClosed(LinkID(1), detail: "late"))
        #expect(daemon.engine.election(with: Daemon.peer(9))?.link == LinkID(3))
        #expect(daemon.notices.isEmpty)
    }

    @Test func `an older election is not taken`() {
        var daemon = Daemon(5)
        daemon.greet(3, on: 1)
        daemon.greet(3, on: 2)
        daemon.receive([.elect(2)], on: 2)
        daemon.receive([.elect(1)], on: 1)
        #expect(daemon.engine.election(with: Daemon.peer(3))?.link == LinkID(2))
        for number in [UInt64(0), 2] {
            daemon.greet(3, on: 3 + number)
            daemon.receive([.elect(number)], on: 3 + number)
            #expect(daemon.engine.election(with: Daemon.peer(3))?.number == 2)
        }
    }

    @Test func `a lie about what is held moves no other pair's numbers`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1, held: Hello.electionMaximum)
        daemon.greet(8, on: 2)
        let number = daemon.engine.election(with: Daemon.peer(8))?.number ?? 0
        #expect(number <= (1 << 32) + 1)
        daemon.greet(9, on: 3, held: 77)
        #expect(daemon.engine.election(with: Daemon.peer(9))?.link == LinkID(3))
    }

    @Test func `a pair that the arbiter has forgotten gets a higher number all the same`() {
        var daemon = Daemon(5)
        // Three hundred former members: the first are forgotten.
        for round in 0..<300 {
            let id = UInt64(round + 1)
            daemon.greet(UInt8(100 + round / 250), on: id, second: UInt8(round % 250))
            daemon.receive([.goodbye(Goodbye(reason: .leaving))], on: id)
            daemon.now = daemon.now + .milliseconds(1)
        }
        daemon.wait(.seconds(6))
        #expect(daemon.engine.load.peers <= SessionLimits.rememberedMaximum)
        daemon.greet(100, on: 1_000)
        #expect((daemon.engine.election(with: Daemon.peer(100, 0))?.number ?? 0) > 300)
    }

    @Test func `a new run is left and joined, and the old one is a clone if it comes back`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        daemon.now = Moment.zero + .seconds(1)
        daemon.establish(9, on: 7, openedAt: .zero)
        daemon.greet(9, on: 2, instance: 10)
        let name = Daemon.name("peer9")
        #expect(
            daemon.notices == [
                .left(Daemon.peer(9), name, .restarted), .joined(Daemon.peer(9), name),
            ]
        )
        // Begun before the new run was known: late, and nobody's fault.
        daemon.receive([.prove(Prove(proof: [])), .hello(Daemon.hello(9))], on: 7)
        #expect(daemon.written(on: 7).last == .goodbye(Goodbye(reason: .duplicate)))
        #expect(daemon.notices.isEmpty)
        daemon.now = Moment.zero + .seconds(2)
        daemon.greet(9, on: 3)
        #expect(daemon.written(on: 3).last == .goodbye(Goodbye(reason: .identityInUse)))
        #expect(daemon.notices == [.identityInUse(Daemon.peer(9), name: name)])
        #expect(daemon.engine.election(with: Daemon.peer(9))?.link == LinkID(2))
    }

    @Test func `an old run whose hello comes after the new run's is late, and no restart`() {
        var daemon = Daemon(5)
        daemon.now = .zero + .seconds(1)
        daemon.establish(9, on: 7, openedAt: .zero)
        daemon.now = .zero + .seconds(2)
        daemon.greet(9, on: 2, instance: 10)
        #expect(daemon.notices == [.joined(Daemon.peer(9), Daemon.name("peer9"))])

        daemon.now = .zero + .seconds(3)
        daemon.receive([.prove(Prove(proof: [])), .hello(Daemon.hello(9))], on: 7)
        #expect(daemon.written(on: 7).last == .goodbye(Goodbye(reason: .duplicate)))
        #expect(daemon.notices.isEmpty)
        #expect(daemon.engine.election(with: Daemon.peer(9))?.link == LinkID(2))
        // Nor is the new run taken for a clone of the old one, and the old one is over.
        daemon.greet(9, on: 3, instance: 10)
        #expect(daemon.notices.isEmpty)
        daemon.now = .zero + .seconds(4)
        daemon.greet(9, on: 4)
        #expect(daemon.written(on: 4).last == .goodbye(Goodbye(reason: .identityInUse)))
    }

    @Test func `a run on a connection that had long begun may be the new one`() {
        // Dialled while nobody was there, and answered by the run that started meanwhile.
        var daemon = Daemon(5)
        daemon.now = .zero + .seconds(1)
        daemon.greet(9, on: 1)
        daemon.now = .zero + .seconds(2)
        daemon.establish(9, on: 7, openedAt: .zero)
        daemon.receive([.prove(Prove(proof: [])), .hello(Daemon.hello(9, instance: 10))], on: 7)
        let name = Daemon.name("peer9")
        #expect(
            daemon.notices == [
                .left(Daemon.peer(9), name, .restarted), .joined(Daemon.peer(9), name),
            ]
        )
    }

    @Test func `goodbyes that cross are told once`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        _ = daemon.command(.disconnect(Daemon.peer(9)))
        #expect(daemon.notices.count == 1)
        daemon.receive([.goodbye(Goodbye(reason: .leaving))], on: 1)
        #expect(daemon.notices.isEmpty)
        daemon.take(.linkClosed(LinkID(1), detail: "closed"))
        #expect(daemon.notices.isEmpty)
        #expect(daemon.engine.load.links == 0)
    }
}
