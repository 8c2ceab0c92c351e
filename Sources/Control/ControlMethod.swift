/// Everything that a client can ask of a daemon, with the params that it takes.
///
/// The one list for both sides: the server refuses by it what the handler need not look at.
public enum ControlMethod: String, Sendable, CaseIterable {
    case version
    case status
    case peers
    case name
    case visible
    case connect
    case disconnect
    case block
    case allow
    case identityShow = "identity.show"
    case identityExport = "identity.export"
    case identityImport = "identity.import"
    case identityReset = "identity.reset"
    case gameNew = "game.new"
    case gameGuess = "game.guess"
    case gameAnswer = "game.answer"
    case gameCancel = "game.cancel"
    case gameStatus = "game.status"
    case gameHistory = "game.history"
    case gameScores = "game.scores"
    case subscribe
    case unsubscribe
    case web

    /// The params, by name; any other is refused.
    public var parameters: [ControlParameter] {
        switch self {
        case .version, .status, .peers, .identityShow, .identityExport, .identityReset,
            .gameCancel, .gameStatus, .gameHistory, .gameScores, .unsubscribe, .web:
            []
        case .name: [.required("name", .text), .optional("force", .flag)]
        case .visible: [.required("on", .flag)]
        case .connect, .block, .allow: [.required("peer", .text)]
        case .disconnect: [.optional("peer", .text)]
        case .identityImport: [.required("pem", .text)]
        case .gameNew:
            [
                .required("secret", .text), .optional("auto", .flag), .optional("low", .text),
                .optional("high", .text),
            ]
        case .gameGuess: [.required("number", .text)]
        case .gameAnswer: [.required("answer", .text), .optional("to", .text)]
        case .subscribe: [.optional("topics", .texts)]
        }
    }
}
