import Gameplay

/// What a rider does, with what is known of it only then: seed 000's states.
///
/// Cruisin' and Returnin' lead to Breather and Flat!; Breather and Flat! lead to both. Beyond the
/// tutorial, Helpin' can be entered from each of them, and leads to where a rider could be without
/// it: from a flat tyre of one's own only back to that. Everything else is refused, staying
/// included. A simulant goes its way by dice; a person is told, or has a tyre repaired by somebody.
enum RiderState: State {
    /// Cruisin' or Returnin', for that many updates so far.
    case riding(RideDirection, seconds: Int)
    case breather(seconds: Int)
    case flat(Puncture)
    case helpin(HelpStop)

    typealias Kind = RiderStatus
    typealias Context = RiderContext

    var kind: RiderStatus {
        switch self {
        case .riding(let direction, _): direction.status
        case .breather: .breather
        case .flat: .flat
        case .helpin: .helpin
        }
    }

    func isValidNextState(_ next: RiderStatus) -> Bool {
        switch self {
        case .riding:
            switch next {
            case .breather, .flat, .helpin: true
            case .cruisin, .returnin: false
            }
        case .breather, .flat:
            switch next {
            case .cruisin, .returnin, .helpin: true
            case .breather, .flat: false
            }
        case .helpin(let stop):
            switch next {
            case .cruisin, .returnin, .breather: !stop.hasFlat
            case .flat: stop.hasFlat
            case .helpin: false
            }
        }
    }

    func willExit(
        to next: RiderState,
        machine: StateMachine<RiderState>,
        context: inout RiderContext
    ) {
        context.notes.append(.leaving(self.kind))
    }

    func didEnter(
        from previous: RiderState?,
        machine: inout StateMachine<RiderState>,
        context: inout RiderContext
    ) {
        context.notes.append(.entering(self.kind))
        context.prepare(for: self.kind)
    }

    mutating func update(
        deltaTime seconds: Double,
        machine: inout StateMachine<RiderState>,
        context: inout RiderContext
    ) {
        switch self {
        case .riding(let direction, let seconds):
            guard context.isSimulated else { return }
            if context.rollsPuncture() {
                context.enter(.flat(Puncture(resuming: direction)), &machine)
                return
            }
            self = .riding(direction, seconds: seconds + 1)
            if seconds + 1 > context.seconds(in: self.kind) {
                context.enter(.breather(seconds: 0), &machine)
            }
        case .breather(let seconds):
            guard context.isSimulated else { return }
            self = .breather(seconds: seconds + 1)
            if seconds + 1 > context.seconds(in: .breather) {
                context.enter(.riding(context.rollsDirection(), seconds: 0), &machine)
            }
        case .flat(var puncture):
            puncture.work(by: context.helper, of: context.dice.repairSeconds)
            self = .flat(puncture)
            let isFixed = puncture.fixedBy != nil || context.isSimulated && context.rollsRepair()
            guard isFixed else { return }
            context.notes.append(.fixed(by: puncture.fixedBy))
            context.enter(.riding(puncture.resume, seconds: 0), &machine)
        case .helpin(var stop):
            guard context.isSimulated else { return }
            stop.seconds += 1
            self = .helpin(stop)
            if !context.isNeeded || stop.seconds >= HelpStop.secondsMaximum {
                context.enter(stop.next, &machine)
            }
        }
    }
}
