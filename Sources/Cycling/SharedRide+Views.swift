public import Determinism
import Peers
import Routes

// What is shown of the ride. Reading changes nothing.
extension SharedRide {
    /// The riders of this machine that have a place, the person first; then all others', by id.
    ///
    /// The first so many: each of the others' may cost a search of the whole route.
    public func riders(at now: Moment, atMost accepted: Int = .max) -> [SeenRider] {
        let own = self.own.riders(at: now)
        let person = own.first { $0.kind == .person }?.truth.flatMap(self.position)
        let seen = own.filter { $0.truth != nil }.prefix(accepted).compactMap {
            self.seen($0, from: person)
        }
        let others = self.others.shown(
            at: now,
            from: person,
            along: self.measured,
            atMost: accepted - seen.count
        )
        return seen + others.map(self.seen)
    }

    /// How many `riders` would be, were there no bound.
    public func riderCount(at now: Moment) -> Int {
        let isPersonThere = self.person(at: now).truth != nil
        return self.own.simulantCount + (isPersonThere ? 1 : 0) + self.others.shownCount(at: now)
    }

    /// Where along this daemon's route somebody is; `nil` for who is off it.
    private func position(of report: RiderReport) -> RoutePosition? {
        if let progress = report.progress {
            return RoutePosition(along: progress.along, speed: report.speed)
        }
        return RoutePosition(of: report.coordinate, speed: report.speed, on: self.measured)
    }

    private func seen(_ own: OwnRider, from person: RoutePosition?) -> SeenRider? {
        guard let truth = own.truth else { return nil }
        let gap = person.flatMap { person in
            own.kind == .person
                ? nil
                : self.position(of: truth).map { RouteGap(from: person, to: $0, on: self.measured) }
        }
        return SeenRider(
            rider: own.rider,
            kind: own.kind,
            owner: self.name,
            status: own.status,
            coordinate: truth.coordinate,
            speed: truth.speed,
            course: truth.course,
            uncertainty: own.published?.uncertainty ?? 0,
            fixAge: truth.fixAge,
            lastHeard: .zero,
            isLive: true,
            isOwn: true,
            isHidden: own.published == nil,
            gap: gap
        )
    }

    private func seen(_ other: ShownRider) -> SeenRider {
        let isPerson = other.id.number == RiderID.person
        return SeenRider(
            rider: self.others.label(of: other.id),
            kind: other.introduction?.kind ?? (isPerson ? .person : .simulant),
            owner: self.members[other.id.owner],
            status: other.status,
            coordinate: other.coordinate,
            speed: other.speed,
            course: other.course,
            uncertainty: other.uncertainty,
            fixAge: other.fixAge,
            lastHeard: other.lastHeard,
            isLive: other.isLive,
            isOwn: false,
            isHidden: false,
            gap: other.gap
        )
    }

    /// The person at this machine; with a place or without.
    public func person(at now: Moment) -> OwnRider {
        guard let person = self.own.rider(self.own.person.id, at: now) else {
            preconditionFailure("The riders of this machine have no person: \(self.own)")
        }
        return person
    }
}
