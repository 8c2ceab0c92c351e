import Gameplay
import Testing

@Suite struct StateMachineTests {
    /// The tutorial's states and edges (ride.md 2.1), with a log of every call.
    private enum Riding: State, CaseIterable {
        case cruisin, returnin, breather, flat

        struct Log: Equatable {
            var lines: [String] = []
            var enterNext: Riding?
        }

        func isValidNextState(_ next: Riding) -> Bool {
            switch self {
            case .cruisin, .returnin: next == .breather || next == .flat
            case .breather, .flat: next == .cruisin || next == .returnin
            }
        }

        func willExit(to next: Riding, machine: StateMachine<Riding>, context: inout Log) {
            let current = machine.currentState.map { "\($0)" } ?? "none"
            context.lines.append("\(self) exits to \(next), current is \(current)")
        }

        func didEnter(
            from previous: Riding?,
            machine: inout StateMachine<Riding>,
            context: inout Log
        ) {
            let current = machine.currentState.map { "\($0)" } ?? "none"
            let from = previous.map { "\($0)" } ?? "none"
            context.lines.append("\(self) entered from \(from), current is \(current)")
            guard let next = context.enterNext else { return }
            context.enterNext = nil
            let isEntered = machine.enter(next, context: &context)
            context.lines.append("nested enter of \(next) gave \(isEntered)")
        }

        mutating func update(
            deltaTime seconds: Double,
            machine: inout StateMachine<Riding>,
            context: inout Log
        ) {
            context.lines.append("\(self) updated by \(seconds)")
            guard let next = context.enterNext else { return }
            context.enterNext = nil
            machine.enter(next, context: &context)
            context.lines.append("\(self) goes on")
        }
    }

    @Test func `the first state is entered without leaving any`() {
        var (machine, log) = (StateMachine<Riding>(), Riding.Log())
        #expect(machine.currentState == nil)
        #expect(machine.canEnterState(.flat))
        #expect(machine.enter(.flat, context: &log) == true)
        #expect(log.lines == ["flat entered from none, current is flat"])
    }

    @Test func `the old state leaves while it is current, the new one enters when it is`() {
        var (machine, log) = (StateMachine<Riding>(), Riding.Log())
        machine.enter(.cruisin, context: &log)
        #expect(machine.enter(.breather, context: &log) == true)
        #expect(
            log.lines == [
                "cruisin entered from none, current is cruisin",
                "cruisin exits to breather, current is cruisin",
                "breather entered from cruisin, current is breather",
            ]
        )
    }

    /// B-edges of ride.md 2.1: every pair that is not listed is refused, and calls nothing.
    @Test(arguments: Riding.allCases, Riding.allCases)
    private func `an edge that is not valid is refused and calls nothing`(
        from: Riding,
        to: Riding
    ) {
        let legal: [Riding: Set<Riding>] = [
            .cruisin: [.breather, .flat], .returnin: [.breather, .flat],
            .breather: [.cruisin, .returnin], .flat: [.cruisin, .returnin],
        ]
        var (machine, log) = (StateMachine<Riding>(), Riding.Log())
        machine.enter(from, context: &log)
        let before = (machine, log)
        let isLegal = legal[from]?.contains(to) == true
        #expect(machine.canEnterState(to) == isLegal)
        #expect(machine.enter(to, context: &log) == isLegal)
        if !isLegal { #expect((machine, log) == before) }
    }

    @Test func `a state that is not the machine's is refused, at first too`() {
        var (machine, log) = (StateMachine<Riding>(states: [.cruisin, .returnin]), Riding.Log())
        #expect(!machine.canEnterState(.flat))
        #expect(machine.enter(.flat, context: &log) == false)
        #expect(machine.currentState == nil)
        #expect(log.lines.isEmpty)
        #expect(machine.enter(.cruisin, context: &log) == true)
        #expect(machine.enter(.flat, context: &log) == false)
    }

    @Test func `a state that is listed twice is refused`() async {
        await #expect(processExitsWith: .failure) {
            _ = StateMachine<Light>(states: [.red, .green, .red])
        }
    }

    @Test func `entering from didEnter is complete before the outer call returns true`() {
        var (machine, log) = (StateMachine<Riding>(), Riding.Log(enterNext: .returnin))
        #expect(machine.enter(.breather, context: &log) == true)
        #expect(machine.currentState == .returnin)
        #expect(
            log.lines == [
                "breather entered from none, current is breather",
                "breather exits to returnin, current is breather",
                "returnin entered from breather, current is returnin",
                "nested enter of returnin gave true",
            ]
        )
    }

    @Test func `after a change in an update the old state goes on, and the new one waits`() {
        var (machine, log) = (StateMachine<Riding>(), Riding.Log())
        machine.enter(.cruisin, context: &log)
        log = Riding.Log(enterNext: .flat)
        machine.update(deltaTime: 1, context: &log)
        machine.update(deltaTime: 2, context: &log)
        #expect(
            log.lines == [
                "cruisin updated by 1.0", "cruisin exits to flat, current is cruisin",
                "flat entered from cruisin, current is flat", "cruisin goes on",
                "flat updated by 2.0",
            ]
        )
    }

    @Test func `a machine that has entered nothing updates nothing`() {
        var (machine, log) = (StateMachine<Riding>(), Riding.Log())
        machine.update(deltaTime: 1, context: &log)
        #expect(log.lines.isEmpty)
    }

    private enum Light: State, CaseIterable {
        case red, green
    }

    @Test func `by default every state may follow every other, and no context is needed`() {
        var machine = StateMachine<Light>()
        #expect(machine.enter(.red) == true)
        #expect(machine.enter(.green) == true)
        #expect(machine.enter(.green) == true)
        machine.update(deltaTime: 1)
        #expect(machine.currentState == .green)
    }

    /// A state with data, and one case that may be entered again.
    private enum Resting: State {
        case riding(stint: Int)
        case resting(secondsLeft: Double)

        enum Kind: CaseIterable { case riding, resting }

        var kind: Kind {
            switch self {
            case .riding: .riding
            case .resting: .resting
            }
        }

        func willExit(
            to next: Resting,
            machine: StateMachine<Resting>,
            context: inout [String]
        ) {
            context.append("left \(self)")
        }

        func didEnter(
            from previous: Resting?,
            machine: inout StateMachine<Resting>,
            context: inout [String]
        ) {
            context.append("entered \(self)")
        }

        mutating func update(
            deltaTime seconds: Double,
            machine: inout StateMachine<Resting>,
            context: inout [String]
        ) {
            switch self {
            case .riding(let stint):
                if seconds > 10 { machine.enter(.riding(stint: stint + 1), context: &context) }
            case .resting(let left):
                self = .resting(secondsLeft: left - seconds)
                if left - seconds <= 0 { machine.enter(.riding(stint: 1), context: &context) }
            }
        }
    }

    @Test func `a state's update keeps what it changes of itself`() {
        var (machine, log) = (StateMachine<Resting>(), [String]())
        machine.enter(.resting(secondsLeft: 3), context: &log)
        machine.update(deltaTime: 1, context: &log)
        #expect(machine.currentState == .resting(secondsLeft: 2))
        machine.update(deltaTime: 2, context: &log)
        #expect(machine.currentState == .riding(stint: 1))
        machine.enter(.resting(secondsLeft: 5), context: &log)
        machine.update(deltaTime: 1, context: &log)
        #expect(machine.currentState == .resting(secondsLeft: 4))
    }

    @Test func `a state that is entered again is left and entered`() {
        var (machine, log) = (StateMachine<Resting>(), [String]())
        machine.enter(.riding(stint: 1), context: &log)
        machine.update(deltaTime: 11, context: &log)
        #expect(machine.currentState == .riding(stint: 2))
        #expect(
            log == [
                "entered riding(stint: 1)", "left riding(stint: 1)", "entered riding(stint: 2)",
            ]
        )
    }

    @Test func `machines with the same past are equal`() {
        var (one, two, log) = (StateMachine<Resting>(), StateMachine<Resting>(), [String]())
        one.enter(.resting(secondsLeft: 1), context: &log)
        one.update(deltaTime: 2, context: &log)
        #expect(one != two)
        two.enter(.riding(stint: 1), context: &log)
        #expect(one == two)
    }
}
