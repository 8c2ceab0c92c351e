import Control

/// `paceline disconnect`: leave one peer, or all.
enum DisconnectCommand {
    static let command: Command = Command(
        name: "disconnect",
        summary: "leave a peer, or all peers",
        details: ["A peer stays away until `paceline connect PEER` or the daemon's next start."],
        arguments: [
            Argument(name: "PEER", help: "\(PeerArgument.help); absent: all", isOptional: true)
        ],
        action: { invocation, console throws(CommandFailure) in
            let params = try PeerArgument.params(invocation)
            try invocation.askForSentence(.disconnect, params, on: console)
        }
    )
}
