import Control

/// `paceline game`: the secret-number game, a verb at a time.
enum GameCommand {
    static let command: Command = Command(
        name: "game",
        summary: "play the secret-number game",
        details: [
            """
            One player, the host, thinks of a number; the others guess it, and the host answers \
            each guess. `paceline play` is the same at a prompt.
            """
        ],
        examples: [
            .init(line: "paceline game new 42", meaning: "start, with the secret 42"),
            .init(line: "paceline game guess 50", meaning: "guess"),
            .init(line: "paceline game answer lower", meaning: "answer the oldest guess"),
        ],
        subcommands: [
            GameCommand.new, GameCommand.guess, GameCommand.answer, GameCommand.cancel,
            GameStatusCommand.command,
            GameHistoryCommand.command, GameScoresCommand.command,
        ]
    )

    private static let new: Command = Command(
        name: "new",
        summary: "start a game and be its host",
        arguments: [Argument(name: "SECRET", help: "the number to guess, in the range")],
        options: [
            CommandOption(name: "--auto", help: "let the daemon answer the guesses"),
            CommandOption(name: "--low", value: "N", help: "the least number, instead of 1"),
            CommandOption(name: "--high", value: "N", help: "the greatest, instead of 100"),
        ],
        action: { invocation, console throws(CommandFailure) in
            var params: JSONObject = [
                "secret": .string(invocation.word("SECRET") ?? ""),
                "auto": .bool(invocation.has("--auto")),
            ]
            for end in ["low", "high"] {
                params[end] = invocation.options["--\(end)"].map { .string($0) }
            }
            try invocation.askForSentence(.gameNew, params, on: console)
        }
    )

    private static let guess: Command = Command(
        name: "guess",
        summary: "guess the host's number",
        arguments: [Argument(name: "NUMBER", help: "within the range of the game")],
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(
                .gameGuess,
                ["number": .string(invocation.word("NUMBER") ?? "")],
                on: console
            )
        }
    )

    private static let answer: Command = Command(
        name: "answer",
        summary: "answer the oldest waiting guess, as the host",
        arguments: [
            Argument(
                name: "ANSWER",
                help: "what the guesser hears",
                values: ["correct", "greater", "lower"]
            )
        ],
        options: [
            CommandOption(name: "--to", value: "PEER", help: "answer the guess of this peer")
        ],
        action: { invocation, console throws(CommandFailure) in
            var params: JSONObject = ["answer": .string(invocation.word("ANSWER") ?? "")]
            if let peer = invocation.options["--to"] {
                params["to"] = .string(try PeerArgument.checked(peer))
            }
            try invocation.askForSentence(.gameAnswer, params, on: console)
        }
    )

    private static let cancel: Command = Command(
        name: "cancel",
        summary: "end the game that this machine hosts, and reveal the number",
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(.gameCancel, on: console)
        }
    )
}
