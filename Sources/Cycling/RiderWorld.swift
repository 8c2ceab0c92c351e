import Determinism
import Gameplay
package import Peers
package import Routes

/// The riders of one daemon: a person, and simulants as many as wanted.
///
/// An entity each, with an identity, a place along the route (simulants only: a person's comes from
/// elsewhere) and a state. Its clock counts whole seconds. In each, all move first and then all
/// states are updated, so that a new state moves its rider from the next second on. Order is that
/// of the numbers, and each rider has a random source of its own, seeded by the world's seed and
/// its number: the same seed and inputs lead to the same events, whoever else rides.
package struct RiderWorld: Equatable, Sendable {
    /// What is known of the rest of the world in a second.
    package struct Surroundings: Equatable, Sendable {
        /// The person's own rider, where it helps; `nil` without a place.
        package var person: RiderSighting?
        /// The same as others see it, who help it there; `nil` when it hides.
        package var personSeen: RiderSighting?
        /// Riders of other machines that can be heard now.
        package var others: [RiderSighting] = []

        package init() {}
    }

    let owner: PeerID
    private let seed: UInt64
    package let route: Route
    var dice: Dice
    /// Seconds since the start.
    package private(set) var second: UInt64 = 0
    /// What has happened since somebody took it.
    var events: [RiderEvent] = []

    private var entities = EntityTable()
    var identities = ComponentSystem<RiderIdentity>()
    var rides = ComponentSystem<RouteRide>()
    var conditions = ComponentSystem<RiderCondition>()
    let person: Entity
    /// By number, from 1.
    private(set) var simulants: [Entity] = []
    /// Simulants on their way to help, or helping.
    var helpers: [Entity] = []
    /// Where along the route others' flat riders are, as computed when they came to be there.
    var roadside: [RiderID: RoadsidePlace] = [:]

    package init(
        owner: PeerID,
        name: DisplayName,
        route: Route,
        seed: UInt64,
        dice: DiceMode = .party,
        simulants: Int = 0
    ) {
        self.owner = owner
        self.seed = seed
        self.route = route
        self.dice = Dice(dice)
        self.person = self.entities.makeEntity()
        let id = RiderID(owner: owner, number: RiderID.person)
        let identity = RiderIdentity(id: id, name: name, kind: .person)
        self.identities.addComponent(identity, to: self.person)
        self.addCondition(to: self.person, isSimulated: false, self.source(of: RiderID.person))
        self.setSimulants(simulants)
    }

    /// What has happened since this was last called, in order.
    package mutating func takeEvents() -> [RiderEvent] {
        defer { self.events = [] }
        return self.events
    }

    // MARK: Who rides

    /// Adds simulants, or removes those with the highest numbers, until there are so many.
    package mutating func setSimulants(_ count: Int) {
        while self.simulants.count > count { self.removeLastSimulant() }
        while self.simulants.count < count { self.addSimulant() }
    }

    private mutating func addSimulant() {
        let number = UInt32(self.simulants.count + 1)
        let entity = self.entities.makeEntity()
        self.simulants.append(entity)
        self.identities.addComponent(
            RiderIdentity(
                id: RiderID(owner: self.owner, number: number),
                name: SimulantNames.name(number),
                kind: .simulant
            ),
            to: entity
        )
        var source = self.source(of: number)
        let temperament = Temperament(using: &source)
        let ride = RouteRide(
            along: self.route.distance(of: self.route.metres * source.nextUniform()),
            isForward: source.nextBool(),
            speed: temperament.speed
        )
        self.rides.addComponent(ride, to: entity)
        self.note(.joined, of: entity)
        self.addCondition(to: entity, isSimulated: true, source, temperament)
    }

    private mutating func removeLastSimulant() {
        guard let entity = self.simulants.popLast() else { return }
        self.note(.left, of: entity)
        self.identities.removeComponent(of: entity)
        self.rides.removeComponent(of: entity)
        self.conditions.removeComponent(of: entity)
        self.helpers.removeAll { $0 == entity }
        self.entities.remove(entity)
    }

    /// Its first state is entered when all of its components are there.
    private mutating func addCondition(
        to entity: Entity,
        isSimulated: Bool,
        _ source: SeededGenerator,
        _ temperament: Temperament? = nil
    ) {
        var source = source
        let condition = RiderCondition(
            isSimulated: isSimulated,
            temperament: temperament ?? Temperament(using: &source),
            source: source
        )
        self.conditions.addComponent(condition, to: entity)
        self.enter(.riding(.outward, seconds: 0), entity)
    }

    private func source(of number: UInt32) -> SeededGenerator {
        var hash = StableHash()
        hash.combine(self.seed)
        hash.combine(UInt64(number))
        return SeededGenerator(seed: hash.value)
    }

    /// The entity of a rider of this machine.
    func entity(of id: RiderID) -> Entity? {
        guard id.owner == self.owner else { return nil }
        if id.number == RiderID.person { return self.person }
        let place = Int(id.number) - 1
        return self.simulants.indices.contains(place) ? self.simulants[place] : nil
    }

    // MARK: A second

    /// Lets a second pass.
    package mutating func step(in surroundings: Surroundings = Surroundings()) {
        self.move()
        self.decide(in: surroundings)
    }

    /// The first half of a second: all simulants move on.
    mutating func move() {
        self.second += 1
        let route = self.route
        self.rides.modifyEach { _, ride in ride = ride.after(1, on: route) }
    }

    /// The second half: what all do from now on.
    mutating func decide(in surroundings: Surroundings) {
        self.arrive(in: surroundings)
        let flats = self.updateStates(in: surroundings)
        self.helpers = self.helpers.filter { self.isHelper($0) }
        guard self.dice.isSociable else { return }
        self.lookForFlats(among: flats, in: surroundings)
        self.rideInGroups()
    }

    /// Updates all machines.
    ///
    /// - Returns: the simulants with a flat tyre, where somebody may want to know.
    private mutating func updateStates(in surroundings: Surroundings) -> [Entity] {
        let work = self.work(in: surroundings)
        let needed = self.helpersNeeded(in: surroundings)
        let isSociable = self.dice.isSociable
        var context = self.context
        var noted: [(Entity, [RiderEvent.What])] = []
        var flats: [Entity] = []
        self.conditions.modifyEach { entity, condition in
            context.helper = work.isEmpty ? nil : work[entity]?.helper
            context.isNeeded = !needed.isEmpty && needed.contains(entity)
            condition.withContext(&context) { $0.update(deltaTime: 1, context: &$1) }
            if isSociable, condition.isSimulated, condition.status == .flat { flats.append(entity) }
            guard !context.notes.isEmpty else { return }
            noted.append((entity, context.notes))
            context.notes = []
        }
        for (entity, notes) in noted { self.settle(entity, after: notes) }
        return flats
    }

    private var context: RiderContext {
        RiderContext(
            temperament: Temperament.nobodys,
            source: SeededGenerator(seed: 0),
            dice: self.dice
        )
    }

    // MARK: States

    /// Has a rider's machine enter a state, or note that it can't.
    mutating func enter(_ state: RiderState, _ entity: Entity) {
        guard var condition = self.conditions[entity] else { return }
        var context = self.context
        condition.withContext(&context) { $1.enter(state, &$0) }
        self.conditions[entity] = condition
        self.settle(entity, after: context.notes)
    }

    /// Brings what follows from a state into line with it.
    private mutating func settle(_ entity: Entity, after notes: [RiderEvent.What]) {
        for note in notes { self.note(note, of: entity) }
        guard var ride = self.rides[entity], let condition = self.conditions[entity] else { return }
        ride.isMoving = condition.direction != nil
        ride.direction = condition.direction ?? ride.direction
        ride.pace = ride.speed
        if !ride.isMoving { ride.errand = nil }
        self.rides[entity] = ride
    }

    mutating func note(_ what: RiderEvent.What, of entity: Entity) {
        guard let label = self.identities[entity]?.label else { return }
        self.events.append(RiderEvent(second: self.second, rider: label, what: what))
    }

    /// Notes something about a rider of another machine.
    mutating func note(_ what: RiderEvent.What, by rider: RiderLabel) {
        self.events.append(RiderEvent(second: self.second, rider: rider, what: what))
    }

    /// Calls the person by another name from now on.
    mutating func rename(_ name: DisplayName) { self.identities[self.person]?.name = name }

    /// How many simulants are in each state.
    package var population: [RiderStatus: Int] {
        self.simulants.reduce(into: [:]) { counts, entity in
            if let status = self.conditions[entity]?.status { counts[status, default: 0] += 1 }
        }
    }
}
