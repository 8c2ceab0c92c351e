/// Something that a ``RuleSystem`` does once when it finds that it should.
///
/// One enum of rules a system, so that predicates and actions are exhaustive switches. Counterpart
/// of `GKRule`.
public protocol Rule: Equatable, Sendable {
    /// A truth that rules claim, to some grade.
    associatedtype Fact: Equatable & Sendable
    /// What rules look at besides facts: distances, tiredness, friends.
    associatedtype Knowledge

    /// How much it matters: rules of higher salience are looked at first. Zero unless you say so.
    var salience: Int { get }

    /// Whether the action should be performed now.
    func evaluatePredicate(in system: RuleSystem<Self>) -> Bool

    /// Claims or withdraws facts, or changes the system's knowledge.
    func performAction(in system: inout RuleSystem<Self>)
}

extension Rule {
    @inlinable public var salience: Int { 0 }
}
