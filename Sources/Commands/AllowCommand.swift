import Control

/// `paceline allow`: take back a block.
enum AllowCommand {
    static let command: Command = Command(
        name: "allow",
        summary: "let a blocked peer join again",
        arguments: [Argument(name: "PEER", help: PeerArgument.help)],
        action: { invocation, console throws(CommandFailure) in
            let params = try PeerArgument.params(invocation)
            try invocation.askForSentence(.allow, params, on: console)
        }
    )
}
