import Determinism
import Gameplay

/// What a rider's states work on: its dice, its temperament, and a place for what they note.
///
/// One serves all riders of a step in turn, so that nothing is allocated for most of them.
struct RiderContext {
    /// Whether dice decide for it; a person decides alone.
    var isSimulated = false
    /// Who works on its tyre in this second.
    var helper: RiderLabel?
    /// Whether the one that a simulant came to help still waits.
    var isNeeded = false
    var temperament: Temperament
    /// The rider's own, so that its life doesn't hang on who else is there.
    var source: SeededGenerator
    let dice: Dice
    /// What has happened to the rider, in order.
    var notes: [RiderEvent.What] = []

    /// Enters a state; a refusal is noted, not silent.
    mutating func enter(_ next: RiderState, _ machine: inout StateMachine<RiderState>) {
        let from = machine.currentState?.kind ?? next.kind
        if !machine.enter(next, context: &self) {
            self.notes.append(.refused(from: from, to: next.kind))
        }
    }

    /// How long a simulant stays in a state that ends by the clock: until more updates than these.
    func seconds(in status: RiderStatus) -> Int {
        self.dice.factor(in: status) * self.temperament.patience(in: status)
    }

    /// Called on entry.
    mutating func prepare(for status: RiderStatus) {
        guard self.isSimulated, self.dice.redrawsExtraTime else { return }
        self.temperament.redrawExtraTime(in: status, using: &self.source)
    }

    mutating func rollsPuncture() -> Bool {
        let die = RandomDistribution(forDieWithSideCount: self.dice.punctureSides)
        return die.nextInt(using: &self.source) == 1
    }

    mutating func rollsRepair() -> Bool {
        let die = RandomDistribution(forDieWithSideCount: self.dice.repairSides)
        guard die.nextInt(using: &self.source) == self.dice.repairSides else { return false }
        self.notes.append(.rolled(self.dice.repairSides))
        return true
    }

    mutating func rollsDirection() -> RideDirection {
        RandomDistribution.d6.nextInt(using: &self.source) % 2 == 0 ? .outward : .back
    }
}
