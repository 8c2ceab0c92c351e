import Guessing
import Peers
import SessionEngine

/// Compares the secret-number games of daemons that are joined with each other.
public struct GameChecker: Sendable {
    /// What is wrong, in sentences.
    public private(set) var findings: [String] = []

    public init() {}

    /// Once it is quiet and all are joined, all show the same game.
    mutating func finish(_ lan: SimulatedLAN) {
        guard lan.isComplete else { return }
        let first = lan.engine(0).guess
        var hosts = 0
        for daemon in 0..<lan.configuration.members {
            let game = lan.engine(daemon).guess
            if game.status.role == .host { hosts += 1 }
            self.compare(game, of: daemon, with: first)
        }
        if hosts > 1 { self.findings.append("\(hosts) daemons host a running game") }
        if first.status.phase == .running, hosts == 0 {
            self.findings.append("a game runs that nobody hosts")
        }
    }

    private mutating func compare(_ game: GuessingGame, of daemon: Int, with first: GuessingGame) {
        let (own, other) = (game.status, first.status)
        // Of games that are over, a daemon that came later need not know.
        guard own.phase == .running || other.phase == .running else { return }
        guard own.phase == other.phase, own.host?.id == other.host?.id else {
            let shown = "\(own.phase) of \(own.host?.name.text ?? "nobody")"
            let expected = "\(other.phase) of \(other.host?.name.text ?? "nobody")"
            self.findings.append("daemon \(daemon) shows a game \(shown), daemon 0 \(expected)")
            return
        }
        // Told by the host alone: its events, not what daemons add when the host is gone.
        let (mine, theirs) = (game.history.map(Self.essence), first.history.map(Self.essence))
        guard mine != theirs else { return }
        self.findings.append(
            "daemon \(daemon) shows a history of \(mine.count) lines, daemon 0 one of"
                + " \(theirs.count): \(mine) \(theirs)"
        )
    }

    private static func essence(_ event: HistoryEvent) -> String {
        "\(event.kind) \(event.peer.id.short) \(event.number ?? 0) "
            + (event.answer.map { "\($0)" } ?? "")
    }
}
