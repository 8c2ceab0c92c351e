/// The keys of a message's map; each means one thing in every kind.
enum MessageKey: Int64, CaseIterable {
    case kind = 0
    case event = 1
    case game = 2
    case ordinal = 3
    case host = 4
    case token = 5
    case guessed = 6
    case reason = 7
    case number = 8
    case hash = 9
    case isLive = 10
    case events = 11

    /// Exactly the entries that a kind has beside key 0.
    static func entries(of kind: GuessMessage.Kind) -> [MessageKey] {
        switch kind {
        case .event: [.event]
        case .guess: [.game, .token, .guessed]
        case .withdraw: [.game, .token]
        case .refused: [.game, .token, .reason]
        case .head: [.game, .ordinal, .host, .number, .hash, .isLive]
        case .superseded: [.game, .ordinal, .host]
        case .snapshot: [.events]
        }
    }
}
