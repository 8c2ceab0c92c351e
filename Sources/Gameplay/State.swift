/// The states that a ``StateMachine`` can be in, with what happens on the way into and out of them.
///
/// An enum, so that each hook is one exhaustive switch; its cases may carry the data that is valid
/// in them. What else a hook reads or changes is the `Context`, lent for the call: nothing is
/// captured, and no state refers back to its machine. Counterpart of `GKState`.
public protocol State: Equatable, Sendable {
    /// Names a state without its data; the state itself when it has none.
    associatedtype Kind: Equatable & Sendable = Self
    /// What the hooks work on: the rest of the entity, a log, a random source.
    associatedtype Context = Void

    /// Which of the states this is.
    var kind: Kind { get }

    /// Whether a machine may go from this state to that one; always, unless you say otherwise.
    func isValidNextState(_ next: Kind) -> Bool

    /// This state is about to be left; the machine is still in it.
    func willExit(to next: Self, machine: StateMachine<Self>, context: inout Context)

    /// This state has been entered, and the machine is in it.
    ///
    /// It may enter another at once. `previous` is `nil` at the machine's first state.
    func didEnter(from previous: Self?, machine: inout StateMachine<Self>, context: inout Context)

    /// Time has passed in this state; it may change its own data or have the machine enter another.
    ///
    /// What it changes of itself is kept unless it has entered a state meanwhile, this one
    /// included.
    mutating func update(
        deltaTime seconds: Double,
        machine: inout StateMachine<Self>,
        context: inout Context
    )
}

extension State where Kind == Self {
    @inlinable public var kind: Self { self }
}

extension State {
    @inlinable
    public func isValidNextState(_ next: Kind) -> Bool { true }

    @inlinable
    public func willExit(to next: Self, machine: StateMachine<Self>, context: inout Context) {}

    @inlinable
    public func didEnter(
        from previous: Self?,
        machine: inout StateMachine<Self>,
        context: inout Context
    ) {}

    @inlinable
    public mutating func update(
        deltaTime seconds: Double,
        machine: inout StateMachine<Self>,
        context: inout Context
    ) {}
}
