import Control

/// `paceline game scores`: who has won how often.
enum GameScoresCommand {
    static let command: Command = Command(
        name: "scores",
        summary: "show the rounds and wins of this session",
        action: { invocation, console throws(CommandFailure) in
            let scores = try invocation.ask(.gameScores)
            if invocation.isJSON { return try console.show(scores) }
            try console.write(
                lines: GameScoresCommand.lines(
                    of: scores,
                    inColour: console.surroundings.hasColours
                )
            )
        }
    )

    static func lines(of scores: JSONValue, inColour: Bool) -> [String] {
        let items = scores["scores"]?.items ?? []
        guard !items.isEmpty else { return ["No round has been finished in this session yet."] }
        let rows = items.map { score -> [TextTable.Cell] in
            let counts = ["rounds", "wins", "forfeits"].map { "\(score[$0]?.integer ?? 0)" }
            let id = ShortID.text(score["peer"]?["id"]?.text ?? "")
            return [.init(score["peer"]?["name"]?.text ?? ""), .init(id)]
                + counts.map { .init($0) }
        }
        let table = TextTable(heads: ["PLAYER", "ID", "ROUNDS", "WINS", "FORFEITS"], rows: rows)
        return table.lines(inColour: inColour)
    }
}
