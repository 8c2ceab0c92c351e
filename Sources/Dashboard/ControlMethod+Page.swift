import Control

extension ControlMethod {
    /// Whether the page may call it: what it shows, and the game.
    ///
    /// Less than the control socket on purpose. Whatever goes wrong in a browser must not reach the
    /// identity or the list of blocked peers.
    var isForPage: Bool {
        switch self {
        case .version, .status, .peers, .gameNew, .gameGuess, .gameAnswer, .gameCancel,
            .gameStatus, .gameHistory, .gameScores:
            true
        case .name, .visible, .connect, .disconnect, .block, .allow, .identityShow,
            .identityExport, .identityImport, .identityReset, .subscribe, .unsubscribe, .web:
            false
        }
    }
}
