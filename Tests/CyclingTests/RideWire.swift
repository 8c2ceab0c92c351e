import Determinism
import Peers
import Routes
import Testing
import Wire

@testable import Cycling

/// Replicas of the ride, and a wire between them: what one says the others hear, in order, in no
/// time, snapshots last.
struct RideWire {
    /// Something on its way to one of them.
    private struct Parcel {
        let to: PeerID
        let input: SharedRideInput
    }

    private(set) var rides: [PeerID: SharedRide] = [:]
    private(set) var now = Moment.zero
    /// All that each asked for, in order.
    private(set) var effects: [PeerID: [SharedRideEffect]] = [:]
    private var setups: [PeerID: RideSetup] = [:]
    private var links: Set<Set<PeerID>> = []
    private var soon: [Parcel] = []
    private var later: [Parcel] = []
    private static let token = CommandTokens.one

    /// Replicas of those peers, joined with each other, each with so many simulants.
    init(
        _ peers: PeerID...,
        simulants: Int = 0,
        dice: DiceMode = .tutorial,
        on route: Route? = nil
    ) throws {
        for peer in peers { try self.add(peer, simulants: simulants, dice: dice, on: route) }
        for (index, one) in peers.enumerated() {
            for two in peers[..<index] { self.join(one, two) }
        }
    }

    static func name(_ peer: PeerID) -> DisplayName { Samples.name("peer \(peer.bytes[0])") }

    subscript(peer: PeerID) -> SharedRide {
        guard let ride = self.rides[peer] else { preconditionFailure("\(peer) has no ride") }
        return ride
    }

    // MARK: Who is there

    /// A replica that is joined with nobody yet.
    mutating func add(
        _ peer: PeerID,
        simulants: Int = 0,
        dice: DiceMode = .tutorial,
        on route: Route? = nil
    ) throws {
        self.setups[peer] = try RideSetup(
            route: RideRoute(name: Samples.name("round"), route ?? Samples.square()),
            seed: UInt64(peer.bytes[0]),
            simulants: simulants,
            settings: RideSettings(dice: dice)
        )
        self.start(peer)
    }

    /// Begins a replica, or begins it again as after a restart.
    mutating func start(_ peer: PeerID) {
        guard let setup = self.setups[peer] else { preconditionFailure("\(peer) has no setup") }
        self.rides[peer] = SharedRide(me: peer, name: Self.name(peer), setup)
    }

    mutating func join(_ one: PeerID, _ two: PeerID) {
        self.give(.joined(two, Self.name(two)), to: one)
        self.give(.joined(one, Self.name(one)), to: two)
        self.link(one, two)
    }

    /// A link begins; the two are members already.
    mutating func link(_ one: PeerID, _ two: PeerID) {
        self.links.insert([one, two])
        self.give(.linkBegan(two), to: one)
        self.give(.linkBegan(one), to: two)
    }

    /// The link falls, of which replicas hear nothing.
    mutating func fall(_ one: PeerID, _ two: PeerID) { self.links.remove([one, two]) }

    /// All others see a peer leave.
    mutating func leave(_ peer: PeerID, _ cause: LeaveCause) {
        self.links = self.links.filter { !$0.contains(peer) }
        for other in self.rides.keys.sorted() where other != peer {
            self.give(.left(peer, cause), to: other)
        }
    }

    // MARK: What happens

    @discardableResult
    mutating func command(_ command: RideCommand, at peer: PeerID) -> RideReply? {
        for case .reply(_, let reply) in self.give(.command(command, Self.token), to: peer) {
            return reply
        }
        return nil
    }

    /// Gives a replica something now, and all others what follows; returns its own effects.
    @discardableResult
    mutating func give(_ input: SharedRideInput, to peer: PeerID) -> [SharedRideEffect] {
        let effects = self.take(input, peer)
        while let parcel = self.next() { _ = self.take(parcel.input, parcel.to) }
        return effects
    }

    /// Lets time pass, with each replica's timer.
    mutating func run(seconds: Double) {
        let end = self.now + .seconds(seconds)
        while let (due, peer) = self.nextDue(until: end) {
            self.now = max(self.now, due)
            self.give(.timerFired, to: peer)
        }
        self.now = end
    }

    private func nextDue(until end: Moment) -> (Moment, PeerID)? {
        self.rides.keys.sorted().compactMap { peer -> (Moment, PeerID)? in
            guard let due = self[peer].nextDeadline, due <= end else { return nil }
            return (due, peer)
        }
        .min { $0.0 < $1.0 }
    }

    private mutating func next() -> Parcel? {
        if !self.soon.isEmpty { return self.soon.removeFirst() }
        return self.later.isEmpty ? nil : self.later.removeFirst()
    }

    private mutating func take(_ input: SharedRideInput, _ peer: PeerID) -> [SharedRideEffect] {
        let wall = Samples.wall.advanced(by: self.now.sinceStart)
        let effects = self.rides[peer]?.handle(input, at: self.now, wall: wall) ?? []
        self.effects[peer, default: []] += effects
        for effect in effects { self.send(effect, from: peer) }
        return effects
    }

    private mutating func send(_ effect: SharedRideEffect, from peer: PeerID) {
        let linked = self.rides.keys.sorted().filter { self.links.contains([peer, $0]) }
        switch effect {
        case .broadcast(let body):
            self.soon += linked.map { Parcel(to: $0, input: .message(from: peer, body: body)) }
        case .sendSnapshot(let body, _, let other):
            guard linked.contains(other) else { return }
            self.later.append(Parcel(to: other, input: .snapshot(from: peer, body: body)))
        case .sendState(let key, let version, let body, let other):
            self.soon += linked.filter { other == nil || other == $0 }.map {
                Parcel(
                    to: $0,
                    input: .state(from: peer, key: key, version: version, body: body)
                )
            }
        case .sendRemoval(let key, let version):
            self.soon += linked.map {
                Parcel(to: $0, input: .removal(from: peer, key: key, version: version))
            }
        case .violation(let culprit, let why):
            Issue.record("\(peer) accuses \(culprit): \(why)")
        case .reply, .tell, .remember: break
        }
    }

    // MARK: What is seen

    mutating func forgetEffects() { self.effects = [:] }

    /// What people at a peer were told, without the log.
    func notices(at peer: PeerID) -> [RideNotice] {
        (self.effects[peer] ?? []).compactMap { effect in
            switch effect {
            case .tell(.logged): nil
            case .tell(let notice): notice
            case .broadcast, .sendSnapshot, .sendState, .sendRemoval, .reply, .remember,
                .violation:
                nil
            }
        }
    }

    /// Others' riders as a peer shows them, by id.
    func shown(at peer: PeerID) -> [RiderID: SeenRider] {
        let others = self[peer].riders(at: self.now).filter { !$0.isOwn }
        return Dictionary(uniqueKeysWithValues: others.map { ($0.rider.id, $0) })
    }

    /// All messages that a peer sent to all.
    func broadcasts(of peer: PeerID) -> [RideMessage] {
        (self.effects[peer] ?? []).compactMap { effect in
            if case .broadcast(let body) = effect { Self.message(body) } else { nil }
        }
    }

    static func message(_ body: [UInt8]) -> RideMessage {
        do {
            return try RideMessage.decode(body)
        } catch {
            preconditionFailure("A replica said what can't be read: \(error)")
        }
    }
}

extension [SharedRideEffect] {
    /// The bytes of all that leaves the machine.
    var leaving: [[UInt8]] {
        self.compactMap { effect in
            switch effect {
            case .broadcast(let body), .sendSnapshot(let body, _, _),
                .sendState(_, _, let body, _):
                body
            case .sendRemoval, .reply, .tell, .remember, .violation: nil
            }
        }
    }

    /// The numbers of the riders whose states leave.
    var states: [UInt64] {
        self.compactMap { if case .sendState(let key, _, _, _) = $0 { key } else { nil } }
    }

    var removals: [UInt64] {
        self.compactMap { if case .sendRemoval(let key, _) = $0 { key } else { nil } }
    }

    var snapshots: [RideMessage] {
        self.compactMap { effect in
            if case .sendSnapshot(let body, _, _) = effect { RideWire.message(body) } else { nil }
        }
    }

    var remembered: [RideSettings] {
        self.compactMap { if case .remember(let settings) = $0 { settings } else { nil } }
    }
}
