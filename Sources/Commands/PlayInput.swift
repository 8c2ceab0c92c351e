/// What a line typed at the prompt means.
enum PlayInput: Equatable, Sendable {
    case nothing
    /// Digits, or what was meant to be some; the daemon judges them.
    case number(String)
    /// `correct`, `greater` or `lower`.
    case answer(String)
    case cancel
    case history
    case scores
    case peers
    case status
    case help
    case leave
    case unknown(String)

    private static let words: [String: PlayInput] = [
        "c": .answer("correct"), "correct": .answer("correct"),
        "g": .answer("greater"), "greater": .answer("greater"),
        "l": .answer("lower"), "lower": .answer("lower"),
        "cancel": .cancel, "history": .history, "scores": .scores, "peers": .peers,
        "status": .status, "help": .help, "?": .help, "quit": .leave, "exit": .leave,
    ]

    /// What can be typed, a line each.
    static let helpLines = [
        "A number guesses, or starts a game when none runs.",
        "c, g or l answers the guess in the prompt: correct, greater or lower.",
        "cancel ends your game; history, status, scores and peers show what their names say.",
        "Ctrl-C throws the line away; Ctrl-D or quit leaves.",
    ]

    init(_ line: String) {
        let text = String(
            line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        )
        if text.isEmpty {
            self = .nothing
        } else if let word = Self.words[text.lowercased()] {
            self = word
        } else if text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
            self = .number(text)
        } else {
            self = .unknown(text)
        }
    }
}
