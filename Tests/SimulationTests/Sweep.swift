import Determinism
import Foundation
import Simulation

/// Which seeds a sweep runs: some, more with PACELINE_LONG, or those that `scripts/simulate` names.
enum Sweep {
    static let environment = ProcessInfo.processInfo.environment

    private static func number(_ name: String, otherwise fallback: Int) -> Int {
        self.environment[name].flatMap(Int.init) ?? fallback
    }

    static var seeds: ClosedRange<UInt64> {
        let count = self.environment["PACELINE_LONG"] == "1" ? 2_000 : 200
        let first = UInt64(self.number("PACELINE_SIM_FROM", otherwise: 1))
        return first...first + UInt64(self.number("PACELINE_SIM_SEEDS", otherwise: count)) - 1
    }

    /// The seeds in groups, each run by one test case, so that all cores have work.
    static var chunks: [[UInt64]] {
        let seeds = Array(self.seeds)
        return stride(from: 0, to: seeds.count, by: 10).map {
            Array(seeds[$0..<min($0 + 10, seeds.count)])
        }
    }

    static var duration: Duration {
        .seconds(60 * self.number("PACELINE_SIM_MINUTES", otherwise: 10))
    }

    /// At the end of a run nothing new goes wrong for this long.
    static var quiet: Duration { .seconds(100) }

    /// Three to eight members, all kinds of trouble, and people.
    static func configuration(_ seed: UInt64) -> SimulatedLAN.Configuration {
        let members = self.number("PACELINE_SIM_MEMBERS", otherwise: 3 + Int(seed % 6))
        var configuration = SimulatedLAN.Configuration(seed: seed, members: members)
        configuration.plan = .everything
        configuration.hasPeople = true
        // Riders cost as much as all the rest; so in a fifth of the runs, of every kind.
        let isRiding = self.environment["PACELINE_SIM_RIDES"] == "1" || seed % 5 == 0
        configuration.ridesPerMille = isRiding ? 400 : 0
        return configuration
    }

    /// Prints a run, when a person asked for it.
    static func report(_ lan: SimulatedLAN) {
        guard self.environment["PACELINE_SIM_REPORT"] == "1" else { return }
        print(lan.summary)  // tidy-ok: what scripts/simulate is for.
    }
}
