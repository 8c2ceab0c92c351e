import Control

/// `paceline game status`: how the game stands.
enum GameStatusCommand {
    static let command: Command = Command(
        name: "status",
        summary: "show how the game stands",
        action: { invocation, console throws(CommandFailure) in
            let status = try invocation.ask(.gameStatus)
            if invocation.isJSON { return try console.show(status) }
            for sentence in GameStatusCommand.sentences(of: GameView(status)) {
                try console.say(sentence)
            }
        }
    )

    /// The game in words.
    static func sentences(of game: GameView) -> [String] {
        guard game.isRunning else {
            let last = game.winner.map { " \($0) won the last one." } ?? ""
            return ["No game is running.\(last)"]
        }
        let range = "between \(game.low) and \(game.high)"
        let guesses = game.guesses == 1 ? "1 guess" : "\(game.guesses) guesses"
        let host = game.role == .host ? "You host" : "\(game.host) hosts"
        let auto = game.isAuto ? " The daemon answers." : ""
        return ["\(host) a game \(range); \(guesses) so far.\(auto)"]
            + game.pending.map { "\($0.name) guessed \($0.number) and waits for the answer." }
    }
}
