public import Determinism
public import Peers
public import Routes
public import Wire

/// The riders of all other owners, as they are known here.
///
/// Each owner speaks for its own riders alone. Of two reports of a rider the newer holds, by its
/// owner's own count, and nothing else renews it: a repeat changes nothing, not even when it was
/// last heard of. Nothing that a peer sends makes this grow beyond `RideLimits`.
public struct RemoteRiders: Equatable, Sendable {
    /// What became of a report.
    public enum Outcome: Hashable, Sendable {
        /// It is shown from now on.
        case taken
        /// It is not newer than what is known, or than the rider's removal.
        case older
        /// It comes from too far in the future to be believed at once.
        case ahead
        /// There are as many riders as there is room for.
        case full
        /// Its owner is no member.
        case unknownOwner
    }

    private var owners: [PeerID: RemoteOwner] = [:]
    /// Riders of all owners together.
    public private(set) var count = 0

    public init() {}

    // MARK: Members

    /// A peer is a member now; whether it is the same instance as before makes no difference, and
    /// its riders are the same as before in any case.
    public mutating func joined(_ owner: PeerID) {
        guard let known = self.owners[owner] else {
            self.owners[owner] = RemoteOwner()
            return
        }
        if !known.isHere { self.owners[owner]?.returned() }
    }

    /// A peer is no member any more.
    ///
    /// Who says goodbye takes its riders along. Those of one that fell silent, or is just starting
    /// again, stay as stale until it is back or they are gone.
    public mutating func left(_ owner: PeerID, _ cause: LeaveCause) {
        let isForgetting =
            switch cause {
            case .goodbye, .closedHere: true
            case .silence, .restarted: false
            }
        self.change(owner) { $0.left(forgettingRiders: isForgetting) }
        if self.owners[owner]?.riders.isEmpty == true { self.owners[owner] = nil }
    }

    /// Whether nothing is known of anybody's riders.
    public var isEmpty: Bool { self.count == 0 }

    /// What is known of one owner.
    func owner(_ owner: PeerID) -> RemoteOwner? { self.owners[owner] }

    /// Owners that are members now, in the order of their ids.
    var ownersHere: [PeerID] { self.owners.filter { $0.value.isHere }.keys.sorted() }

    private func isHere(_ owner: PeerID) -> Bool { self.owners[owner]?.isHere == true }

    // MARK: The state lane

    /// A state of the ride came from its owner.
    ///
    /// Throws where it is malformed, for which the link is ended.
    public mutating func heard(
        _ body: [UInt8],
        key: UInt64,
        version: UInt64,
        from owner: PeerID,
        at now: Moment
    ) throws(WireError) -> Outcome {
        let number = try Self.rider(ofKey: key, of: owner).number
        guard version <= RideLimits.versionMaximum else {
            throw .integerTooLarge(value: version, accepted: RideLimits.versionMaximum)
        }
        let report = try RideState(decoding: body).report
        guard self.isHere(owner) else { return .unknownOwner }
        guard self.makesRoom(for: number, of: owner) else { return .full }
        self.takeDueRoute(of: owner, at: now)
        var outcome = Outcome.unknownOwner
        self.change(owner) {
            outcome = $0.hear(report, of: number, version: version, at: now)
        }
        return outcome
    }

    /// The end of a rider came from its owner.
    public mutating func removed(
        key: UInt64,
        version: UInt64,
        from owner: PeerID
    ) throws(WireError) {
        let number = try Self.rider(ofKey: key, of: owner).number
        self.change(owner) { $0.bury(number, version: version) }
    }

    /// The rider that a key of an owner's states is for.
    static func rider(ofKey key: UInt64, of owner: PeerID) throws(WireError) -> RiderID {
        guard let number = UInt32(exactly: key) else {
            throw .integerTooLarge(value: key, accepted: UInt64(UInt32.max))
        }
        return RiderID(owner: owner, number: number)
    }

    // MARK: The reliable lane

    /// A message of the ride came from a member, whichever lane it came on.
    ///
    /// What it says of a rider's help is for the owners; here nothing follows from it.
    public mutating func told(_ message: RideMessage, from owner: PeerID, at now: Moment) {
        switch message {
        case .introduction(let version, let riders):
            self.introduce(riders, version: version, of: owner)
        case .route(let version, let route):
            self.note(route, version: version, of: owner, at: now)
        case .snapshot(let version, let riders, let route):
            self.introduce(riders, version: version, of: owner)
            self.keepOnly(riders, version: version, of: owner)
            self.note(route, version: version, of: owner, at: now)
        case .helpArrived, .fixed:
            break
        }
    }

    private mutating func introduce(
        _ riders: [RiderIntroduction],
        version: UInt64,
        of owner: PeerID
    ) {
        guard self.isHere(owner) else { return }
        self.change(owner) { $0.introduce(riders, version: version) }
    }

    /// Those are all riders of an owner, as of what it counts as `version`.
    ///
    /// The end of another may have been lost with the last link, or with the owner's last run.
    private mutating func keepOnly(
        _ riders: [RiderIntroduction],
        version: UInt64,
        of owner: PeerID
    ) {
        guard self.isHere(owner) else { return }
        let numbers = Set(riders.map(\.number))
        self.change(owner) { $0.keepOnly(numbers, version: version) }
    }

    private mutating func note(
        _ route: RideRoute?,
        version: UInt64,
        of owner: PeerID,
        at now: Moment
    ) {
        guard self.isHere(owner) else { return }
        guard self.owners[owner]?.noteRoute(route, version: version) == true else { return }
        self.takeDueRoute(of: owner, at: now)
    }

    /// Measures the route that an owner rides, unless another one has the same.
    private mutating func takeDueRoute(of owner: PeerID, at now: Moment) {
        guard let shared = self.owners[owner]?.dueRoute(at: now) else { return }
        let same = self.owners.values.first { $0.routeHash == shared.hash }?.route
        // It has a point, and not too many, or it could not have been read.
        guard let route = same ?? (try? shared.route()) else { return }
        self.owners[owner]?.ride(route, as: shared)
    }

    // MARK: Bounds

    /// Whether there is room for that rider; those of owners that are gone give way, and those
    /// beyond its share of who has the most.
    private mutating func makesRoom(for number: UInt32, of owner: PeerID) -> Bool {
        if self.owners[owner]?.riders[number] != nil { return true }
        let riders = self.owners[owner]?.riders.count ?? 0
        guard riders < RideLimits.ridersMaximum else { return false }
        guard self.count >= RideLimits.remoteRidersMaximum else { return true }
        for gone in self.owners.filter({ !$0.value.isHere }).keys { self.forget(gone) }
        if self.count < RideLimits.remoteRidersMaximum { return true }
        guard riders < RideLimits.ridersShare,
            let greedy = self.owners.max(by: { $0.value.riders.count < $1.value.riders.count }),
            greedy.value.riders.count > RideLimits.ridersShare
        else { return false }
        self.change(greedy.key) { $0.dropLast() }
        return true
    }

    private mutating func forget(_ owner: PeerID) {
        self.count -= self.owners.removeValue(forKey: owner)?.riders.count ?? 0
    }

    /// Changes an owner in place, and counts its riders.
    private mutating func change(_ owner: PeerID, _ body: (inout RemoteOwner) -> Void) {
        guard let index = self.owners.index(forKey: owner) else { return }
        let before = self.owners.values[index].riders.count
        body(&self.owners.values[index])
        self.count += self.owners.values[index].riders.count - before
    }

    /// Forgets riders of which nothing was heard for `RideLimits.goneAfter`; to be called at times.
    public mutating func forgetGone(at now: Moment) {
        for owner in Array(self.owners.keys) {
            self.change(owner) { $0.buryGone(at: now) }
            guard let known = self.owners[owner], !known.isHere, known.riders.isEmpty else {
                continue
            }
            self.owners[owner] = nil
        }
    }

    // MARK: What is shown

    /// The riders that are reported and not gone, the first so many in the order of their ids.
    ///
    /// With `own`, the gaps from there along that route.
    public func shown(
        at now: Moment,
        from own: RoutePosition? = nil,
        along route: Route? = nil,
        atMost accepted: Int = .max
    ) -> [ShownRider] {
        var shown: [ShownRider] = []
        for (id, owner) in self.owners.sorted(by: { $0.key < $1.key }) {
            for number in owner.riders.keys.sorted() {
                guard shown.count < accepted else { return shown }
                let rider = RiderID(owner: id, number: number)
                guard let seen = owner.shown(rider, at: now, from: own, along: route) else {
                    continue
                }
                shown.append(seen)
            }
        }
        return shown
    }

    /// How many `shown` would be, were there no bound, without the cost of where they are.
    func shownCount(at now: Moment) -> Int {
        self.owners.values.reduce(0) { $0 + $1.shownCount(at: now) }
    }

    /// One rider; `nil` when it was not reported, or is gone.
    public func shown(_ rider: RiderID, at now: Moment) -> ShownRider? {
        self.owners[rider.owner]?.shown(rider, at: now, from: nil, along: nil)
    }

    /// The route that an owner rides, and what it calls it; `nil` until it is known.
    public func route(
        of owner: PeerID
    ) -> (name: DisplayName, route: Route, hash: RouteHash)? {
        guard let known = self.owners[owner], let route = known.route, let name = known.routeName,
            let hash = known.routeHash
        else { return nil }
        return (name, route, hash)
    }
}
