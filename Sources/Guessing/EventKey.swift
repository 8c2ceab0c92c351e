/// The keys of an event's map; each means one thing in every kind.
enum EventKey: Int64, CaseIterable {
    case kind = 0
    case game = 1
    case ordinal = 2
    case host = 3
    case number = 4
    case previous = 5
    case wall = 6
    case low = 7
    case high = 8
    case commitment = 9
    case name = 10
    case peer = 11
    case guessed = 12
    case token = 13
    case guessEvent = 14
    case answer = 15
    case reason = 16
    case reveal = 17

    /// The kind's entries beyond the common first seven that may be there.
    static func allowed(in kind: EventKind) -> [EventKey] {
        switch kind {
        case .newGame: [.low, .high, .commitment, .name]
        case .guess: [.name, .peer, .guessed, .token]
        case .answer: [.guessEvent, .answer]
        case .over: [.peer, .reveal]
        case .cancelled: [.guessEvent, .reason, .reveal]
        }
    }
}
