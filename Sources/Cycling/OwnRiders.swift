// Consistency: each daemon owns its riders and alone decides about them; the latest report wins.

import Activities
public import Determinism
import Gameplay
public import Peers
public import Routes

/// The riders of this daemon: a person's and the simulants.
///
/// Pure: it is told what happened and when, and returns what to do about it. Everything is decided
/// on whole seconds since the start, so ticks may come at any rate; in between, reports move on
/// smoothly. What others are told goes through the person's privacy, here and nowhere else.
public struct OwnRiders: Equatable, Sendable {
    let me: PeerID
    var world: RiderWorld
    var source = PersonSource.none
    /// Whether the replay is of the daemon's own route.
    var isOnRoute = false
    /// What the person lets others know; to be stored by whoever starts this again.
    public internal(set) var privacy: RidePrivacy
    /// What happened to the riders.
    public private(set) var log = RiderLog()
    /// When the next second is over; `nil` while nobody rides.
    private var due: Moment?
    /// Seconds that were left out because this machine stood still.
    public private(set) var skippedSeconds: UInt64 = 0
    /// The last call of each of others' helpers.
    private var calls: [RiderID: UInt64] = [:]
    /// Who has called since the last second.
    private var arrivals: [RiderID: RiderSighting] = [:]
    /// This machine's own last call.
    private var lastCall: UInt64 = 0

    // What the input being handled brought, and what it has led to so far.
    var moment: Moment = .zero
    var wall = WallTime(milliseconds: 0)
    var effects: [RideEffect] = []

    /// Makes riders who wait for `started`.
    ///
    /// Simulants ride on the route, and the seed decides all about them. More than
    /// `OwnRiderLimits.simulantsMaximum` of them are that many.
    public init(
        me: PeerID,
        name: DisplayName,
        route: Route,
        seed: UInt64,
        simulants: Int = 3,
        dice: DiceMode = .party,
        privacy: RidePrivacy = RidePrivacy()
    ) {
        self.me = me
        self.privacy = privacy
        self.world = RiderWorld(
            owner: me,
            name: name,
            route: route,
            seed: seed,
            dice: dice,
            simulants: min(simulants, OwnRiderLimits.simulantsMaximum)
        )
    }

    /// When a tick is next due.
    public var nextDeadline: Moment? { self.due }

    /// Takes what happened and returns what to do, in order.
    ///
    /// `wall` is shown in the log and compared with times of satellites; it decides nothing else.
    public mutating func handle(
        _ input: RideInput,
        at now: Moment,
        wall: WallTime
    ) -> [RideEffect] {
        self.moment = now
        self.wall = wall
        switch input {
        case .started:
            if self.due == nil { self.due = now + .seconds(1) }
        case .stopped:
            self.due = nil
        case .tick(let others):
            self.advance(among: others)
        case .fix(let fix):
            self.take(fix)
        case .satellitesLost:
            if case .satellites(var receiver) = self.source {
                receiver.lose()
                self.source = .satellites(receiver)
            }
        case .helpArrived(let helper, let call):
            self.helpArrived(helper, call: call)
        case .fixedElsewhere(let rider, let helper):
            if rider.id.owner != self.me {
                self.world.note(.fixed(by: helper == rider ? nil : helper), by: rider)
            }
        case .renamed(let name):
            self.world.rename(name)
            self.effects.append(.changed(self.person.id))
        case .command(let command, let token):
            self.effects.append(.reply(token, self.commanded(command)))
        }
        self.drain()
        defer { self.effects = [] }
        return self.effects
    }

    // MARK: Time

    private mutating func advance(among others: [RiderSighting]) {
        // Our own rider that comes back is no other.
        let theirs = others.filter { $0.rider.id.owner != self.me }
        let heard =
            theirs.filter { $0.status == .flat }.prefix(OwnRiderLimits.othersMaximum)
            + theirs.filter { $0.status == .helpin }.prefix(OwnRiderLimits.othersMaximum)
        var left = OwnRiderLimits.secondsMaximum
        while let due, due <= self.moment, left > 0 {
            self.due = due + .seconds(1)
            self.step(at: due, among: Array(heard))
            left -= 1
        }
        if let due, due <= self.moment {
            let missed = (self.moment - due).components.seconds + 1
            self.skippedSeconds &+= UInt64(missed)
            self.due = due + .seconds(missed)
        }
    }

    /// A second: first all move, then all decide.
    private mutating func step(at now: Moment, among others: [RiderSighting]) {
        if case .replay(let replay) = self.source {
            self.source = .replay(replay.after(1, riding: self.personDirection))
        }
        self.world.move()
        var surroundings = RiderWorld.Surroundings()
        let person = self.rider(self.person.id, at: now)
        surroundings.personSeen = person?.published.map { self.sighting(of: $0) }
        surroundings.person = surroundings.personSeen ?? person?.truth.map { self.sighting(of: $0) }
        let called = self.arrivals.values.filter { arrival in
            !others.contains { $0.rider.id == arrival.rider.id && $0.status == .helpin }
        }
        let late = called.sorted { $0.rider.id < $1.rider.id }.prefix(OwnRiderLimits.othersMaximum)
        surroundings.others = others + late
        self.arrivals = [:]
        self.world.decide(in: surroundings)
    }

    private func sighting(of report: RiderReport) -> RiderSighting {
        RiderSighting(
            self.person,
            status: report.status,
            coordinate: report.coordinate,
            speed: report.speed
        )
    }

    // MARK: Others

    /// A call is heard once, and serves until the next second, when its rider's own state does.
    private mutating func helpArrived(_ helper: RiderSighting, call: UInt64) {
        let id = helper.rider.id
        guard id.owner != self.me, helper.status == .helpin, call > self.calls[id] ?? 0 else {
            return
        }
        if self.calls[id] == nil, self.calls.count >= OwnRiderLimits.callsMaximum,
            let oldest = self.calls.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        {
            self.calls[oldest.key] = nil
            self.arrivals[oldest.key] = nil
        }
        self.calls[id] = call
        // Where nobody rides there is no next second: the call would serve whoever comes later.
        if self.due != nil { self.arrivals[id] = helper }
        self.world.note(.helpArrived, by: helper.rider)
    }

    /// An owner counts its calls anew: it has come, and its clock may have been set back.
    mutating func forgetCalls(of owner: PeerID) {
        self.calls = self.calls.filter { $0.key.owner != owner }
        self.arrivals = self.arrivals.filter { $0.key.owner != owner }
    }

    private mutating func take(_ fix: SatelliteFix) {
        guard case .satellites(var receiver) = self.source else { return }
        switch receiver.take(fix, at: self.moment, wall: self.wall) {
        case .taken, .merged, .noFix: break
        case .refused(let why): self.effects.append(.fixRefused(why))
        }
        self.source = .satellites(receiver)
    }

    // MARK: Effects

    /// Logs what has happened, and tells others what they may know of it.
    private mutating func drain() {
        var changed: [RiderID] = []
        for event in self.world.takeEvents() {
            self.effects.append(.logged(self.log.append(event, at: self.wall)))
            guard event.rider.id.owner == self.me else { continue }
            switch event.what {
            case .joined: self.effects.append(.joined(event.rider))
            case .left: self.effects.append(.left(event.rider))
            case .entering:
                if changed.last != event.rider.id { changed.append(event.rider.id) }
            case .fixed(let helper): self.tellFixed(event.rider, by: helper ?? event.rider)
            case .helpArrived: self.tellHelpArrived(event.rider)
            case .leaving, .rolled, .refused, .goesToHelp: break
            }
        }
        self.effects += changed.map { .changed($0) }
    }

    private mutating func tellFixed(_ rider: RiderLabel, by helper: RiderLabel) {
        let isHidden = self.isPersonHidden(at: self.moment)
        guard rider != self.person || !isHidden else { return }
        let isNamed = helper != self.person || !isHidden
        self.effects.append(.fixed(rider: rider, by: helper, asTold: isNamed ? helper : rider))
    }

    private mutating func tellHelpArrived(_ rider: RiderLabel) {
        guard let own = self.rider(rider.id, at: self.moment), let report = own.published else {
            return
        }
        self.lastCall = max(self.lastCall + 1, self.wall.milliseconds)
        let sighting = RiderSighting(
            rider,
            status: .helpin,
            coordinate: report.coordinate,
            speed: report.speed
        )
        self.effects.append(.helpArrived(sighting, call: self.lastCall))
    }

    /// How far into the present second a moment is, 0 to 1.
    func fraction(at now: Moment) -> Double {
        guard let due else { return 0 }
        return min(1, max(0, 1 - (due - now).milliseconds / 1_000))
    }
}
