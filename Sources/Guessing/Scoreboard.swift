import Peers

/// The rounds and wins of each player that this daemon has seen, each game counted once.
///
/// A verified `over` is a round for the host and for each guesser, and a win for the winner. A
/// failed check or two stories are a round and a forfeit for the host, and nothing for anybody
/// else.
struct Scoreboard: Equatable, Sendable {
    /// What a game counted for.
    enum Result: Equatable, Sendable {
        case played(players: [GuessPlayer], winner: PeerID)
        case forfeited(host: GuessPlayer)
    }

    private var scores: [PeerID: PlayerScore] = [:]
    /// The last games, so that none counts twice and a later proof of cheating can take back.
    private var games: [(id: GameID, result: Result)] = []

    /// As many games as players: what is older is settled.
    private static let gamesMaximum = 256

    static func == (left: Scoreboard, right: Scoreboard) -> Bool {
        left.scores == right.scores && left.games.map(\.id) == right.games.map(\.id)
            && left.games.map(\.result) == right.games.map(\.result)
    }

    /// The players, most wins first, then fewest rounds, then by id.
    var ranking: [PlayerScore] {
        self.scores.values.sorted { left, right in
            if left.wins != right.wins { return left.wins > right.wins }
            if left.rounds != right.rounds { return left.rounds < right.rounds }
            return left.id < right.id
        }
    }

    /// Counts a game once; a forfeit takes back what the game counted for before.
    mutating func record(_ result: Result, game: GameID) {
        if let index = self.games.firstIndex(where: { $0.id == game }) {
            guard case .forfeited = result, case .played = self.games[index].result else { return }
            self.count(self.games[index].result, isTakenBack: true)
            self.games.remove(at: index)
        }
        self.count(result, isTakenBack: false)
        self.games.append((game, result))
        if self.games.count > Self.gamesMaximum { self.games.removeFirst() }
    }

    /// Takes a player's newer name.
    mutating func rename(_ player: PeerID, to name: DisplayName) {
        self.scores[player]?.name = name
    }

    private mutating func count(_ result: Result, isTakenBack: Bool) {
        switch result {
        case .played(let players, let winner):
            for player in players {
                self.change(player, isTakenBack: isTakenBack) { score, step in
                    score.rounds = step(score.rounds)
                    if player.id == winner { score.wins = step(score.wins) }
                }
            }
        case .forfeited(let host):
            self.change(host, isTakenBack: isTakenBack) { score, step in
                score.rounds = step(score.rounds)
                score.forfeits = step(score.forfeits)
            }
        }
    }

    private mutating func change(
        _ player: GuessPlayer,
        isTakenBack: Bool,
        _ body: (inout PlayerScore, (UInt64) -> UInt64) -> Void
    ) {
        let known = self.scores[player.id]
        // Somebody who was pushed off the board in between has nothing to give back.
        guard known != nil || !isTakenBack else { return }
        var score = known ?? PlayerScore(id: player.id, name: player.name)
        if !isTakenBack { score.name = player.name }
        body(&score) { isTakenBack ? $0 - min($0, 1) : $0 + 1 }
        self.scores[player.id] = score
        self.makeRoom(keeping: player.id)
    }

    private mutating func makeRoom(keeping newest: PeerID) {
        guard self.scores.count > GuessLimits.playersMaximum else { return }
        let least = self.scores.values.filter { $0.id != newest }
            .min { ($0.wins, $0.rounds, $0.id) < ($1.wins, $1.rounds, $1.id) }
        if let least { self.scores[least.id] = nil }
    }
}
