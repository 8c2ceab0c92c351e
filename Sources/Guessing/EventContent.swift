public import Peers

/// What happened in a game: the part of an event that differs by kind.
public enum EventContent: Hashable, Sendable {
    /// The game begins; always event 0.
    case newGame(range: GameRange, commitment: Commitment, hostName: DisplayName)
    /// Somebody guessed; the token is the guesser's own, so that a resend is known as one.
    case guess(guesser: GuessPlayer, number: UInt32, token: UInt64)
    /// The host answered the guess with this event number.
    case answer(guess: UInt64, answer: Answer)
    /// Somebody has won; follows a correct answer and nothing else.
    case over(winner: PeerID, reveal: Reveal?)
    /// The guess with this event number was taken back before it was answered.
    case withdrawn(guess: UInt64)
    /// The game ends without a winner.
    case cancelled(CancelReason, reveal: Reveal?)

    /// Whether nothing may come after it.
    public var endsGame: Bool {
        switch self {
        case .over, .cancelled: true
        case .newGame, .guess, .answer, .withdrawn: false
        }
    }

    /// What the host revealed with it.
    public var reveal: Reveal? {
        switch self {
        case .over(_, let reveal), .cancelled(_, let reveal): reveal
        case .newGame, .guess, .answer, .withdrawn: nil
        }
    }
}
