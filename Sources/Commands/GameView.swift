import Control

/// The daemon's `game.status`, as the companion uses it.
struct GameView: Equatable {
    /// What this machine is in the game.
    enum Role: Equatable {
        case host
        case guesser
        case none
    }

    /// A guess that the host has not answered.
    struct Pending: Equatable {
        let name: String
        let id: String
        let number: Int64
    }

    let isRunning: Bool
    let role: Role
    let host: String
    let low: Int64
    let high: Int64
    /// Oldest first.
    let pending: [Pending]
    let guesses: Int64
    let winner: String?
    let isAuto: Bool

    init(_ status: JSONValue) {
        self.isRunning = status["phase"]?.text == "running"
        self.role =
            switch status["role"]?.text {
            case "host": .host
            case "guesser": .guesser
            default: .none
            }
        self.host = Self.name(of: status["host"])
        self.low = status["low"]?.integer ?? 1
        self.high = status["high"]?.integer ?? 100
        self.pending = (status["pending"]?.items ?? []).map { guess in
            Pending(
                name: Self.name(of: guess["peer"]),
                id: guess["peer"]?["id"]?.text ?? "",
                number: guess["number"]?.integer ?? 0
            )
        }
        self.guesses = status["guesses"]?.integer ?? 0
        self.winner = status["winner"]?["name"]?.text
        self.isAuto = status["auto"]?.flag ?? false
    }

    private static func name(of peer: JSONValue?) -> String {
        peer?["name"]?.text ?? ShortID.text(peer?["id"]?.text ?? "")
    }
}
