/// `paceline play`: the game at a prompt.
enum PlayCommand {
    static let command: Command = Command(
        name: "play",
        summary: "play the secret-number game at a prompt",
        details: [
            """
            The prompt says what a line will do: start a game, guess, or answer a guess. What the \
            others do appears above the line being typed. Without a terminal, lines are taken from \
            standard input one after the other.
            """,
            """
            Ctrl-C throws away what is typed, Ctrl-D leaves. When the daemon goes away it is \
            waited for, for 5 s, before play ends with status 69.
            """,
        ],
        examples: [
            .init(line: "paceline play", meaning: "play here"),
            .init(line: "echo 50 | paceline play", meaning: "one guess, or a new game"),
        ],
        action: { invocation, console throws(CommandFailure) in
            guard !invocation.isJSON else {
                throw .usage(
                    "`paceline play` is for people; `paceline game` and `watch` take --json."
                )
            }
            try PlaySession(at: try invocation.socketPath(), console: console).run()
        }
    )
}
