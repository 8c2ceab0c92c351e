public import Peers

/// What a person asked the game for, on this machine.
public enum GuessCommand: Equatable, Sendable {
    /// Starts a game with the secret as it was typed.
    ///
    /// The id (16 bytes) and the salt (32 bytes) come from the system's generator. With `auto` this
    /// daemon answers by itself.
    case newGame(
        secret: String,
        auto: Bool,
        low: UInt32,
        high: UInt32,
        gameID: [UInt8],
        salt: [UInt8]
    )
    /// Guesses, with the number as it was typed.
    case guess(text: String)
    /// Answers the oldest waiting guess, or that of a peer.
    case answer(Answer, to: PeerID?)
    /// Ends one's own game, or takes one's own waiting guess back.
    case cancel
}
