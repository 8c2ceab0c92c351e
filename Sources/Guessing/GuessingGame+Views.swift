import Peers

extension GuessingGame {
    /// How the game stands.
    public var status: GuessStatus {
        guard let round else {
            return GuessStatus(
                phase: .none,
                host: nil,
                role: .none,
                range: .standard,
                pending: [],
                guesses: 0,
                winner: nil
            )
        }
        let log = round.log
        let isRunning = round.isRunning
        return GuessStatus(
            phase: isRunning ? .running : .none,
            host: log.host,
            role: isRunning ? (self.isHost ? .host : .guesser) : .none,
            range: log.range,
            pending: isRunning
                ? log.waiting.map { GuessStatus.Pending(peer: $0.guesser, number: $0.number) } : [],
            guesses: log.guesses,
            winner: round.hasTwoStories ? nil : self.winner(of: log)
        )
    }

    /// The shown game's history, oldest first; empty before the first game.
    public var history: [HistoryEvent] { self.round?.history ?? [] }

    /// The history as it reads on this machine.
    public var historyLines: [String] { self.history.map { $0.line(for: self.me) } }

    /// The scores of everybody seen in a verified game, most wins first.
    public var scores: [PlayerScore] { self.scoreboard.ranking }

    /// This daemon's guess that the host has not numbered yet.
    public var unconfirmedGuess: UInt32? {
        self.outgoing.flatMap { $0.isNumbered ? nil : $0.number }
    }

    /// Whether a game runs that this daemon takes part in, as everybody in the session does.
    public var isPlaying: Bool { self.round?.isRunning == true }

    /// Why changing the name now needs to be forced; `nil` when it does not.
    public var renameRefusal: String? {
        guard let round, round.isRunning else { return nil }
        let game =
            self.isHost
            ? "The game that you have started" : "The game that \(round.log.host.name) has started"
        return "\(game) is running, and its history would show you under two names."
            + " Wait for its end, or use --force."
    }

    private func winner(of log: GameLog) -> GuessPlayer? {
        guard case .over(let winner, _) = log.end?.content else { return nil }
        return log.players.first { $0.id == winner }
    }

    /// What a peer is called: as a member, or else by its id.
    func called(_ peer: PeerID) -> String { self.members[peer]?.text ?? peer.short }
}
