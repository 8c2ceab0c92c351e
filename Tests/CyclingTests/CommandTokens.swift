import Activities

/// Who asks in tests.
enum CommandTokens {
    static let one = CommandToken(1)
}
