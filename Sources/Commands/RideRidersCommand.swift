import Control

/// `paceline ride riders`: who rides, and how.
enum RideRidersCommand {
    static let command: Command = Command(
        name: "riders",
        summary: "list the riders: what they do, how fast, how far ahead",
        details: [
            """
            GAP is along the route of this machine, from you: plus is ahead of you, minus behind. \
            FIX is how old the place is; a rider that is stale has not been heard of lately.
            """,
            """
            With --watch the list is shown anew every second, until Ctrl-C, which ends it with \
            status 0; where the output is no terminal, and with --json, at every change.
            """,
        ],
        options: [CommandOption(name: "--watch", help: "follow the riders until Ctrl-C")],
        action: { invocation, console throws(CommandFailure) in
            if invocation.has("--watch") {
                return try RidersWatch(invocation, console).run()
            }
            let riders = try invocation.ask(.rideRiders)
            if invocation.isJSON {
                return try console.show(RideRidersCommand.document(of: riders))
            }
            let lines = RidersTable.lines(of: riders, inColour: console.surroundings.hasColours)
            try console.write(lines: lines)
        }
    )

    /// What --json prints: the riders as the daemon has them.
    static func document(of riders: JSONValue) -> JSONValue {
        ["riders": riders["riders"] ?? []]
    }
}
