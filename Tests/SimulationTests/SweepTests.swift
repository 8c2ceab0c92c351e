import Determinism
import Simulation
import Testing

/// Many seeds, all kinds of trouble at once, and everybody together again afterwards.
@Suite struct SweepTests {
    @Test(arguments: Sweep.chunks)
    func `after any trouble, whoever can connect is joined and sees the same`(seeds: [UInt64]) {
        for seed in seeds {
            var lan = SimulatedLAN(Sweep.configuration(seed))
            if seed % 4 == 0, lan.configuration.members > 3 {
                lan.cut(from: 0, to: 1)
                if seed % 8 == 0 { lan.cut(from: 1, to: 0) }
            }
            lan.run(until: .zero + Sweep.duration - Sweep.quiet)
            lan.becomeQuiet()
            lan.run(until: .zero + Sweep.duration)
            lan.checkAll()
            Sweep.report(lan)
        }
    }

    @Test func `the same seed gives the same run`() {
        let traces = (0..<2).map { _ in
            var lan = SimulatedLAN(Sweep.configuration(7))
            lan.run(for: .seconds(120))
            return lan.trace.value
        }
        #expect(traces[0] == traces[1])
    }
}
