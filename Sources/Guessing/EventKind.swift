/// An event's kind on the wire, and the word for it in JSON.
public enum EventKind: UInt64, CaseIterable, Hashable, Sendable {
    case newGame = 1
    case guess = 2
    case answer = 3
    case over = 4
    case cancelled = 5

    /// The word in JSON.
    public var word: String {
        switch self {
        case .newGame: "newGame"
        case .guess: "guess"
        case .answer: "answer"
        case .over: "over"
        case .cancelled: "cancelled"
        }
    }
}
