// Consistency: each daemon owns its riders and alone decides about them; the latest report wins.

import Activities
public import Determinism
public import Peers
public import Routes
import Wire

/// This daemon's replica of the ride: its own riders, what it tells of them, and all others'.
///
/// Pure. Own riders are decided by `OwnRiders`, what leaves this machine by `RidePublisher`, what
/// is known of the others by `RemoteRiders`; here they are put together, and words become messages.
public struct SharedRide: Equatable, Sendable {
    public let me: PeerID
    var name: DisplayName
    /// The riders of this machine.
    public internal(set) var own: OwnRiders
    /// The riders of all others.
    public internal(set) var others = RemoteRiders()
    /// This daemon's route, as others are told of it.
    public let route: RideRoute
    /// The same, measured.
    public let measured: Route
    /// What the next start should know.
    var settings: RideSettings
    /// The track of the person at this machine.
    public internal(set) var track = RideTrack()

    var publisher: RidePublisher
    /// Of whom others have been told, and how.
    var introduced: [UInt32: RiderIntroduction] = [:]
    /// Counts what was said of riders and route; the first is that there are none, so that a
    /// snapshot of before all is older than what overtakes it.
    var said: UInt64 = 1
    /// Others are told of the route once somebody rides it.
    var isRouteShared = false
    /// The count of the last repair that others were told of.
    var lastRepair: UInt64 = 0

    /// Members, by what they are called.
    var members: [PeerID: DisplayName] = [:]
    /// The count of the last repair that each has told of.
    var repairs: [PeerID: UInt64] = [:]
    /// The count of the last call for help that each has told of.
    var calls: [PeerID: UInt64] = [:]
    /// How much each may have people here be told: kept for who leaves until it is whole again, so
    /// that nobody gets another by coming back.
    var budgets: [PeerID: Budget] = [:]
    /// When riders of whom nothing is heard any more are next forgotten.
    private var sweepAt: Moment?
    /// When people may next be told of a position that was not believed.
    private var complainAt: Moment = .zero

    // What the input being handled brought, and what it has led to so far.
    var moment: Moment = .zero
    var wall = WallTime(milliseconds: 0)
    var effects: [SharedRideEffect] = []
    /// What others should see has changed, or it is time to look.
    private var isPublicationDue = false

    /// Riders of whom nothing is heard are forgotten no later than this after their time.
    static let sweepEvery = Duration.seconds(30)
    /// A receiver under a roof sends ten positions a second that nobody should believe.
    static let complaintEvery = Duration.seconds(10)

    public init(me: PeerID, name: DisplayName, _ setup: RideSetup) {
        self.me = me
        self.name = name
        self.route = setup.route
        self.measured = setup.measured
        self.settings = setup.settings
        self.own = OwnRiders(
            me: me,
            name: name,
            route: setup.measured,
            seed: setup.seed,
            simulants: setup.simulants,
            dice: setup.settings.dice,
            privacy: setup.settings.privacy
        )
        self.publisher = RidePublisher(route: setup.measured)
    }

    /// When `timerFired` is next due; at once, when somebody is there who does not ride yet.
    public var nextDeadline: Moment? {
        if self.own.isAnybodyThere, self.own.nextDeadline == nil { return .zero }
        return Moment.earliest(self.own.nextDeadline, self.sweepAt)
    }

    /// Takes what happened and returns what to do, in order.
    public mutating func handle(
        _ input: SharedRideInput,
        at now: Moment,
        wall: WallTime
    ) -> [SharedRideEffect] {
        self.moment = now
        self.wall = wall
        switch input {
        case .linkBegan(let peer): self.tellAll(to: peer)
        case .joined(let peer, let name): self.joined(peer, name)
        case .left(let peer, let cause): self.left(peer, cause)
        case .renamed(let peer, let name): self.renamed(peer, name)
        case .message(let peer, let body): self.heard(body, from: peer, isSnapshot: false)
        case .snapshot(let peer, let body): self.heard(body, from: peer, isSnapshot: true)
        case .state(let peer, let key, let version, let body):
            self.heard(body, key: key, version: version, from: peer)
        case .removal(let peer, let key, let version):
            self.removed(key: key, version: version, from: peer)
        case .fix(let fix): self.carryOut(.fix(fix))
        case .satellitesLost: self.carryOut(.satellitesLost)
        case .command(let command, let token): self.commanded(command, token)
        case .timerFired: self.timerFired()
        }
        self.rideOrRest()
        if self.isPublicationDue { self.publish() }
        self.isPublicationDue = false
        self.planSweep()
        defer { self.effects = [] }
        return self.effects
    }

    // MARK: Time

    /// Begins to ride where there is anybody to ride, and costs nothing where there is nobody.
    private mutating func rideOrRest() {
        if self.own.isAnybodyThere {
            guard self.own.nextDeadline == nil else { return }
            self.carryOut(.started)
            self.isPublicationDue = true
        } else if self.own.nextDeadline != nil {
            self.carryOut(.stopped)
        }
    }

    private mutating func timerFired() {
        if let due = self.own.nextDeadline, due <= self.moment {
            self.carryOut(.tick(others: self.others.sightings(at: self.moment)))
            self.track.add(
                self.own.personTruth(at: self.moment),
                at: self.moment,
                wall: self.wall
            )
            self.isPublicationDue = true
        }
        if let sweepAt, sweepAt <= self.moment {
            self.others.forgetGone(at: self.moment)
            self.sweepAt = nil
        }
    }

    private mutating func planSweep() {
        guard self.sweepAt == nil, !self.others.isEmpty else { return }
        self.sweepAt = self.moment + Self.sweepEvery
    }

    // MARK: Own riders

    /// Tells the riders here something, and does what they ask.
    mutating func carryOut(_ input: RideInput) {
        for effect in self.own.handle(input, at: self.moment, wall: self.wall) {
            switch effect {
            case .reply(let token, let reply): self.effects.append(.reply(token, reply))
            case .logged(let entry): self.effects.append(.tell(.logged(entry)))
            case .helpArrived(let sighting, let call): self.tellHelpArrived(sighting, call: call)
            case .fixed(let rider, let helper, let told):
                self.effects.append(.tell(.fixed(self.named(rider), by: self.named(helper))))
                self.tellOthersOfRepair(of: rider, by: told)
            case .joined(let rider): self.effects.append(.tell(.joined(self.named(rider))))
            case .left(let rider):
                self.effects.append(.tell(.left(self.named(rider))))
                self.isPublicationDue = true
            case .changed: self.isPublicationDue = true
            case .fixRefused(let why): self.complain(of: why)
            }
        }
    }

    private mutating func commanded(_ command: RideCommand, _ token: CommandToken) {
        let source = self.own.sourceKind
        self.carryOut(.command(command, token))
        if self.own.sourceKind != source { self.track.interrupt() }
        // What was refused has changed nothing, nor has anybody said how many shall ride.
        guard !self.isRefused(token) else { return }
        var settings = self.settings
        settings.privacy = self.own.privacy
        settings.dice = self.own.dice
        switch command {
        case .simulants, .addSimulant, .removeSimulant: settings.simulants = self.own.simulantCount
        case .here, .ride, .away, .satellites, .status, .addZone, .removeZone, .precision,
            .invisible, .dice:
            break
        }
        guard settings != self.settings else { return }
        self.settings = settings
        self.effects.append(.remember(settings))
    }

    private func isRefused(_ token: CommandToken) -> Bool {
        self.effects.contains { effect in
            if case .reply(token, .refused) = effect { true } else { false }
        }
    }

    private mutating func complain(of why: String) {
        guard self.moment >= self.complainAt else { return }
        self.complainAt = self.moment + Self.complaintEvery
        self.effects.append(.tell(.fixRefused(why)))
    }

    private mutating func tellHelpArrived(_ sighting: RiderSighting, call: UInt64) {
        self.effects.append(.tell(.helpArrived(self.named(sighting.rider))))
        self.broadcast(
            .helpArrived(rider: sighting.rider.id.number, count: call, at: sighting.coordinate)
        )
    }

    private mutating func tellOthersOfRepair(of rider: RiderLabel, by helper: RiderLabel) {
        self.lastRepair = max(self.lastRepair + 1, self.wall.milliseconds)
        self.broadcast(.fixed(rider: rider.id.number, count: self.lastRepair, by: helper.id))
    }

    mutating func broadcast(_ message: RideMessage) {
        self.effects.append(.broadcast(body: message.encoded))
    }

    func named(_ rider: RiderLabel) -> NamedRider {
        let owner = rider.id.owner
        return NamedRider(rider, owner: owner == self.me ? self.name : self.members[owner])
    }
}
