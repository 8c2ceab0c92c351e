/// What an agent wants, all at once: goals and other behaviours, each with a weight.
///
/// Counterpart of `GKBehavior` and `GKCompositeBehavior`.
public struct Behavior: Equatable, Sendable {
    /// Something that has a weight.
    public enum Part: Equatable, Sendable {
        case goal(Goal)
        /// All of another behaviour, its own weights multiplied by this part's.
        case behavior(Behavior)
    }

    /// In the order of addition, which is the order in which forces are summed.
    private var entries: [Entry] = []

    private struct Entry: Equatable, Sendable {
        let part: Part
        var weight: Double
    }

    public init() {}

    /// Makes a behaviour of goals that all have the weight 1.
    public init(goals: [Goal]) {
        for goal in goals { self.setWeight(1, for: goal) }
    }

    /// The parts, in the order of addition.
    public var parts: [Part] { self.entries.map(\.part) }

    /// A goal's weight; 0 when it is not among them.
    public func weight(for goal: Goal) -> Double { self.weight(for: .goal(goal)) }

    /// A part's weight; 0 when it is not among them.
    public func weight(for part: Part) -> Double {
        self.entries.first { $0.part == part }?.weight ?? 0
    }

    /// Gives a goal a weight, and adds the goal where it is not among them.
    public mutating func setWeight(_ weight: Double, for goal: Goal) {
        self.setWeight(weight, for: .goal(goal))
    }

    /// Gives a part a weight, and adds the part where it is not among them.
    public mutating func setWeight(_ weight: Double, for part: Part) {
        if let place = self.entries.firstIndex(where: { $0.part == part }) {
            self.entries[place].weight = weight
        } else {
            self.entries.append(Entry(part: part, weight: weight))
        }
    }

    /// Removes a part; nothing happens when it is not among them.
    public mutating func remove(_ part: Part) {
        self.entries.removeAll { $0.part == part }
    }

    /// Visits each goal with its weight, multiplied by those of the behaviours that it is part of.
    func forEachGoal(weight factor: Double = 1, _ body: (Goal, Double) -> Void) {
        for entry in self.entries {
            switch entry.part {
            case .goal(let goal): body(goal, entry.weight * factor)
            case .behavior(let behavior):
                behavior.forEachGoal(weight: entry.weight * factor, body)
            }
        }
    }
}
