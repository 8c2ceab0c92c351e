import Gameplay

/// How a simulant decides whether to ride to somebody with a flat tyre.
///
/// Is it near, and am I fresh? Both are facts with grades, and the lesser of both decides.
enum StopRule: Rule, CaseIterable {
    case near
    case rested
    case willing

    enum Fact: Equatable, Sendable {
        case near
        case rested
        case willing
    }

    struct Knowledge: Equatable, Sendable {
        /// How far ahead along the route the other is.
        let metres: Double
        /// What is left until the rider wants a breather.
        let secondsLeft: Int
        /// Metres per second.
        let speed: Double
    }

    /// How far a rider sees somebody at the roadside.
    static let sightMetres = 200.0
    /// With so many seconds left on arrival a rider is wholly fresh.
    private static let restedSeconds = 30.0
    /// The grade from which it stops; near its own breather, or at the edge of sight, it rides on.
    private static let leastGrade = 0.1

    var salience: Int {
        switch self {
        case .near, .rested: 1
        case .willing: 0
        }
    }

    func evaluatePredicate(in system: RuleSystem<StopRule>) -> Bool {
        switch self {
        case .near: system.state.metres < Self.sightMetres
        case .rested: Self.secondsToSpare(system.state) > 0
        case .willing: system.minimumGrade(forFacts: [.near, .rested]) >= Self.leastGrade
        }
    }

    func performAction(in system: inout RuleSystem<StopRule>) {
        switch self {
        case .near:
            system.assertFact(.near, grade: 1 - system.state.metres / Self.sightMetres)
        case .rested:
            system.assertFact(
                .rested,
                grade: Self.secondsToSpare(system.state) / Self.restedSeconds
            )
        case .willing:
            system.assertFact(.willing)
        }
    }

    /// What is left of its time when it gets there.
    private static func secondsToSpare(_ known: Knowledge) -> Double {
        Double(known.secondsLeft) - known.metres / known.speed
    }

    /// Whether a rider that knows this stops.
    static func isWilling(_ knowledge: Knowledge) -> Bool {
        var system = RuleSystem<StopRule>(state: knowledge)
        for rule in self.allCases { system.add(rule) }
        system.evaluate()
        return system.grade(forFact: .willing) > 0
    }
}
