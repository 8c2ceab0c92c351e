public import Peers

/// Which game: its id, and what decides between two that run at once.
///
/// The higher ordinal is better, then the lower host; the lower id only decides between two games
/// of one host with one ordinal, which a host that restarted may have made. So the better of any
/// games is the same whatever order they are met in.
public struct GameKey: Hashable, Sendable {
    /// One more than the highest that its host knew when it started the game; from 1.
    public let ordinal: UInt64
    /// Who decides in this game.
    public let host: PeerID
    /// The game's own id.
    public let id: GameID

    /// Names a game; ordinals start at 1.
    public init(ordinal: UInt64, host: PeerID, id: GameID) {
        self.ordinal = ordinal
        self.host = host
        self.id = id
    }

    /// Whether this game is kept when both are met; `false` for one and the same.
    public func beats(_ other: GameKey) -> Bool {
        guard self.ordinal == other.ordinal else { return self.ordinal > other.ordinal }
        return (self.host, self.id) < (other.host, other.id)
    }
}
