public import Activities
public import Determinism
import Discovery
import Links
public import Peers
public import SessionEngine

/// Daemons on a made-up network in made-up time, all of it decided by one seed.
///
/// Each daemon is one real `Engine` in a made-up shell. Its links' bytes go through `FrameEncoder`
/// and `FrameDecoder` as on a socket. What happens at one moment happens in the order in which it
/// was scheduled, so that a seed always gives the same run.
public struct SimulatedLAN: Sendable {
    public let configuration: Configuration
    public private(set) var trace = Trace()
    public internal(set) var tally: FaultTally
    public internal(set) var roster = RosterChecker()
    public internal(set) var queues = QueueChecker()
    public internal(set) var rides = RideChecker()
    /// The LAN's time.
    public internal(set) var now = Moment.zero
    /// All replies to commands, in order.
    public internal(set) var replies: [CommandToken: SessionReply] = [:]

    var daemons: [SimulatedDaemon] = []
    var engines: [Engine] = []
    var connections: [SimulatedConnection] = []
    var queue = EventQueue()
    var generator: SeededGenerator
    var tamperings: [Tampering]
    /// How many things hold up what goes from one machine to another, and since when.
    var obstacles: [Int]
    var obstructedSince: [Moment]
    /// Obstacles that stay when it becomes quiet.
    var permanent: Set<Int> = []
    var isQuiet = false
    var lastToken: UInt64 = 0

    /// Makes the LAN; nothing has happened yet.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        self.generator = SeededGenerator(seed: configuration.seed)
        self.tally = FaultTally(plan: configuration.plan)
        let count = configuration.members
        self.obstacles = Array(repeating: 0, count: count * count)
        self.obstructedSince = Array(repeating: .zero, count: count * count)
        self.tamperings = []
        for index in 0..<count { self.addDaemon(index) }
        self.tamperings = self.daemons.map { Tampering(configuration.planted, at: $0.peer) }
        for index in 0..<count where !configuration.startingLater.contains(index) {
            self.queue.add(.start(index), at: .zero + self.jitter(configuration.startWithin))
        }
        self.roster.hasClones = !configuration.clones.isEmpty
        self.scheduleTroubles()
        if configuration.hasPeople {
            for index in 0..<count { self.queue.add(.person(index), at: self.after(.seconds(10))) }
        }
        if configuration.ridesPerMille > 0 { self.queue.add(.look, at: .zero + .seconds(1)) }
    }

    // MARK: What is asked of it

    /// Lets time pass.
    public mutating func run(for duration: Duration) {
        self.run(until: self.now + duration)
    }

    /// Lets time pass up to a moment.
    public mutating func run(until end: Moment) {
        while let (moment, happening) = self.queue.next(until: end) {
            self.now = max(self.now, moment)
            self.happen(happening)
        }
        self.now = max(self.now, end)
    }

    /// Ends all trouble: obstacles go, who is frozen thaws, who is down starts.
    public mutating func becomeQuiet() { self.queue.add(.quiet, at: self.now) }

    /// Gives a daemon a command as of now; its reply is found under the token.
    @discardableResult
    public mutating func command(_ command: SessionCommand, at daemon: Int) -> CommandToken {
        self.lastToken += 1
        let token = CommandToken(self.lastToken)
        self.handle(.commanded(command, token), by: daemon)
        return token
    }

    /// Gives a daemon's engine any event as of now.
    public mutating func give(_ event: SessionEvent, to daemon: Int) {
        self.handle(event, by: daemon)
    }

    /// The id of a daemon.
    public func peer(_ daemon: Int) -> PeerID { self.daemons[daemon].peer }

    /// Where a daemon listens.
    public func endpoint(_ daemon: Int) -> Endpoint { self.daemons[daemon].endpoint }

    /// The engine of a daemon, to be read.
    public func engine(_ daemon: Int) -> Engine { self.engines[daemon] }

    /// Whether a daemon runs and is not frozen.
    public func isRunning(_ daemon: Int) -> Bool { self.daemons[daemon].isRunning }

    /// How a daemon shows another.
    public func status(of other: Int, at daemon: Int) -> MemberStatus? {
        let local = self.daemons[daemon].local(self.now)
        return self.engines[daemon].member(self.daemons[other].peer, at: local)?.status
    }

    /// Whether all daemons are joined with all others.
    public var isComplete: Bool {
        self.daemons.indices.allSatisfy { one in
            self.daemons.indices.allSatisfy { two in
                one == two || self.status(of: two, at: one) == .joined
            }
        }
    }

    /// Holds up what goes from one machine to another, until `removeObstacle`.
    public mutating func obstruct(from one: Int, to two: Int) {
        self.addObstacle(from: one, to: two)
    }

    /// Holds up, for good, what goes from one machine to another: the pair can never connect.
    public mutating func cut(from one: Int, to two: Int) {
        self.addObstacle(from: one, to: two)
        self.permanent.insert(one * self.daemons.count + two)
        self.roster.cut(one, two)
    }

    // MARK: The clock

    func after(_ duration: Duration) -> Moment { self.now + duration }

    mutating func jitter(_ bound: Duration) -> Duration { self.generator.jitter(bound) }

    mutating func between(_ low: Duration, _ high: Duration) -> Duration {
        low + self.generator.jitter(high - low)
    }

    // MARK: The engines

    /// Lets an engine take an event, and carries out what it asks for.
    mutating func handle(_ event: SessionEvent, by index: Int) {
        guard self.daemons[index].isRunning else { return }
        let local = self.daemons[index].local(self.now)
        let isPlanted = self.configuration.planted != nil
        let deadline = isPlanted ? self.engines[index].nextDeadline : nil
        for (event, moment) in self.tamperings[index].tampered(event, at: local, due: deadline) {
            guard self.daemons[index].isRunning else { return }
            let asked = self.engines[index].handle(event, at: moment)
            let effects = self.tamperings[index].tampered(asked)
            self.trace.note(event, effects, by: index, at: self.now)
            for effect in effects { self.carryOut(effect, by: index) }
        }
        self.queues.look(at: self.engines[index], of: index, at: self.now)
        self.noteRides(of: index)
        self.arm(index)
    }

    /// Sees to it that the engine is called at its next deadline.
    mutating func arm(_ index: Int) {
        guard self.daemons[index].isRunning,
            let deadline = self.engines[index].nextDeadline
        else { return }
        let moment = max(self.now, self.daemons[index].global(deadline))
        if let armed = self.daemons[index].armedAt, armed <= moment { return }
        self.daemons[index].armedAt = moment
        self.queue.add(.timer(index, run: self.daemons[index].run), at: moment)
    }

    func isCurrent(_ index: Int, _ run: Int) -> Bool {
        self.daemons[index].run == run && !self.daemons[index].isDown
    }

    mutating func timerFired(_ index: Int, run: Int) {
        guard self.isCurrent(index, run),
            self.daemons[index].armedAt.map({ $0 <= self.now }) == true
        else { return }
        self.daemons[index].armedAt = nil
        guard self.daemons[index].isRunning, let due = self.engines[index].nextDeadline
        else { return }
        guard self.daemons[index].global(due) <= self.now else { return self.arm(index) }
        self.handle(.timerFired, by: index)
    }

    private mutating func carryOut(_ effect: SessionEffect, by index: Int) {
        switch effect {
        case .advertise: self.advertise(index)
        case .withdrawAdvert: self.withdraw(index)
        case .lookUp(let token, let advert): self.lookUp(token, advert, by: index)
        case .cancelLookUp(let token): self.daemons[index].lookUps.remove(token)
        case .dial(let dial, let endpoint): self.dial(dial, endpoint, by: index)
        case .cancelDial(let dial): self.cancelDial(dial, by: index)
        case .openFrames(let id): self.openFrames(id, by: index)
        case .write(let id, let bytes, let isLast): self.write(id, bytes, isLast, by: index)
        case .abort(let id): self.abort(id, by: index)
        case .reply(let token, let reply): self.replies[token] = reply
        case .tell(let notice):
            let daemon = self.daemons[index]
            self.roster.told(notice, to: index, peer: daemon.peer, at: self.now)
            self.checkRides { $0.told(notice, to: index, on: $1) }
        case .rememberBlocked, .rememberName, .rememberRide, .rememberMet: break
        case .stopped: self.exit(index, hasPower: true)
        }
    }

    // MARK: What happens

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .start(let index): self.start(index)
        case .timer(let index, let run): self.timerFired(index, run: run)
        case .event(let index, let run, let event):
            guard !self.postpones(happening, index, run) else { return }
            self.handle(event, by: index)
        case .advert(let index, let run, let key, let isFound):
            guard !self.postpones(happening, index, run) else { return }
            self.hear(key, isFound: isFound, by: index)
        case .lookUpEvent(let index, let run, let token, let event):
            guard !self.postpones(happening, index, run),
                self.daemons[index].lookUps.contains(token)
            else { return }
            self.handle(event, by: index)
        case .knock(let id): self.knocked(id)
        case .established(let id, let side): self.established(id, side, happening)
        case .arrive(let id, let side, let parcel): self.arrived(id, side, parcel, happening)
        case .written(let id, let side): self.written(id, side, happening)
        case .retransmit(let id, let side): self.retransmit(id, side)
        case .userTimeout(let id, let side, let sentAt):
            self.userTimeout(id, side, sentAt: sentAt, happening)
        case .second: self.strikeAtRandom()
        case .trouble(let fault): if !self.isQuiet { self.strike(fault) }
        case .heal(let one, let two):
            // All that heals has healed when it became quiet.
            if !self.isQuiet { self.removeObstacle(from: one, to: two) }
        case .thaw(let index): self.thaw(index)
        case .person(let index): self.personActs(at: index)
        case .look: self.lookAtRides()
        case .quiet: self.quieten()
        }
    }

    /// Whether a daemon can't take something now: it never will, or will when it thaws.
    mutating func postpones(_ happening: Happening, _ index: Int, _ run: Int) -> Bool {
        guard self.isCurrent(index, run) else { return true }
        guard self.daemons[index].isFrozen else { return false }
        self.daemons[index].postponed.append(happening)
        return true
    }

    /// Does again what came while a daemon was frozen.
    mutating func catchUp(_ index: Int) {
        let postponed = self.daemons[index].postponed
        self.daemons[index].postponed = []
        for happening in postponed { self.happen(happening) }
    }
}
