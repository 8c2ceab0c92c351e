public import Determinism
import Gameplay
import Geodesy
import Routes

extension OwnRiders {
    /// All riders here, by number: the person first.
    public func riders(at now: Moment) -> [OwnRider] {
        ([self.world.person] + self.world.simulants).compactMap { self.rider($0, at: now) }
    }

    /// What may leave this machine now, by number: a rider that is missing is not to be seen, and
    /// what others were told of it has to be taken back.
    public func reports(at now: Moment) -> [(rider: RiderLabel, report: RiderReport)] {
        self.riders(at: now).compactMap { own in own.published.map { (own.rider, $0) } }
    }

    /// Whether anybody has a place, now or soon.
    public var isAnybodyThere: Bool {
        self.placedCount > 0
    }

    /// Riders that have a place, or will have one as soon as a receiver knows it.
    public var placedCount: Int { self.simulantCount + (self.sourceKind == .none ? 0 : 1) }

    /// Simulants that ride here.
    public var simulantCount: Int { self.world.simulants.count }

    /// The dice of the simulants.
    public var dice: DiceMode { self.world.dice.mode }

    /// Where the person's positions come from.
    public var sourceKind: PersonSourceKind { self.source.kind }

    /// What the person's rider is doing, with a place or without.
    public var personStatus: RiderStatus { self.world.personStatus }

    /// The states that the person's rider may take next.
    public var personNext: [RiderStatus] {
        RiderStatus.allCases.filter { $0 != self.personStatus && self.world.canSetPerson($0) }
    }

    /// Who that rider of this machine is; `nil` when there is none of that number.
    func label(of id: RiderID) -> RiderLabel? {
        self.world.entity(of: id).flatMap { self.world.identities[$0]?.label }
    }

    /// Where the person truly is; `nil` when nobody knows.
    func personTruth(at now: Moment) -> RiderReport? { self.personReport(at: now) }

    /// One of the riders here.
    public func rider(_ id: RiderID, at now: Moment) -> OwnRider? {
        self.world.entity(of: id).flatMap { self.rider($0, at: now) }
    }

    private func rider(_ entity: Entity, at now: Moment) -> OwnRider? {
        guard let identity = self.world.identities[entity],
            let condition = self.world.conditions[entity]
        else { return nil }
        let truth: RiderReport?
        let published: RiderReport?
        switch identity.kind {
        case .person:
            truth = self.personReport(at: now)
            published = truth.flatMap { self.privacy.published($0) }
        case .simulant:
            truth = self.world.rides[entity].map { self.report(of: $0, condition, at: now) }
            published = truth
        }
        return OwnRider(
            rider: identity.label,
            kind: identity.kind,
            status: condition.status,
            truth: truth,
            published: published
        )
    }

    private func report(
        of ride: RouteRide,
        _ condition: RiderCondition,
        at now: Moment
    ) -> RiderReport {
        let moved = ride.after(self.fraction(at: now), on: self.world.route)
        let point = self.world.route.place(at: moved.along, isForward: moved.isAscending)
        return RiderReport(
            status: condition.status,
            coordinate: point.coordinate,
            speed: moved.isMoving && self.world.route.metres > 0 ? moved.pace : 0,
            course: point.course,
            progress: RiderReport.Progress(along: moved.along, isForward: moved.isAscending)
        )
    }

    // MARK: The person

    var person: RiderLabel {
        guard let label = self.world.identities[self.world.person]?.label else {
            preconditionFailure("The riders have no person: \(self.world)")
        }
        return label
    }

    /// The way in which the person rides.
    var personDirection: RideDirection? {
        self.world.conditions[self.world.person]?.direction
    }

    private func personReport(at now: Moment) -> RiderReport? {
        let place = self.source.place(
            at: now,
            into: self.fraction(at: now),
            riding: self.personDirection
        )
        return place.map { place in
            RiderReport(
                status: self.world.personStatus,
                coordinate: place.coordinate,
                speed: place.speed,
                course: place.course,
                progress: self.isOnRoute ? place.progress : nil,
                fixAge: place.age
            )
        }
    }

    /// Whether others may not know where the person's rider is; nobody knows one without a place.
    func isPersonHidden(at now: Moment) -> Bool {
        guard let report = self.personReport(at: now) else { return true }
        return self.privacy.hides(report.coordinate)
    }
}
