import Determinism
import Simulation
import Testing

/// Crossed, doubled and broken links of two peers: always one of them is left, the same at both.
@Suite struct ElectionTests {
    @Test(arguments: 0..<20)
    func `ten thousand ways of dialling each other leave one link`(group: Int) {
        for seed in group * 500..<(group + 1) * 500 {
            var configuration = SimulatedLAN.Configuration(seed: UInt64(seed), members: 2)
            configuration.startWithin = .milliseconds(seed % 3 * 20)
            configuration.delayMaximum = .milliseconds(1 + seed % 7 * 8)
            configuration.plan.doubledAdvert = seed % 2 * 400
            configuration.plan.slowLink = seed % 5 * 50
            configuration.plan.slowDial = seed % 11 == 0 ? 200 : 0
            var lan = SimulatedLAN(configuration)
            // The slowest dial, or the one after it has been given up.
            lan.run(for: .seconds(seed % 11 == 0 ? 20 : 13))
            lan.checkAll(ofFaults: false)
            #expect(lan.roster.joinings == 2, "seed \(seed)")
            #expect(lan.roster.leavings.isEmpty, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<10)
    func `the late end of an old link disturbs the new one never`(group: Int) {
        for seed in group * 100..<(group + 1) * 100 {
            var configuration = SimulatedLAN.Configuration(seed: UInt64(seed), members: 2)
            configuration.delayMaximum = .milliseconds(1 + seed % 5 * 10)
            var lan = SimulatedLAN(configuration)
            lan.run(for: .seconds(16))
            let faults = [Fault.reset, .silentDirection, .silentLink]
            for _ in 0..<3 {
                lan.breakLink(faults[seed % 3], from: seed % 2, to: 1 - seed % 2)
                lan.run(for: .seconds(20))
            }
            lan.checkAll(ofFaults: false)
            guard seed % 3 == 0 else { continue }
            // A reset is made good before anybody counts as lost.
            #expect(lan.roster.joinings == 2, "seed \(seed)")
            #expect(lan.roster.leavings.isEmpty, "seed \(seed)")
        }
    }
}
