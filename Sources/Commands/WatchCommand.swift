import Control

/// `paceline watch`: everything that happens.
enum WatchCommand {
    static let command: Command = Command(
        name: "watch",
        summary: "follow everything that happens, a line each",
        details: [
            """
            With --json every line is one event: {"topic":"session","kind":…,"line":…,"at":…}. \
            Ctrl-C ends it with status 0; the daemon's end ends it with status 69.
            """
        ],
        action: { invocation, console throws(CommandFailure) in
            try Follower().run(
                at: try invocation.socketPath(),
                topics: ["session", "game", "discovery"],
                ready: { () throws(CommandFailure) in },
                heard: { event throws(CommandFailure) in
                    if invocation.isJSON {
                        try console.show(event)
                    } else if let line = event["line"]?.text {
                        try console.say(line)
                    }
                }
            )
        }
    )
}
