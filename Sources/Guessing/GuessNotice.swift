import Peers

/// Something in the game that those who follow it on this machine are told as it happens.
public enum GuessNotice: Equatable, Sendable {
    /// The history has a new line.
    case event(HistoryEvent, line: String)
    /// A game was met that had begun before.
    case joinedLate(host: GuessPlayer, guesses: Int, isRunning: Bool)
    /// The game hosted here has ended because a better one runs.
    case gaveWay(toHost: String)
    /// A host has told two stories of one game; the history says so too.
    case twoStories(HistoryEvent, line: String)
    /// The game's reveal was checked; no failures means that everything fits.
    case checked(host: GuessPlayer, failures: [CheckFailure])
    /// A guess that no command waits for any more was refused.
    case guessRefused(String)

    /// What people read.
    public var sentence: String {
        switch self {
        case .event(_, let line), .twoStories(_, let line):
            line
        case .joinedLate(let host, let guesses, let isRunning):
            "\(host.name) has started a game before; "
                + (isRunning ? "it is running" : "it is over")
                + (guesses == 1 ? ", with 1 guess." : ", with \(guesses) guesses.")
        case .gaveWay(let host):
            "Your game has ended, as a game of \(host) goes on."
        case .checked(let host, let failures):
            failures.first.map { "\(host.name) has cheated: \($0.clause)." }
                ?? "Checked: the number and every answer of \(host.name) are true."
        case .guessRefused(let why):
            why
        }
    }
}
