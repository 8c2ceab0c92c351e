import Determinism
import Peers
import SessionEngine
import Simulation
import Testing

/// Who is who, who may not, and how many.
@Suite struct IdentityTests {
    @Test(arguments: UInt64(1)...20)
    func `two machines with one key are told so, and the flapping stops`(seed: UInt64) {
        var configuration = SimulatedLAN.Configuration(seed: seed, members: 4)
        configuration.clones = [1]
        var lan = SimulatedLAN(configuration)
        lan.run(for: .seconds(40))
        let joinings = lan.roster.joinings
        #expect(lan.roster.identities.contains { $0.observer < 2 && $0.peer == lan.peer(0) })
        #expect(lan.roster.identities.contains { $0.observer > 1 && $0.peer == lan.peer(0) })
        lan.run(for: .seconds(120))
        #expect(lan.roster.joinings == joinings)
        #expect(joinings < 16)
        #expect(lan.roster.findings.isEmpty)
        // The others are none the worse for it.
        #expect(lan.status(of: 3, at: 2) == .joined)
    }

    @Test func `who was disconnected by hand stays off until connected by hand`() {
        for seed in UInt64(1)...10 {
            var lan = SimulatedLAN(SimulatedLAN.Configuration(seed: seed, members: 3))
            lan.run(for: .seconds(5))
            lan.command(.disconnect(lan.peer(1)), at: 0)
            lan.run(for: .seconds(120))
            #expect(lan.status(of: 1, at: 0) == .refused("disconnected here by hand"))
            #expect(lan.status(of: 0, at: 1)?.word == "refused")
            #expect(lan.status(of: 2, at: 0) == .joined)
            lan.command(.connectPeer(lan.peer(1)), at: 0)
            lan.run(for: .seconds(12))
            lan.checkAll()
        }
    }

    @Test func `who is blocked stays off until allowed`() {
        for seed in UInt64(1)...10 {
            var lan = SimulatedLAN(SimulatedLAN.Configuration(seed: seed, members: 3))
            lan.run(for: .seconds(5))
            lan.command(.block(lan.peer(1)), at: 0)
            lan.run(for: .seconds(120))
            #expect(lan.status(of: 1, at: 0) == .refused("blocked here by hand"))
            let token = lan.command(.connectPeer(lan.peer(1)), at: 0)
            guard case .refused = lan.replies[token] else {
                Issue.record("A blocked peer was reached for.")
                return
            }
            lan.command(.allow(lan.peer(1)), at: 0)
            lan.run(for: .seconds(12))
            lan.checkAll()
        }
    }

    @Test
    func `sixty-four members join, and one more is refused`() {
        var configuration = SimulatedLAN.Configuration(seed: 1, members: 65)
        configuration.startingLater = [64]
        var lan = SimulatedLAN(configuration)
        lan.run(for: .seconds(8))
        #expect((0..<64).allSatisfy { lan.engine($0).memberCount == 63 })
        lan.start(64, in: .zero)
        lan.run(for: .seconds(3))
        #expect(lan.engine(64).memberCount == 0)
        #expect((0..<64).allSatisfy { lan.engine($0).memberCount == 63 })
        let words = (0..<64).map { lan.status(of: $0, at: 64)?.reason ?? "" }
        #expect(words.contains { $0.contains("no free seat") || $0.contains("no seat is free") })
        #expect(lan.queues.findings.isEmpty)
        #expect(lan.roster.findings.isEmpty)
    }

    @Test func `one address by hand is enough to join everybody`() {
        for seed in UInt64(1)...10 {
            var configuration = SimulatedLAN.Configuration(seed: seed, members: 4)
            configuration.startingLater = [3]
            configuration.plan.lostAdvert = 1_000
            var lan = SimulatedLAN(configuration)
            lan.start(3, in: .seconds(1))
            lan.run(for: .seconds(2))
            for daemon in 1..<4 {
                lan.command(.connectEndpoint(lan.endpoint(0)), at: daemon)
                lan.run(for: .seconds(1))
            }
            lan.run(for: .seconds(3))
            #expect(lan.isComplete, "seed \(seed)")
        }
    }
}
