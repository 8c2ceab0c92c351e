/// How far somebody has followed a game, and the hash that stands for all of it.
///
/// Two that hold one game compare them, and so notice a host that told them two stories.
public struct GameHead: Hashable, Sendable {
    /// Which game.
    public let game: GameKey
    /// The number of the event that the hash is of.
    public let number: UInt64
    /// That event's hash.
    public let hash: EventHash
    /// Whether the sender still counts the game's host, in the instance that made it, as here.
    public let isLive: Bool

    /// Makes a head of what its sender holds.
    public init(game: GameKey, number: UInt64, hash: EventHash, isLive: Bool) {
        self.game = game
        self.number = number
        self.hash = hash
        self.isLive = isLive
    }
}
