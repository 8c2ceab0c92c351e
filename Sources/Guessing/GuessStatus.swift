/// How the game stands on this machine.
public struct GuessStatus: Equatable, Sendable {
    /// Whether a game runs.
    public enum Phase: Hashable, Sendable {
        case none
        case running
    }

    /// What this daemon is in the running game.
    public enum Role: Hashable, Sendable {
        case host
        case guesser
        case none
    }

    /// A guess that waits for its answer.
    public struct Pending: Hashable, Sendable {
        /// Who guessed.
        public let peer: GuessPlayer
        /// The number guessed.
        public let number: UInt32

        /// Makes a waiting guess.
        public init(peer: GuessPlayer, number: UInt32) {
            self.peer = peer
            self.number = number
        }
    }

    /// Whether a game runs.
    public let phase: Phase
    /// The host of the running game, or of the last one; `nil` before the first.
    public let host: GuessPlayer?
    /// What this daemon is in it.
    public let role: Role
    /// The range of that game; the standard one before the first.
    public let range: GameRange
    /// The waiting guesses, oldest first.
    public let pending: [Pending]
    /// How many guesses that game has had.
    public let guesses: Int
    /// Who has won it.
    public let winner: GuessPlayer?
}
