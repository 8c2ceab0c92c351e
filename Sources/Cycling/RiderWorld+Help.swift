import Gameplay
import Geodesy
import Routes

extension RiderWorld {
    /// Somebody at work on a tyre, and how far off.
    struct Work {
        let helper: RiderLabel
        let metres: Double
    }

    /// Who works on which of our tyres this second, by `HelpRule`.
    func work(in surroundings: Surroundings) -> [Entity: Work] {
        var found: [Entity: Work] = [:]
        self.workOfSeekers(in: surroundings, into: &found)
        for entity in self.helpers {
            // A simulant works on the tyre that it came for.
            guard let target = self.helpTarget(of: entity), let flat = self.entity(of: target),
                let helper = self.sighting(of: entity, in: surroundings),
                let place = self.sighting(of: flat, in: surroundings),
                let metres = HelpRule.distance(helper, place)
            else { continue }
            self.offer(Work(helper: helper.rider, metres: metres), to: flat, &found)
        }
        return found
    }

    /// Persons, and whoever comes from another machine, work on what is nearest.
    private func workOfSeekers(in surroundings: Surroundings, into found: inout [Entity: Work]) {
        let seekers = surroundings.others.filter { $0.status == .helpin }
        let person = surroundings.person.flatMap { $0.status == .helpin ? $0 : nil }
        guard !seekers.isEmpty || person != nil else { return }
        let theirs = surroundings.others.filter { $0.status == .flat }
        let ours = self.simulants.compactMap { entity in
            self.conditions[entity]?.status == .flat
                ? self.sighting(of: entity, in: surroundings) : nil
        }
        if let person { self.offer(person, ours + theirs, &found) }
        let flats = ours + theirs + (surroundings.personSeen.map { [$0] } ?? [])
        for seeker in seekers { self.offer(seeker, flats, &found) }
    }

    private func offer(
        _ helper: RiderSighting,
        _ flats: [RiderSighting],
        _ found: inout [Entity: Work]
    ) {
        guard let choice = HelpRule.choice(of: helper, among: flats),
            let flat = self.entity(of: choice.id)
        else { return }
        self.offer(Work(helper: helper.rider, metres: choice.metres), to: flat, &found)
    }

    /// Of several helpers the one that is at it already works, else the nearest.
    private func offer(_ work: Work, to flat: Entity, _ found: inout [Entity: Work]) {
        guard let other = found[flat] else {
            found[flat] = work
            return
        }
        let present = self.puncture(of: flat)?.care?.helper.id
        guard other.helper.id != present else { return }
        let isNearer = (work.metres, work.helper.id) < (other.metres, other.helper.id)
        if work.helper.id == present || isNearer { found[flat] = work }
    }

    func puncture(of entity: Entity) -> Puncture? {
        switch self.conditions[entity]?.machine.currentState {
        case .flat(let puncture): puncture
        case .riding, .breather, .helpin, nil: nil
        }
    }

    /// Where one of our riders can be met, and what it does.
    func sighting(of entity: Entity, in surroundings: Surroundings) -> RiderSighting? {
        // What is done to a rider elsewhere than where it is seen would show where it is.
        if entity == self.person { return surroundings.personSeen }
        guard let identity = self.identities[entity], let ride = self.rides[entity],
            let condition = self.conditions[entity]
        else { return nil }
        return RiderSighting(
            identity.label,
            status: condition.status,
            coordinate: self.route.point(at: ride.along).coordinate,
            speed: ride.isMoving ? ride.pace : 0
        )
    }

    // MARK: A person's choice

    /// Puts the person's rider into a state.
    ///
    /// - Returns: whether its machine allowed it.
    package mutating func setPerson(_ status: RiderStatus) -> Bool {
        guard let condition = self.conditions[self.person] else { return false }
        let current = condition.machine.currentState
        let next: RiderState
        switch status {
        case .cruisin: next = .riding(.outward, seconds: 0)
        case .returnin: next = .riding(.back, seconds: 0)
        case .breather: next = .breather(seconds: 0)
        case .flat: next = .flat(Self.puncture(after: current))
        case .helpin: next = .helpin(HelpStop(resume: Self.resumption(of: current)))
        }
        let isAllowed = condition.machine.canEnterState(status)
        if isAllowed, condition.status == .flat, status.isRiding {
            self.note(.fixed(by: nil), of: self.person)
        }
        self.enter(next, self.person)
        if isAllowed, status == .helpin { self.note(.helpArrived, of: self.person) }
        return isAllowed
    }

    /// Whether the person's machine allows a state now.
    func canSetPerson(_ status: RiderStatus) -> Bool {
        self.conditions[self.person]?.machine.canEnterState(status) ?? false
    }

    package var personStatus: RiderStatus { self.conditions[self.person]?.status ?? .cruisin }

    /// A puncture on the way that was ridden; who has helped comes back to the same.
    private static func puncture(after state: RiderState?) -> Puncture {
        switch state {
        case .riding(let direction, _): Puncture(resuming: direction)
        case .helpin(let stop):
            switch stop.resume {
            case .flat(let puncture): Puncture(resuming: puncture.resume)
            case .riding(let direction): Puncture(resuming: direction)
            case .breather: Puncture(resuming: .outward)
            }
        case .flat(let puncture): puncture
        case .breather, nil: Puncture(resuming: .outward)
        }
    }

    private static func resumption(of state: RiderState?) -> HelpStop.Resume {
        switch state {
        case .riding(let direction, _): .riding(direction)
        case .breather: .breather
        case .flat(let puncture): .flat(Puncture(resuming: puncture.resume))
        case .helpin(let stop): stop.resume
        case nil: .riding(.outward)
        }
    }
}
