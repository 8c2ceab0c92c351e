import Control

/// `paceline game history`: what happened in the game, in the host's order.
enum GameHistoryCommand {
    static let command: Command = Command(
        name: "history",
        summary: "show what happened in the game, in the host's order",
        details: [
            """
            With --watch what happens next follows, until Ctrl-C, which ends it with status 0; \
            with --json too, every event is then a line.
            """
        ],
        options: [CommandOption(name: "--watch", help: "follow the game until Ctrl-C")],
        action: { invocation, console throws(CommandFailure) in
            if invocation.has("--watch") {
                return try GameHistoryWatch(invocation, console).run()
            }
            let history = try invocation.ask(.gameHistory)
            if invocation.isJSON { return try console.show(history) }
            let lines = GameHistoryCommand.lines(of: history["events"]?.items ?? [])
            try console.write(lines: lines.isEmpty ? ["No game has been played yet."] : lines)
        }
    )

    static func lines(of events: [JSONValue]) -> [String] {
        events.compactMap { $0["line"]?.text }.map(Printable.text)
    }
}
