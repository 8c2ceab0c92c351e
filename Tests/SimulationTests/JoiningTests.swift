import Determinism
import Peers
import SessionEngine
import Simulation
import Testing

/// Daemons without any trouble join, and stay joined.
@Suite struct JoiningTests {
    @Test(arguments: UInt64(1)...5)
    func `three peers join within a second of the last start`(seed: UInt64) {
        var lan = SimulatedLAN(SimulatedLAN.Configuration(seed: seed, members: 3))
        lan.run(for: .seconds(3))
        #expect(lan.isComplete)
        lan.checkAll()
    }
}

extension SimulatedLAN {
    /// Lets all checkers look at what has become of a run.
    func checkAll(
        ofFaults isOfFaults: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let findings = self.findings().filter { isOfFaults || !$0.contains("never struck") }
        guard !findings.isEmpty else { return }
        let isAsked = Sweep.environment["PACELINE_SIM_TRACE"] == "1"
        let trace =
            isAsked
            ? self.trace.lastLines.joined(separator: "\n") : "PACELINE_SIM_TRACE=1 shows more."
        let found = findings.joined(separator: "\n")
        Issue.record(
            "seed \(self.configuration.seed), \(self.tally.description)\n\(found)\n\(trace)",
            sourceLocation: sourceLocation
        )
    }
}
