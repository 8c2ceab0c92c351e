import Synchronization

/// A value that some threads change, and that others wait for.
package final class Watched<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var waiting: [Signal] = []
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        self.state = Mutex(State(value: value))
    }

    package var value: Value { self.state.withLock { $0.value } }

    /// Changes it, and wakes whoever waits.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, waiting) = self.state.withLock { state in
            let result = body(&state.value)
            defer { state.waiting = [] }
            return (result, state.waiting)
        }
        for signal in waiting { signal.raise() }
        return result
    }

    /// Waits until `condition` holds.
    ///
    /// False when it does not, and nothing has changed for ``RunningLoop/deadline``.
    package func wait(until condition: (Value) -> Bool) -> Bool {
        while true {
            let signal = Signal()
            let holds = self.state.withLock { state in
                if condition(state.value) { return true }
                state.waiting.append(signal)
                return false
            }
            if holds { return true }
            guard signal.wait() else { return false }
        }
    }
}
