import Gameplay
import Geodesy
import Routes

// How simulants mind each other: they stop at flats on their way, and ride in groups.
extension RiderWorld {
    // MARK: On an errand

    /// Those who have come to whom they rode to stop and help; those who aren't needed ride on.
    mutating func arrive(in surroundings: Surroundings) {
        for entity in self.helpers {
            guard var ride = self.rides[entity], let errand = ride.errand else { continue }
            if !self.isFlat(errand.target, in: surroundings) {
                ride.errand = nil
                self.rides[entity] = ride
            } else if ride.hasArrived(on: self.route) {
                let stop = HelpStop(resume: .riding(ride.direction), target: errand.target)
                self.enter(.helpin(stop), entity)
                self.note(.helpArrived, of: entity)
            }
        }
    }

    func isHelper(_ entity: Entity) -> Bool {
        self.rides[entity]?.errand != nil || self.helpTarget(of: entity) != nil
    }

    /// Whom a simulant that is Helpin' came for.
    func helpTarget(of entity: Entity) -> RiderID? {
        switch self.conditions[entity]?.machine.currentState {
        case .helpin(let stop): stop.target
        case .riding, .breather, .flat, nil: nil
        }
    }

    /// The simulants that are Helpin' somebody whose tyre is still flat.
    func helpersNeeded(in surroundings: Surroundings) -> Set<Entity> {
        Set(
            self.helpers.filter { entity in
                guard let target = self.helpTarget(of: entity) else { return false }
                return self.isFlat(target, in: surroundings)
            }
        )
    }

    private func isFlat(_ id: RiderID, in surroundings: Surroundings) -> Bool {
        // Who turned back from a hidden rider would show what became of it.
        if id == self.identities[self.person]?.label.id {
            return surroundings.personSeen?.status == .flat
        }
        if let entity = self.entity(of: id) { return self.conditions[entity]?.status == .flat }
        return surroundings.others.contains { $0.rider.id == id && $0.status == .flat }
    }

    // MARK: Looking out

    /// Each simulant on its way looks for the next flat rider ahead that nobody rides to yet.
    mutating func lookForFlats(among flats: [Entity], in surroundings: Surroundings) {
        var lookout = Lookout(route: self.route)
        for entity in flats {
            guard let label = self.identities[entity]?.label, let ride = self.rides[entity] else {
                continue
            }
            lookout.add(label, at: ride.along)
        }
        self.addRoadside(to: &lookout, in: surroundings)
        guard !lookout.isEmpty else { return }
        lookout.sort(without: Set(self.helpers.compactMap { self.target(of: $0) }))

        var errands: [(Entity, RiderLabel)] = []
        let conditions = self.conditions
        self.rides.modifyEach { entity, ride in
            guard ride.isMoving, ride.errand == nil,
                let place = lookout.next(before: ride),
                let condition = conditions[entity],
                Self.isWilling(condition, pace: ride.pace, metres: place.metres, self.dice)
            else { return }
            let flat = lookout.take(place.index)
            ride.errand = RouteRide.Errand(target: flat.label.id, along: flat.along)
            ride.pace = ride.speed
            errands.append((entity, flat.label))
        }
        for (entity, label) in errands {
            self.helpers.append(entity)
            self.note(.goesToHelp(label), of: entity)
        }
    }

    private func target(of helper: Entity) -> RiderID? {
        self.rides[helper]?.errand?.target ?? self.helpTarget(of: helper)
    }

    private static func isWilling(
        _ condition: RiderCondition,
        pace: Double,
        metres: Double,
        _ dice: Dice
    ) -> Bool {
        guard case .riding(let direction, let seconds) = condition.machine.currentState else {
            return false
        }
        let status = direction.status
        let limit = dice.factor(in: status) * condition.temperament.patience(in: status)
        return StopRule.isWilling(
            StopRule.Knowledge(metres: metres, secondsLeft: limit - seconds, speed: pace)
        )
    }

    /// Adds riders that stand beside the route and aren't simulants of ours.
    private mutating func addRoadside(to lookout: inout Lookout, in surroundings: Surroundings) {
        // Who rode to a hidden rider would show where it is.
        let known = surroundings.others + (surroundings.personSeen.map { [$0] } ?? [])
        let flats = known.filter { $0.status == .flat }.prefix(Self.roadsideMaximum)
        var places: [RiderID: RoadsidePlace] = [:]
        for flat in flats {
            let before = self.roadside[flat.rider.id]
            let place =
                before?.coordinate == flat.coordinate ? before : self.place(of: flat.coordinate)
            guard let place else { continue }
            places[flat.rider.id] = place
            if place.isReachable { lookout.add(flat.rider, at: place.along) }
        }
        self.roadside = places
    }

    /// Each takes a search of the route when it comes to be there: a millisecond for a long one.
    private static let roadsideMaximum = 32

    private func place(of coordinate: Coordinate) -> RoadsidePlace {
        let nearest = self.route.nearest(to: coordinate)
        // With room for the gap at which a helper stops.
        let isReachable = nearest.away < HelpRule.reach - 10
        return RoadsidePlace(
            coordinate: coordinate,
            along: nearest.along,
            isReachable: isReachable
        )
    }

    // MARK: In a group

    /// Sets the pace of those who ride with friends, and of those who have lost them.
    mutating func rideInGroups() {
        for first in stride(from: 0, to: self.simulants.count, by: GroupRide.size) {
            let end = min(first + GroupRide.size, self.simulants.count)
            self.rideAsGroup(self.simulants[first..<end])
        }
    }

    private mutating func rideAsGroup(_ members: ArraySlice<Entity>) {
        var ascending: [Entity] = []
        var descending: [Entity] = []
        for entity in members {
            guard let ride = self.rides[entity], ride.isMoving, ride.errand == nil else { continue }
            if ride.isAscending { ascending.append(entity) } else { descending.append(entity) }
        }
        for friends in [ascending, descending] where !friends.isEmpty {
            let rides = friends.compactMap { self.rides[$0] }
            let paces = GroupRide.paces(of: rides, on: self.route)
            for (entity, pace) in zip(friends, paces) { self.rides[entity]?.pace = pace }
        }
    }
}
