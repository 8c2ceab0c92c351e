import Control

/// `paceline block`: never join a peer again.
enum BlockCommand {
    static let command: Command = Command(
        name: "block",
        summary: "leave a peer and never join it again, whatever it calls itself",
        arguments: [Argument(name: "PEER", help: PeerArgument.help)],
        action: { invocation, console throws(CommandFailure) in
            let params = try PeerArgument.params(invocation)
            try invocation.askForSentence(.block, params, on: console)
        }
    )
}
