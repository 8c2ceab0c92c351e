/// What a host's reveal shows to be untrue.
public enum CheckFailure: Hashable, Sendable {
    /// The secret and salt are not what the host promised at the start.
    case commitment
    /// The secret lies outside of the game's range.
    case outOfRange(secret: UInt32, GameRange)
    /// The answer with this event number was not true.
    case answer(event: UInt64, guess: UInt32, answer: Answer, truth: Answer)

    /// A clause that completes "ada has cheated: …".
    public var clause: String {
        switch self {
        case .commitment:
            "the number is not the one that was promised at the start"
        case .outOfRange(let secret, let range):
            "the number \(secret) is not from \(range.low) to \(range.high)"
        case .answer(_, let guess, let answer, let truth):
            "to \(guess) the answer was “\(answer.sentence)”, the truth “\(truth.sentence)”"
        }
    }
}
