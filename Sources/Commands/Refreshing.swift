/// When to ask the daemon anew for what is watched.
///
/// Events that come before the answer cost one more question, not many.
public struct Refreshing: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case idle
        case asking
        /// Something has happened since the question.
        case askingInVain
    }

    private var state = State.idle

    public init() {}

    /// Something has changed; whether to ask now.
    public mutating func wanted() -> Bool {
        switch self.state {
        case .idle:
            self.state = .asking
            return true
        case .asking, .askingInVain:
            self.state = .askingInVain
            return false
        }
    }

    /// The answer has come; whether to ask once more.
    public mutating func answered() -> Bool {
        defer { self.state = .idle }
        return self.state == .askingInVain
    }
}
