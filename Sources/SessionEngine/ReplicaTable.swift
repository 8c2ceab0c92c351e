import Activities
import Cycling
import Determinism
import Guessing
import Links
import Peers

/// This daemon's copies of the shared activities: one stored property each, no registry.
struct ReplicaTable: Equatable, Sendable {
    /// What an activity asks of the session.
    enum Effect: Equatable, Sendable {
        case send(ActivityKind, [UInt8], to: PeerID)
        case broadcast(ActivityKind, [UInt8])
        case snapshot(ActivityKind, [UInt8], version: UInt64, to: PeerID)
        /// A state of the state lane; to everybody who takes part, or to one alone.
        case state(StateMessage, to: PeerID?)
        case removal(StateRemoval)
        case reply(CommandToken, SessionReply)
        case tell(SessionNotice)
        case rememberRide(RideSettings)
        /// The peer's body is not what the activity's protocol allows.
        case violation(PeerID, String)
    }

    private(set) var guess: GuessingGame
    /// `nil` for a daemon that does not ride.
    var ride: SharedRide?

    init(me: PeerID, name: DisplayName, ride: RideSetup?) {
        self.guess = GuessingGame(me: me, name: name)
        self.ride = ride.map { SharedRide(me: me, name: name, $0) }
    }

    var nextDeadline: Moment? {
        Moment.earliest(self.guess.nextDeadline, self.ride?.nextDeadline)
    }

    /// Why the name should not change now, or `nil`.
    var renameRefusal: String? { self.guess.renameRefusal }

    /// Whether an activity of that number has a replica here.
    func knows(_ activity: UInt64) -> Bool {
        switch ActivityKind(rawValue: activity) {
        case .guess: true
        case .ride: self.ride != nil
        case nil: false
        }
    }

    // MARK: What every activity hears

    mutating func joined(
        _ peer: PeerID,
        _ name: DisplayName,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.take(.joined(peer, name), at: now, wall: wall)
            + self.takeRide(.joined(peer, name), at: now, wall: wall)
    }

    /// An elected link begins: whoever has the authority sends a snapshot.
    mutating func linkBegan(_ peer: PeerID, at now: Moment, wall: WallTime) -> [Effect] {
        ActivityKind.allCases.flatMap { self.linkBegan(peer, in: $0, at: now, wall: wall) }
    }

    /// The same in one activity alone, of which a member wants to hear from now on.
    mutating func linkBegan(
        _ peer: PeerID,
        in kind: ActivityKind,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        switch kind {
        case .guess: self.take(.linkBegan(peer), at: now, wall: wall)
        case .ride: self.takeRide(.linkBegan(peer), at: now, wall: wall)
        }
    }

    mutating func left(
        _ peer: PeerID,
        _ cause: LeaveCause,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.take(.left(peer, cause), at: now, wall: wall)
            + self.takeRide(.left(peer, cause), at: now, wall: wall)
    }

    mutating func renamed(
        _ peer: PeerID,
        _ name: DisplayName,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.take(.renamed(peer, name), at: now, wall: wall)
            + self.takeRide(.renamed(peer, name), at: now, wall: wall)
    }

    mutating func timerFired(at now: Moment, wall: WallTime) -> [Effect] {
        var effects: [Effect] = []
        if let deadline = self.guess.nextDeadline, deadline <= now {
            effects += self.take(.timerFired, at: now, wall: wall)
        }
        if let deadline = self.ride?.nextDeadline, deadline <= now {
            effects += self.takeRide(.timerFired, at: now, wall: wall)
        }
        return effects
    }

    /// The daemon stops cleanly: what others need to go on is said now.
    mutating func quit(at now: Moment, wall: WallTime) -> [Effect] {
        // The riders go with the goodbye.
        self.take(.quitting, at: now, wall: wall)
    }

    // MARK: What one activity hears

    mutating func received(
        _ message: ActivityMessage,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        switch ActivityKind(rawValue: message.activity) {
        case .guess:
            self.take(.message(from: message.origin, body: message.body), at: now, wall: wall)
        case .ride:
            self.takeRide(.message(from: message.origin, body: message.body), at: now, wall: wall)
        case nil: []
        }
    }

    mutating func snapshotReceived(
        _ snapshot: SnapshotAssembler.Snapshot,
        from peer: PeerID,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        switch ActivityKind(rawValue: snapshot.activity) {
        case .guess: self.take(.snapshot(from: peer, body: snapshot.body), at: now, wall: wall)
        case .ride: self.takeRide(.snapshot(from: peer, body: snapshot.body), at: now, wall: wall)
        case nil: []
        }
    }

    mutating func commanded(
        _ command: GuessCommand,
        _ token: CommandToken,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.take(.command(command, token), at: now, wall: wall)
    }

    private mutating func take(
        _ input: GuessInput,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.guess.handle(input, at: now, wall: wall).map { effect in
            switch effect {
            case .send(let body, let peer): .send(.guess, body, to: peer)
            case .broadcast(let body): .broadcast(.guess, body)
            case .sendSnapshot(let body, let version, let peer):
                .snapshot(.guess, body, version: version, to: peer)
            case .reply(let token, .done(let sentence, let warning)):
                .reply(token, .done(sentence, warning: warning))
            case .reply(let token, .refused(let sentence)):
                .reply(token, .refused(sentence))
            case .tell(let notice): .tell(.guess(notice))
            case .violation(let peer, let what): .violation(peer, what)
            }
        }
    }
}
