import Determinism
import Links
import Peers

/// What this daemon knows of one peer.
struct PeerRecord: Equatable, Sendable {
    /// Whether activities count it as joined.
    enum Presence: Equatable, Sendable {
        case absent
        /// Joined; `fallenAt` is when its link fell, while no other has taken its place.
        case present(since: Moment, fallenAt: Moment?)
    }

    let peer: PeerID
    /// When it was first heard of.
    let knownSince: Moment
    var name: DisplayName?
    /// The run of it that was last proven inside a link.
    var instance: InstanceID?
    /// When the connection began by which that run was first met.
    var instanceOpenedAt = Moment.zero
    /// Earlier runs, and when a later one was met: one that comes back after that is a second
    /// machine with the same key.
    var superseded: [(instance: InstanceID, at: Moment)] = []
    /// The highest election between our instance and `instance`.
    var election: UInt64 = 0
    var electedLink: LinkID?
    var electedAt: Moment?
    var port: UInt16 = 0
    var activities: [UInt64] = []
    var presence = Presence.absent
    var left: (cause: LeaveCause, at: Moment)?
    var wasMember = false
    var refusal: Refusal?
    /// Disconnected by hand: stays off until connected or a restart.
    var isHeldOff = false
    /// Reached by an address that a person gave: reached for again, advertised or not.
    var isManual = false
    /// Where it was last reached, or a person said that it is.
    var ownEndpoints: [Endpoint] = []
    /// Where others say that it is.
    var hints: [PeerID: [Endpoint]] = [:]
    /// When its link last became suspect.
    var suspectSince: Moment?
    /// How often it may take part in an activity anew: it is told all of it each time.
    var returns: Budget

    init(peer: PeerID, knownSince: Moment) {
        self.peer = peer
        self.knownSince = knownSince
        self.returns = Budget(
            of: SessionLimits.returnsAtOnceMaximum,
            perSecond: SessionLimits.returnsPerSecond,
            at: knownSince
        )
    }

    static func == (left: PeerRecord, right: PeerRecord) -> Bool {
        left.peer == right.peer && left.instance == right.instance
            && left.election == right.election && left.electedLink == right.electedLink
            && left.presence == right.presence && left.refusal == right.refusal
            && left.isHeldOff == right.isHeldOff && left.hints == right.hints
    }

    var isPresent: Bool { self.presence != .absent }

    /// Everywhere that it may be, its own endpoints first.
    var endpoints: [Endpoint] {
        var all = self.ownEndpoints
        for sender in self.hints.keys.sorted() {
            for endpoint in self.hints[sender] ?? [] where !all.contains(endpoint) {
                all.append(endpoint)
            }
        }
        return all
    }

    /// Whether its own endpoints are worth dialling without an advert or a hint.
    func isMissed(at now: Moment) -> Bool {
        if self.isManual || self.isPresent { return true }
        guard let left = self.left, left.cause != .goodbye(.leaving) else { return false }
        return now - left.at < SessionLimits.lostListed
    }

    /// Remembers where it was reached, newest first.
    mutating func reached(at endpoint: Endpoint) {
        self.ownEndpoints.removeAll { $0 == endpoint }
        self.ownEndpoints.insert(endpoint, at: 0)
        if self.ownEndpoints.count > 4 { self.ownEndpoints.removeLast() }
    }

    /// When a run was found to be over, if it was.
    func supersededAt(_ instance: InstanceID) -> Moment? {
        self.superseded.first { $0.instance == instance }?.at
    }

    /// Whether a run that is met on that link was over before the present one began.
    ///
    /// It can only have lived until TLS was done on that link, and the present one was met on a
    /// connection that began later: its hello has been under way for long.
    func isEarlier(_ instance: InstanceID, on link: Link) -> Bool {
        guard let known = self.instance, known != instance else { return false }
        return link.establishedAt < self.instanceOpenedAt
    }

    /// Takes note of a run that is over, and must not come back.
    mutating func isOver(_ instance: InstanceID, at now: Moment) {
        self.superseded.append((instance, now))
        if self.superseded.count > SessionLimits.supersededMaximum {
            self.superseded.removeFirst()
        }
    }

    /// Takes note of a new run, met on that link; the old one, if any, is over.
    mutating func restarted(as instance: InstanceID, on link: Link, at now: Moment) {
        if let old = self.instance { self.isOver(old, at: now) }
        self.instance = instance
        self.instanceOpenedAt = link.openedAt
        self.election = 0
        self.refusal = nil
    }
}
