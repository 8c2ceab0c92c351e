import Activities
public import Cycling
public import Determinism
import Discovery
import Guessing
import Links
public import Peers

/// The session's brain: what happened goes in, what to do comes out.
///
/// Pure. The shell calls `handle` for one event at a time, carries out the effects in order after
/// it has returned, and calls it with `.timerFired` when `nextDeadline` has come. A simulated LAN
/// does the same with made-up time.
///
/// It owns sub-values, each with a file of its own: adverts, the dial plan, links, peers and the
/// activities' replicas. What has to do with several of them is here and in the extensions.
public struct Engine: Sendable {
    public internal(set) var local: LocalPeer
    /// Whether this daemon advertises itself.
    public internal(set) var isVisible: Bool
    /// Why DNS-SD does not work, or `nil` while it does.
    public internal(set) var discoveryFailure: String?
    /// Set when our key was seen in use by another machine.
    public internal(set) var ownIdentityInUse = false
    /// Whom people here have blocked.
    public internal(set) var blocked: Set<PeerID>
    /// Messages of activities that this daemon does not know.
    public internal(set) var unknownActivityMessages: UInt64 = 0

    var adverts = AdvertTable()
    var plan: DialPlan
    var links = LinkTable()
    var peers = PeerTable()
    var replicas: ReplicaTable
    /// Look-ups that are under way, by the peer that they are for.
    var lookUps: [LookUpToken: AdvertKey] = [:]
    /// The dials that became links, until those are elected or over.
    var dials: [LinkID: DialID] = [:]
    var connects: [WaitingConnect] = []
    /// The number of the last election that this daemon made, with whomever.
    ///
    /// One counter for all pairs: numbers go up for each pair even after this daemon has forgotten
    /// it, while the other, who remembers, takes no lower one.
    var lastElection: UInt64 = 0
    /// What this daemon has said in each activity, counted.
    var originSequences: [ActivityKind: UInt64] = [:]
    /// When this daemon was last given a name.
    var renamedAt: Moment?
    var stopDeadline: Moment?
    var hasStopped = false
    var hasMetSomebody: Bool

    /// Filled while an event is handled, and handed out at its end.
    var effects: [SessionEffect] = []
    /// Peers whose wish for a link has to be looked at again before the event is done.
    var touched: Set<PeerID> = []
    private var lastDeadline: Moment?
    private var housekeepingAt = Moment.zero + Engine.housekeepingEvery

    /// Lists are pruned, refusals run out and quarantines end no later than this after their time.
    static let housekeepingEvery = Duration.seconds(5)

    /// The minor versions of protocol 1 that are spoken here.
    static let minorVersions: ClosedRange<UInt64> = 0...0

    /// Makes the engine of a daemon that has just started.
    ///
    /// - Parameters:
    ///   - local: who this daemon is.
    ///   - isVisible: whether it advertises.
    ///   - blocked: whom people have blocked before.
    ///   - hasMetSomebody: whether it was ever joined with anybody.
    ///   - seed: decides the jitter of redials, and nothing else.
    ///   - ride: what the ride begins with; `nil` for a daemon that does not take part.
    public init(
        local: LocalPeer,
        isVisible: Bool,
        blocked: Set<PeerID>,
        hasMetSomebody: Bool,
        seed: UInt64,
        ride: RideSetup? = nil
    ) {
        self.local = local
        self.isVisible = isVisible
        self.blocked = blocked
        self.hasMetSomebody = hasMetSomebody
        self.plan = DialPlan(seed: seed)
        self.replicas = ReplicaTable(me: local.peer, name: local.name, ride: ride)
    }

    /// Links are listened for on this port from now on.
    public mutating func listens(on port: UInt16) {
        self.local.port = port
    }

    /// When `.timerFired` is next due.
    public var nextDeadline: Moment? {
        guard !self.hasStopped else { return nil }
        var earliest = Moment.earliest(self.links.nextDeadline, self.plan.nextDeadline)
        earliest = Moment.earliest(earliest, self.replicas.nextDeadline)
        earliest = Moment.earliest(earliest, self.stopDeadline)
        earliest = Moment.earliest(earliest, self.connects.map(\.deadline).min())
        for (peer, fallenAt) in self.peers.fallen {
            let isTold = self.peers[peer]?.suspectSince != nil
            let wait = isTold ? SessionLimits.lostAfter : SessionLimits.fallUntold
            earliest = Moment.earliest(earliest, fallenAt + wait)
        }
        return Moment.earliest(earliest, self.housekeepingAt)
    }

    /// Takes one event and says what to do about it.
    public mutating func handle(_ event: SessionEvent, at now: Moment) -> [SessionEffect] {
        guard !self.hasStopped else { return [] }
        self.noticeStall(at: now)
        self.dispatch(event, at: now)
        self.settle(at: now)
        self.lastDeadline = self.nextDeadline
        defer { self.effects = [] }
        return self.effects
    }

    private mutating func dispatch(_ event: SessionEvent, at now: Moment) {
        switch event {
        case .discoveryAvailable, .discoveryUnavailable, .advertRegistered, .advertFound,
            .advertLost, .lookUpResolved, .lookUpFound, .lookUpEnded, .networkChanged:
            self.handleDiscovery(event, at: now)
        case .dialFailed(let dial, let reason):
            self.dialFailed(dial, reason, at: now)
        case .linkEstablished(let established):
            self.linkEstablished(established, at: now)
        case .framesReceived(let id, let frames):
            self.framesReceived(id, frames, at: now)
        case .framesMalformed(let id, let detail):
            self.framesMalformed(id, detail, at: now)
        case .written(let id):
            self.links.change(id) { $0.wrote() }
        case .linkClosed(let id, let detail):
            self.linkClosed(id, detail, at: now)
        case .commanded(let command, let token):
            self.handle(command, token, at: now)
        case .satelliteFix(let fix):
            self.tellRide(.fix(fix), at: now)
        case .satellitesLost:
            self.tellRide(.satellitesLost, at: now)
        case .timerFired:
            self.timerFired(at: now)
        case .stopRequested:
            self.stopRequested(at: now)
        }
    }

    private mutating func tellRide(_ input: SharedRideInput, at now: Moment) {
        let wall = self.local.wallTime(at: now)
        self.carryOut(self.replicas.takeRide(input, at: now, wall: wall), at: now)
    }

    // MARK: Before and after each event

    /// A timer that comes late was held up by us: silence so far says nothing about the peers.
    private mutating func noticeStall(at now: Moment) {
        guard let due = self.lastDeadline, now - due > LinkLimits.stall else { return }
        for id in self.links.ids { self.links.change(id) { $0.stalled(at: now) } }
        for peer in self.peers.fallen.keys.sorted() {
            self.peers.changeKnown(peer) { record in
                guard case .present(let since, .some) = record.presence else { return }
                record.presence = .present(since: since, fallenAt: now)
            }
        }
    }

    /// Looks again at whom to reach, then lets each link write what is due.
    private mutating func settle(at now: Moment) {
        repeat {
            while !self.touched.isEmpty {
                let peers = self.touched.sorted()
                self.touched.removeAll()
                for peer in peers { self.reconsider(peer, at: now) }
            }
            for id in self.links.takeDirty() { self.flush(id, at: now) }
            // What a link holds is known once it is flushed; its end may touch others.
            self.shedLargest(at: now)
        } while !self.touched.isEmpty || self.links.hasDirty
        if self.peers.isOvergrown { self.prunePeers(at: now) }
        self.stopIfDone(at: now)
    }

    private mutating func shedLargest(at now: Moment) {
        while let id = self.links.largestBeyondBound() {
            let sum = SessionLimits.allLinksBytesMaximum
            self.endLink(
                id,
                .closedHere(.overloaded, detail: "links hold over \(sum) bytes"),
                at: now
            )
            self.links.remove(id)
            self.effects.append(.abort(id))
        }
    }

    /// Lets one link write, until a write is out or nothing is due.
    private mutating func flush(_ id: LinkID, at now: Moment) {
        guard let output = self.links.flush(id, at: now) else { return }
        self.effects.append(.write(id, output.bytes, isLast: output.isLast))
    }

    // MARK: Time passed

    private mutating func timerFired(at now: Moment) {
        for id in self.links.due(at: now) {
            let effects = self.links.change(id) { $0.timerFired(at: now) } ?? []
            self.carryOut(effects, of: id, at: now)
        }
        for (peer, fallenAt) in self.peers.fallen.sorted(by: { $0.key < $1.key }) {
            if now >= fallenAt + SessionLimits.lostAfter {
                self.leave(peer, .silence, at: now)
            } else if now >= fallenAt + SessionLimits.fallUntold {
                self.suspect(peer, at: now)
            }
        }
        self.carryOut(self.plan.timerFired(at: now), at: now)
        self.carryOut(
            self.replicas.timerFired(at: now, wall: self.local.wallTime(at: now)),
            at: now
        )
        self.answerOverdueConnects(at: now)
        if now >= self.housekeepingAt { self.keepHouse(at: now) }
    }

    private mutating func keepHouse(at now: Moment) {
        self.housekeepingAt = now + Self.housekeepingEvery
        for peer in self.peers.peers {
            self.peers.changeKnown(peer) { record in
                if let refusal = record.refusal, now >= refusal.until { record.refusal = nil }
            }
            self.touched.insert(peer)
        }
        self.prunePeers(at: now)
    }

    private mutating func prunePeers(at now: Moment) {
        let adverts = self.adverts
        // A link that waits for its election must find again what its hello has told.
        let kept = self.blocked.union(self.links.links.values.map(\.peer))
        self.peers.prune(
            keeping: { peer in
                adverts.contains(peer) || kept.contains(peer)
            },
            at: now
        )
    }

    // MARK: The end

    private mutating func stopRequested(at now: Moment) {
        guard self.stopDeadline == nil else { return }
        self.stopDeadline = now + SessionLimits.stopMaximum
        self.effects.append(.withdrawAdvert)
        self.carryOut(self.replicas.quit(at: now, wall: self.local.wallTime(at: now)), at: now)
        for target in self.plan.targets { self.carryOut(self.plan.drop(target), at: now) }
        for id in self.links.ids {
            self.links.change(id) { $0.close(Goodbye(reason: .leaving), at: now) }
        }
    }

    private mutating func stopIfDone(at now: Moment) {
        guard let deadline = self.stopDeadline, now >= deadline || self.links.count == 0 else {
            return
        }
        for id in self.links.ids { self.effects.append(.abort(id)) }
        self.hasStopped = true
        self.effects.append(.stopped)
    }
}
