import Determinism
import Gameplay

/// The component that says what a rider does, and decides what it will.
struct RiderCondition: Component, Equatable {
    var machine: StateMachine<RiderState>
    let isSimulated: Bool
    var temperament: Temperament
    var source: SeededGenerator

    init(isSimulated: Bool, temperament: Temperament, source: SeededGenerator) {
        self.machine = StateMachine()
        self.isSimulated = isSimulated
        self.temperament = temperament
        self.source = source
    }

    /// What it does; Cruisin' before anything was entered, as where a repaired rider goes on.
    var status: RiderStatus { self.machine.currentState?.kind ?? .cruisin }

    /// The way it rides, while it does.
    var direction: RideDirection? {
        switch self.machine.currentState {
        case .riding(let direction, _): direction
        case .breather, .flat, .helpin, nil: nil
        }
    }

    /// Works on the machine with everything that its states need.
    mutating func withContext(
        _ context: inout RiderContext,
        _ body: (inout StateMachine<RiderState>, inout RiderContext) -> Void
    ) {
        context.isSimulated = self.isSimulated
        context.temperament = self.temperament
        context.source = self.source
        body(&self.machine, &context)
        self.temperament = context.temperament
        self.source = context.source
    }
}
