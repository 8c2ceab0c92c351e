public import Peers

/// What a player has done since this daemon started.
public struct PlayerScore: Equatable, Sendable {
    /// Who.
    public let id: PeerID
    /// The last name known.
    public internal(set) var name: DisplayName
    /// Verified games that the player hosted or guessed in, and those forfeited as host.
    public internal(set) var rounds: UInt64 = 0
    /// Verified games that the player won.
    public internal(set) var wins: UInt64 = 0
    /// Games that the player hosted and lost by a failed check or two stories.
    public internal(set) var forfeits: UInt64 = 0
}
