/// Why an event can't be the next of a log.
enum LogProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// It belongs to another game, or there is no event at all.
    case otherGame
    /// It is not the next number.
    case notNext(number: UInt64, expected: UInt64)
    /// The hash that it carries is not that of the event before: the host tells another story.
    case chainBroken(number: UInt64)
    /// The rules of the game do not allow it there.
    case againstRules(number: UInt64, Rule)

    enum Rule: Equatable, Sendable {
        case start
        case ended
        case hostGuesses
        case range
        case onePending
        case token
        case noSuchGuess
        case over
        case full
    }

    var description: String {
        switch self {
        case .otherGame:
            "A log of the game holds nothing, or events of two games."
        case .notNext(let number, let expected):
            "Event \(number) of the game comes where event \(expected) must."
        case .chainBroken(let number):
            "Event \(number) of the game does not carry the hash of the one before."
        case .againstRules(let number, let rule):
            "Event \(number) of the game is against the rules: \(rule.clause)."
        }
    }
}

extension LogProblem.Rule {
    fileprivate var clause: String {
        switch self {
        case .start: "newGame is event 0, and only that"
        case .ended: "the game has ended"
        case .hostGuesses: "the host does not guess"
        case .range: "the number is not in the range"
        case .onePending: "the guesser has a guess waiting"
        case .token: "the guess was numbered before"
        case .noSuchGuess: "no such guess waits"
        case .over: "over follows a correct answer, and only over does, with its guesser"
        case .full: "a log has at most \(GuessLimits.logEventsMaximum) events"
        }
    }
}
