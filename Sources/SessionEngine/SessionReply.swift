/// The answer to a command, once it is known.
public enum SessionReply: Equatable, Sendable {
    /// It is done; a sentence, and a warning where there is one.
    case done(String, warning: String?)
    /// The rules or the daemon refuse it; a sentence that says why.
    case refused(String)

    /// Done, with nothing to warn of.
    public static func done(_ sentence: String) -> SessionReply { .done(sentence, warning: nil) }
}
