import Determinism
import Links
import Peers
import SessionEngine
import Simulation
import Testing

/// Cables, processes and daemons that are cut, frozen and held up.
@Suite struct LivenessTests {
    private func joined(_ seed: UInt64, members: Int) -> SimulatedLAN {
        var lan = SimulatedLAN(SimulatedLAN.Configuration(seed: seed, members: members))
        lan.run(for: .seconds(15))
        #expect(lan.isComplete)
        return lan
    }

    @Test(arguments: UInt64(1)...20)
    func `a frozen peer is left within 10 s, and rejoins when it thaws`(seed: UInt64) {
        var lan = self.joined(seed, members: 3)
        lan.freeze(2, for: .seconds(60))
        lan.run(for: .seconds(10))
        let frozen = lan.peer(2)
        #expect(lan.status(of: 2, at: 0) == .lost(.silence))
        #expect(lan.status(of: 2, at: 1) == .lost(.silence))
        lan.run(for: .seconds(60))
        lan.checkAll()
        #expect(lan.roster.leavings.filter { $0.peer == frozen }.count == 2)
    }

    @Test(arguments: UInt64(1)...20)
    func `a cut cable is noticed within 10 s, idle and busy, and mended`(seed: UInt64) {
        var lan = self.joined(seed, members: 3)
        for other in [0, 1] {
            lan.obstruct(from: 2, to: other)
            lan.obstruct(from: other, to: 2)
        }
        for step in 0..<200 {
            if seed % 2 == 0 { lan.command(.rename("peer \(step)", isForced: true), at: step % 3) }
            lan.run(for: .milliseconds(50))
        }
        for one in 0..<2 {
            #expect(lan.status(of: 2, at: one) == .lost(.silence))
            #expect(lan.status(of: one, at: 2) == .lost(.silence))
        }
        for other in [0, 1] {
            lan.removeObstacle(from: 2, to: other)
            lan.removeObstacle(from: other, to: 2)
        }
        lan.run(for: .seconds(25))
        lan.checkAll()
        #expect(lan.roster.leavings.count == 4)
    }

    @Test func `ten quiet peers suspect nobody for ten minutes`() {
        var lan = self.joined(1, members: 10)
        lan.run(for: .seconds(600))
        lan.checkAll()
        #expect(lan.roster.suspicions == 0)
        #expect(lan.roster.leavings.isEmpty)
        #expect(lan.roster.joinings == 90)
    }

    @Test(arguments: UInt64(1)...40)
    func `who was held up itself gives everybody a fresh probe`(seed: UInt64) {
        var lan = self.joined(seed, members: 4)
        let stall = Duration.milliseconds(6_500 + 500 * Int64(seed))
        lan.freeze(0, for: stall)
        lan.run(for: stall + .seconds(5))
        let given = lan.roster.leavings.filter { $0.observer == 0 && $0.cause == .silence }
        #expect(given.isEmpty)
        lan.run(for: .seconds(20))
        lan.checkAll()
    }

    @Test(arguments: ["quit", "kill", "power", "cable", "disconnect"])
    func `every observer is told once that a member left, and why`(way: String) {
        for seed in UInt64(1)...10 {
            var lan = self.joined(seed, members: 4)
            let gone = lan.peer(3)
            let cause: LeaveCause
            switch way {
            case "quit":
                lan.stop(3)
                cause = .goodbye(.leaving)
            case "kill":
                lan.kill(3)
                cause = .silence
            case "power":
                lan.cutPower(of: 3)
                cause = .silence
            case "cable":
                for other in 0..<3 {
                    lan.obstruct(from: 3, to: other)
                    lan.obstruct(from: other, to: 3)
                }
                cause = .silence
            default:
                lan.command(.disconnect(nil), at: 3)
                cause = .goodbye(.disconnected)
            }
            lan.run(for: .seconds(30))
            let told = lan.roster.leavings.filter { $0.peer == gone }
            #expect(told.map(\.observer).sorted() == [0, 1, 2], "seed \(seed)")
            #expect(told.allSatisfy { $0.cause == cause }, "seed \(seed): \(told)")
            #expect(lan.roster.findings.isEmpty)
        }
    }

    @Test func `a peer that restarts has left once and joined again`() {
        for seed in UInt64(1)...20 {
            var lan = self.joined(seed, members: 3)
            lan.kill(2)
            lan.start(2, in: .milliseconds(300))
            lan.run(for: .seconds(25))
            lan.checkAll()
            let told = lan.roster.leavings
            #expect(told.count == 2 && told.allSatisfy { $0.cause == .restarted }, "\(told)")
        }
    }
}
