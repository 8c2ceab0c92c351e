import Activities
import Cycling
import Determinism
import Links
import Peers

// The ride among the activities.
extension ReplicaTable {
    mutating func commanded(
        _ command: RideCommand,
        _ token: CommandToken,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        guard self.ride != nil else {
            return [.reply(token, .refused("This daemon does not take part in the ride."))]
        }
        return self.takeRide(.command(command, token), at: now, wall: wall)
    }

    /// A state of the state lane: the game has none.
    mutating func received(
        _ state: StateMessage,
        from peer: PeerID,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.takeRide(
            .state(from: peer, key: state.key.key, version: state.version, body: state.body),
            at: now,
            wall: wall
        )
    }

    mutating func received(
        _ removal: StateRemoval,
        from peer: PeerID,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        self.takeRide(
            .removal(from: peer, key: removal.key.key, version: removal.version),
            at: now,
            wall: wall
        )
    }

    /// Whether an activity of that number keeps states.
    func hasStates(_ activity: UInt64) -> Bool {
        ActivityKind(rawValue: activity) == .ride && self.ride != nil
    }

    mutating func takeRide(
        _ input: SharedRideInput,
        at now: Moment,
        wall: WallTime
    ) -> [Effect] {
        let effects = self.ride?.handle(input, at: now, wall: wall) ?? []
        return effects.map { effect in
            switch effect {
            case .broadcast(let body): .broadcast(.ride, body)
            case .sendSnapshot(let body, let version, let peer):
                .snapshot(.ride, body, version: version, to: peer)
            case .sendState(let key, let version, let body, let peer):
                .state(
                    StateMessage(key: Self.key(key), version: version, body: body),
                    to: peer
                )
            case .sendRemoval(let key, let version):
                .removal(StateRemoval(key: Self.key(key), version: version))
            case .reply(let token, .done(let sentence)): .reply(token, .done(sentence))
            case .reply(let token, .refused(let sentence)): .reply(token, .refused(sentence))
            case .tell(let notice): .tell(.ride(notice))
            case .remember(let settings): .rememberRide(settings)
            case .violation(let peer, let why): .violation(peer, why)
            }
        }
    }

    private static func key(_ rider: UInt64) -> StateKey {
        StateKey(activity: ActivityKind.ride.rawValue, key: rider)
    }
}
