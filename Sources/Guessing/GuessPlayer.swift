public import Peers

/// Somebody in a game: an identity, and the name that it had then.
public struct GuessPlayer: Hashable, Sendable {
    /// Who.
    public let id: PeerID
    /// The name at the time, as the game's host knew it.
    public let name: DisplayName

    /// Makes a player of an identity and its name at the time.
    public init(id: PeerID, name: DisplayName) {
        self.id = id
        self.name = name
    }
}
