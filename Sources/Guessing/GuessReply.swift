/// What the one who gave a command is told.
public enum GuessReply: Equatable, Sendable {
    /// It was done; the warning, where there is one, is a second sentence.
    case done(String, warning: String? = nil)
    /// The rules of the game do not allow it, and why.
    case refused(String)
}
