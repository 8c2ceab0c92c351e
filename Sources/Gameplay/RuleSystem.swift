/// Rules that draw conclusions, their facts, from what is known.
///
/// A fact has a grade from 0 (not at all) to 1 (wholly). Grades combine as in fuzzy logic: the
/// least of several is their "and", the greatest their "or". Counterpart of `GKRuleSystem`.
public struct RuleSystem<RuleType: Rule> {
    /// What the rules look at.
    ///
    /// Changing it evaluates nothing by itself.
    public var state: RuleType.Knowledge

    /// All rules, in the order in which they were added.
    public private(set) var rules: [RuleType] = []
    /// The rules that have not been executed, by falling salience, then in the order of addition.
    public private(set) var agenda: [RuleType] = []
    /// The rules that have been executed since the last ``reset()``, in that order.
    public private(set) var executed: [RuleType] = []

    /// What is claimed, in the order of the first claim; each grade is above 0.
    private var claims: [(fact: RuleType.Fact, grade: Double)] = []

    private enum Evaluation: Equatable {
        case none
        /// The agenda is gone through.
        case running
        /// Facts have changed since, so it has to be gone through from the top.
        case outdated
    }

    private var evaluation = Evaluation.none

    /// Makes a system without rules and facts.
    public init(state: RuleType.Knowledge) {
        self.state = state
    }

    // MARK: Rules

    /// Adds a rule, behind those of the same salience.
    ///
    /// It is looked at in the next evaluation.
    public mutating func add(_ rule: RuleType) {
        self.rules.append(rule)
        let place = self.agenda.firstIndex { $0.salience < rule.salience }
        self.agenda.insert(rule, at: place ?? self.agenda.count)
    }

    /// Removes all rules; facts stay.
    public mutating func removeAllRules() {
        self.rules = []
        self.agenda = []
        self.executed = []
    }

    /// Goes through the agenda from the top and executes each rule whose predicate holds.
    ///
    /// Whenever an action has changed facts, it begins at the top again once the action has ended.
    /// Every rule is executed at most once, so it comes to an end. Called by an action, it has the
    /// agenda gone through again.
    public mutating func evaluate() {
        guard self.evaluation == .none else {
            self.evaluation = .outdated
            return
        }
        repeat {
            self.evaluation = .running
            self.goThroughAgenda()
        } while self.evaluation == .outdated
        self.evaluation = .none
    }

    private mutating func goThroughAgenda() {
        var place = 0
        while self.evaluation == .running, place < self.agenda.count {
            let rule = self.agenda[place]
            guard rule.evaluatePredicate(in: self) else {
                place += 1
                continue
            }
            self.agenda.remove(at: place)
            self.executed.append(rule)
            rule.performAction(in: &self)
        }
    }

    /// Withdraws all facts, and puts all rules on the agenda again.
    public mutating func reset() {
        let rules = self.rules
        self.removeAllRules()
        self.claims = []
        for rule in rules { self.add(rule) }
    }

    // MARK: Facts

    /// The facts whose grade is above 0, in the order of the first claim.
    public var facts: [RuleType.Fact] { self.claims.map(\.fact) }

    /// How far a fact holds, from 0 to 1; 0 when nobody claims it.
    public func grade(forFact fact: RuleType.Fact) -> Double {
        self.claims.first { $0.fact == fact }?.grade ?? 0
    }

    /// How far all of the facts hold: the least grade; 1 of no facts.
    public func minimumGrade(forFacts facts: [RuleType.Fact]) -> Double {
        facts.reduce(1) { min($0, self.grade(forFact: $1)) }
    }

    /// How far any of the facts holds: the greatest grade; 0 of no facts.
    public func maximumGrade(forFacts facts: [RuleType.Fact]) -> Double {
        facts.reduce(0) { max($0, self.grade(forFact: $1)) }
    }

    /// Raises a fact's grade by that much, to 1 at most, and evaluates the rules.
    ///
    /// A grade that is not a number changes nothing.
    public mutating func assertFact(_ fact: RuleType.Fact, grade: Double = 1) {
        self.setGrade(self.grade(forFact: fact) + grade, forFact: fact)
        self.evaluate()
    }

    /// Lowers a fact's grade by that much, and evaluates the rules; at 0 the fact is gone.
    ///
    /// A grade that is not a number changes nothing.
    public mutating func retractFact(_ fact: RuleType.Fact, grade: Double = 1) {
        self.assertFact(fact, grade: -grade)
    }

    private mutating func setGrade(_ grade: Double, forFact fact: RuleType.Fact) {
        guard !grade.isNaN else { return }
        let place = self.claims.firstIndex { $0.fact == fact }
        if let place, grade <= 0 {
            self.claims.remove(at: place)
        } else if let place {
            self.claims[place].grade = min(1, grade)
        } else if grade > 0 {
            self.claims.append((fact, min(1, grade)))
        }
    }
}

extension RuleSystem: Sendable where RuleType.Knowledge: Sendable {}

extension RuleSystem: Equatable where RuleType.Knowledge: Equatable {
    /// Whether both know, claim and have still to do the same.
    public static func == (left: RuleSystem, right: RuleSystem) -> Bool {
        left.state == right.state && left.rules == right.rules && left.agenda == right.agenda
            && left.executed == right.executed
            && left.claims.elementsEqual(right.claims, by: ==)
    }
}
