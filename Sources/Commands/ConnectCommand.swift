import Control

/// `paceline connect`: join a machine by its address, or one that was disconnected.
enum ConnectCommand {
    static let command: Command = Command(
        name: "connect",
        summary: "join a machine at an address, or a peer that was disconnected by hand",
        arguments: [
            Argument(name: "PEER", help: "HOST:PORT, [IPV6]:PORT, or \(PeerArgument.help)")
        ],
        examples: [
            .init(line: "paceline connect 10.0.0.7:7433", meaning: "join across a router"),
            .init(line: "paceline connect bob", meaning: "let bob join again"),
        ],
        action: { invocation, console throws(CommandFailure) in
            let params = try PeerArgument.params(invocation)
            try invocation.askForSentence(.connect, params, on: console)
        }
    )
}
