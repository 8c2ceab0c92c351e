import Determinism
import SessionEngine
import Simulation
import Testing

/// The ride on a simulated LAN: that it is really looked at, and that errors in it are found.
@Suite struct RidingTests {
    private func lan(_ seed: UInt64, _ planted: PlantedFault? = nil) -> SimulatedLAN {
        var configuration = SimulatedLAN.Configuration(seed: seed, members: 4)
        configuration.hasPeople = true
        configuration.ridesPerMille = 700
        configuration.planted = planted
        configuration.plan.reset = 20
        configuration.plan.partition = 10
        configuration.plan.killed = 10
        var lan = SimulatedLAN(configuration)
        lan.run(for: .seconds(240))
        lan.becomeQuiet()
        lan.run(for: .seconds(70))
        return lan
    }

    @Test func `riders, their places and their repairs are compared, and all are right`() {
        let lan = self.lan(1)
        #expect(lan.findings().isEmpty)
        #expect(lan.rides.comparisons > 2_000)
        #expect(lan.rides.places > 200)
        #expect(lan.rides.repairsHeard > 30)
    }

    @Test(arguments: [
        (PlantedFault.olderState, " as "), (.ignoredRemoval, "not to be seen"),
        (.repairToldTwice, "was told that"),
    ])
    func `an error in the ride is found as what it is`(planted: PlantedFault, words: String) {
        let findings = self.lan(2, planted).rides.findings
        #expect(findings.contains { $0.contains(words) }, "\(findings)")
    }

    @Test func `where nobody rides nothing is looked at`() {
        var configuration = SimulatedLAN.Configuration(seed: 3, members: 3)
        configuration.hasPeople = true
        var lan = SimulatedLAN(configuration)
        lan.run(for: .seconds(60))
        #expect(lan.engine(0).ride == nil)
        #expect(lan.rides.comparisons == 0)
    }
}
