import Gameplay
import Testing

@Suite struct RuleSystemTests {
    /// ride.md 1.5: "should I stop to help?": near and not tired and a friend.
    private enum Helping: Rule, CaseIterable {
        case stop, isNear, isFresh, isFriend, ringBell

        enum Fact: Equatable { case near, fresh, friend, stopping, ringing }

        struct Knowledge: Equatable {
            var metres: Double
            var tiredness: Double
            var isFriend: Bool
        }

        var salience: Int {
            switch self {
            case .isNear, .isFresh, .isFriend: 10
            case .stop: 0
            case .ringBell: -5
            }
        }

        func evaluatePredicate(in system: RuleSystem<Helping>) -> Bool {
            switch self {
            case .isNear: system.state.metres < 100
            case .isFresh: system.state.tiredness < 1
            case .isFriend: system.state.isFriend
            case .stop: system.minimumGrade(forFacts: [.near, .fresh, .friend]) > 0.3
            case .ringBell: system.grade(forFact: .stopping) > 0
            }
        }

        func performAction(in system: inout RuleSystem<Helping>) {
            switch self {
            case .isNear: system.assertFact(.near, grade: 1 - system.state.metres / 100)
            case .isFresh: system.assertFact(.fresh, grade: 1 - system.state.tiredness)
            case .isFriend: system.assertFact(.friend)
            case .stop:
                let all: [Fact] = [.near, .fresh, .friend]
                system.assertFact(.stopping, grade: system.minimumGrade(forFacts: all))
            case .ringBell: system.assertFact(.ringing)
            }
        }
    }

    private static func system(
        metres: Double = 40,
        tiredness: Double = 0.5,
        isFriend: Bool = true
    ) -> RuleSystem<Helping> {
        var system = RuleSystem<Helping>(
            state: .init(metres: metres, tiredness: tiredness, isFriend: isFriend)
        )
        for rule in Helping.allCases { system.add(rule) }
        return system
    }

    @Test func `the agenda goes by salience, then by the order of addition`() {
        let system = Self.system()
        #expect(system.rules == [.stop, .isNear, .isFresh, .isFriend, .ringBell])
        #expect(system.agenda == [.isNear, .isFresh, .isFriend, .stop, .ringBell])
    }

    @Test func `conclusions follow from facts, and the least grade is their and`() {
        var system = Self.system()
        system.evaluate()
        #expect(system.executed == [.isNear, .isFresh, .isFriend, .stop, .ringBell])
        #expect(system.agenda.isEmpty)
        #expect(system.grade(forFact: .stopping) == 0.5)
        #expect(system.facts == [.near, .fresh, .friend, .stopping, .ringing])
    }

    @Test(arguments: [(150.0, 0.5, true), (40, 0.9, true), (40, 0.5, false)])
    private func `nobody stops who is far, tired or no friend`(
        metres: Double,
        tiredness: Double,
        isFriend: Bool
    ) {
        var system = Self.system(metres: metres, tiredness: tiredness, isFriend: isFriend)
        system.evaluate()
        #expect(system.grade(forFact: .stopping) == 0)
        #expect(system.agenda.suffix(2) == [.stop, .ringBell])
    }

    @Test func `a rule that was executed does not run again before a reset`() {
        var system = Self.system()
        system.evaluate()
        system.retractFact(.stopping)
        system.evaluate()
        #expect(system.grade(forFact: .stopping) == 0)
        system.reset()
        #expect(system.facts.isEmpty)
        #expect(system.executed.isEmpty)
        #expect(system.agenda == [.isNear, .isFresh, .isFriend, .stop, .ringBell])
        system.evaluate()
        #expect(system.grade(forFact: .stopping) == 0.5)
    }

    @Test func `claiming a fact evaluates the rules`() {
        var system = Self.system(metres: 150, tiredness: 1, isFriend: false)
        system.evaluate()
        #expect(system.executed.isEmpty)
        system.assertFact(.near, grade: 0.9)
        system.assertFact(.fresh, grade: 0.8)
        #expect(system.executed.isEmpty)
        system.assertFact(.friend)
        #expect(system.executed == [.stop, .ringBell])
        #expect(system.grade(forFact: .stopping) == 0.8)
    }

    @Test func `grades add up to 1 and down to nothing`() {
        var system = RuleSystem<Helping>(state: .init(metres: 0, tiredness: 0, isFriend: false))
        system.assertFact(.near, grade: 0.25)
        system.assertFact(.near, grade: 0.5)
        #expect(system.grade(forFact: .near) == 0.75)
        system.assertFact(.near, grade: 0.5)
        #expect(system.grade(forFact: .near) == 1)
        system.retractFact(.near, grade: 0.75)
        #expect(system.grade(forFact: .near) == 0.25)
        system.assertFact(.near, grade: .nan)
        #expect(system.grade(forFact: .near) == 0.25)
        system.retractFact(.near, grade: 5)
        #expect(system.grade(forFact: .near) == 0)
        system.retractFact(.fresh)
        #expect(system.facts.isEmpty)
    }

    @Test func `and is the least grade, or the greatest, and of no facts all and none`() {
        var system = RuleSystem<Helping>(state: .init(metres: 0, tiredness: 0, isFriend: false))
        system.assertFact(.near, grade: 0.25)
        system.assertFact(.fresh, grade: 0.75)
        #expect(system.minimumGrade(forFacts: [.near, .fresh]) == 0.25)
        #expect(system.maximumGrade(forFacts: [.near, .fresh]) == 0.75)
        #expect(system.minimumGrade(forFacts: [.near, .friend]) == 0)
        #expect(system.maximumGrade(forFacts: [.friend]) == 0)
        #expect(system.minimumGrade(forFacts: []) == 1)
        #expect(system.maximumGrade(forFacts: []) == 0)
    }

    /// A rule of low salience makes one of high salience true, which then comes before the last.
    private enum Chain: Int, Rule {
        case third = 3, second = 2, first = 1, last = 0

        var salience: Int { self.rawValue }

        func evaluatePredicate(in system: RuleSystem<Chain>) -> Bool {
            switch self {
            case .third: system.grade(forFact: "lit") > 0
            case .second: system.state.contains("first")
            case .first, .last: true
            }
        }

        func performAction(in system: inout RuleSystem<Chain>) {
            if self == .first { system.assertFact("lit") }
            system.state.append("\(self)")
        }

        typealias Fact = String
        typealias Knowledge = [String]
    }

    @Test func `when facts change the agenda is gone through from the top after the action`() {
        var system = RuleSystem<Chain>(state: [])
        for rule in [Chain.last, .first, .second, .third] { system.add(rule) }
        system.evaluate()
        #expect(system.state == ["first", "third", "second", "last"])
    }

    @Test func `removing the rules leaves the facts`() {
        var system = Self.system()
        system.evaluate()
        system.removeAllRules()
        #expect(system.rules.isEmpty)
        #expect(system.facts.count == 5)
        #expect(system != Self.system())
    }
}
