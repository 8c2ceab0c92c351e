/// What the one who gave a command is told, in full sentences.
public enum RideReply: Equatable, Sendable {
    /// It was done.
    case done(String)
    /// It can't be done, and why.
    case refused(String)
}
