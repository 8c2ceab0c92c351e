import Control

/// `paceline peers`: who is here.
enum PeersCommand {
    static let command: Command = Command(
        name: "peers",
        summary: "list the peers and how they are",
        details: [
            """
            STATE is one of connecting, joined, suspect, lost, refused and unreachable. With \
            --watch the list is shown anew at every change, until Ctrl-C, which ends it with \
            status 0.
            """
        ],
        options: [CommandOption(name: "--watch", help: "follow the changes until Ctrl-C")],
        action: { invocation, console throws(CommandFailure) in
            if invocation.has("--watch") {
                return try PeersWatch(invocation, console).run()
            }
            let peers = try invocation.ask(.peers)
            if invocation.isJSON { return try console.show(peers) }
            let isEmpty = peers["peers"]?.items?.isEmpty ?? true
            let status = isEmpty ? try invocation.ask(.status) : [:]
            let lines = PeersTable.lines(
                of: peers,
                discovery: status["discovery"]?.text ?? "ok",
                at: console.wallSeconds,
                inColour: console.surroundings.hasColours
            )
            try console.write(lines: lines)
        }
    )
}
