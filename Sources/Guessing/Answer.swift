/// What a host says to a guess.
///
/// The raw value is the number on the wire.
public enum Answer: UInt64, CaseIterable, Hashable, Sendable {
    /// The guess is the secret.
    case correct = 1
    /// The secret is greater than the guess.
    case greater = 2
    /// The secret is lower than the guess.
    case lower = 3

    /// The only true answer to a guess.
    public init(to guess: UInt32, secret: UInt32) {
        self = guess == secret ? .correct : (guess < secret ? .greater : .lower)
    }

    /// The word in commands and JSON.
    public var word: String {
        switch self {
        case .correct: "correct"
        case .greater: "greater"
        case .lower: "lower"
        }
    }

    /// What people read: the seed's own words.
    public var sentence: String {
        switch self {
        case .correct: "Correct Guess!"
        case .greater: "Give a greater number"
        case .lower: "Give a lower number"
        }
    }
}
