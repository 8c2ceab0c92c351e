/// A kind of shared thing to do.
///
/// The raw value is its number on the wire. An activity that a peer does not know is ignored and
/// counted, so the list may grow.
public enum ActivityKind: UInt64, CaseIterable, Hashable, Sendable {
    /// The secret-number game: one host orders, the others follow.
    case guess = 1
    /// The ride: each owns its riders, and the latest report of each wins.
    case ride = 2
}

extension ActivityKind {
    /// The name in commands, JSON and adverts.
    public var word: String {
        switch self {
        case .guess: "guess"
        case .ride: "ride"
        }
    }
}
