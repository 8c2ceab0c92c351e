import Determinism
import Simulation
import Testing

/// Errors made on purpose: a checker that lets one through proves nothing.
@Suite struct PlantedFaultTests {
    private func findings(_ seed: UInt64, _ planted: PlantedFault?) -> [String] {
        var configuration = SimulatedLAN.Configuration(seed: seed, members: 4)
        configuration.hasPeople = true
        configuration.planted = planted
        configuration.ridesPerMille = 600
        configuration.plan.reset = 60
        configuration.plan.frozen = 20
        configuration.plan.partition = 20
        configuration.plan.killed = 20
        var lan = SimulatedLAN(configuration)
        lan.run(for: .seconds(200))
        lan.becomeQuiet()
        lan.run(for: .seconds(70))
        return lan.findings()
    }

    @Test(arguments: PlantedFault.allCases)
    func `a planted fault is caught`(planted: PlantedFault) {
        let caught = (UInt64(1)...3).first { !self.findings($0, planted).isEmpty }
        #expect(caught != nil)
    }

    @Test func `without a planted fault nothing is found`() {
        for seed in UInt64(1)...3 { #expect(self.findings(seed, nil).isEmpty) }
    }
}
