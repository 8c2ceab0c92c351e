/// Every command there is.
enum CommandTable {
    static let root: Command = Command(
        name: "paceline",
        summary: "the companion of pacelined, for playing with the machines around you",
        details: [
            """
            It talks to the daemon of this machine through a control socket. Answers go to \
            standard output, warnings and errors to standard error, one sentence each. PEER is a \
            name, a PeerID, or the first four or more characters of one.
            """,
            """
            Exit status: 0 done; 1 refused by the rules of the game or by the daemon; 64 wrong \
            usage, or a PEER that could be several; 69 no daemon at the socket; 70 a fault of the \
            program.
            """,
        ],
        examples: [
            .init(line: "paceline peers", meaning: "who is here"),
            .init(line: "paceline game new 42", meaning: "start a game with the secret 42"),
            .init(line: "paceline play", meaning: "play at a prompt"),
            .init(line: "paceline ride map", meaning: "where everybody rides"),
        ],
        subcommands: [
            StatusCommand.command,
            PeersCommand.command,
            WatchCommand.command,
            NameCommand.command,
            VisibleCommand.command,
            ConnectCommand.command,
            DisconnectCommand.command,
            BlockCommand.command,
            AllowCommand.command,
            IdentityCommand.command,
            PlayCommand.command,
            GameCommand.command,
            RideCommand.command,
            WebCommand.command,
            CompletionCommand.command,
            ManCommand.command,
            HelpCommand.command,
        ]
    )
}
