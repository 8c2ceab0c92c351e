/// Is in one of its states at a time, and goes from one to another by their rules.
///
/// A value without closures: equal machines behave alike, and a copy is a snapshot. Counterpart of
/// `GKStateMachine`, whose documented order of calls ``enter(_:context:)`` keeps.
public struct StateMachine<StateType: State>: Equatable, Sendable {
    /// Which states it can be in.
    public let kinds: [StateType.Kind]

    @usableFromInline var current: StateType?

    @usableFromInline
    enum Update: Equatable, Sendable {
        case none
        /// The current state's update runs, and has not entered any state.
        case running
        /// The current state's update has entered a state.
        case overtaken
    }

    @usableFromInline var update = Update.none

    /// Makes a machine that has not entered any state.
    ///
    /// - Parameter kinds: the states that it can be in. One that is listed twice is our own bug.
    public init(states kinds: [StateType.Kind]) {
        for (index, kind) in kinds.enumerated() {
            precondition(
                !kinds[..<index].contains(kind),
                "A state machine was given the state \(kind) twice, among \(kinds)."
            )
        }
        self.kinds = kinds
    }

    /// The state that it is in; `nil` before the first was entered.
    @inlinable public var currentState: StateType? { self.current }

    /// Whether ``enter(_:context:)`` would enter a state of that kind now.
    ///
    /// It has to be one of the machine's, and the current state, if there is one, has to allow it.
    @inlinable
    public func canEnterState(_ kind: StateType.Kind) -> Bool {
        guard self.kinds.contains(kind) else { return false }
        return self.current?.isValidNextState(kind) ?? true
    }

    /// Enters a state, if ``canEnterState(_:)`` allows it.
    ///
    /// In this order: the old state's `willExit` while it is still current; the change; the new
    /// state's `didEnter`. Entering the state that is current already is no special case: it is
    /// left and entered. If `didEnter` enters another, that is complete before this call returns.
    ///
    /// - Returns: whether it was entered; if not, no hook has been called.
    @inlinable
    @discardableResult
    public mutating func enter(_ next: StateType, context: inout StateType.Context) -> Bool {
        guard self.canEnterState(next.kind) else { return false }
        let previous = self.current
        previous?.willExit(to: next, machine: self, context: &context)
        self.current = next
        if self.update == .running { self.update = .overtaken }
        next.didEnter(from: previous, machine: &self, context: &context)
        return true
    }

    /// Updates the current state.
    ///
    /// A state that is entered by this gets no update of its own before the next call.
    @inlinable
    public mutating func update(deltaTime seconds: Double, context: inout StateType.Context) {
        guard var state = self.current else { return }
        self.update = .running
        state.update(deltaTime: seconds, machine: &self, context: &context)
        if self.update == .running { self.current = state }
        self.update = .none
    }
}

extension StateMachine where StateType.Kind: CaseIterable {
    /// Makes a machine of all the states there are, which has not entered any.
    public init() {
        self.init(states: Array(StateType.Kind.allCases))
    }
}

extension StateMachine where StateType.Context == Void {
    /// Enters a state whose hooks work on nothing but the machine.
    @inlinable
    @discardableResult
    public mutating func enter(_ next: StateType) -> Bool {
        var nothing: Void = ()
        return self.enter(next, context: &nothing)
    }

    /// Updates a state whose hooks work on nothing but the machine.
    @inlinable
    public mutating func update(deltaTime seconds: Double) {
        var nothing: Void = ()
        self.update(deltaTime: seconds, context: &nothing)
    }
}
