public import Peers

/// How a link ended, as far as the link itself knows.
public enum LinkEnd: Equatable, Sendable {
    /// The peer said goodbye.
    case goodbye(Goodbye)
    /// Nothing was heard for 8 s.
    case silent
    /// This daemon closes it with this reason; `detail` says what was wrong.
    case closedHere(GoodbyeReason, detail: String)
}
