import Control

/// `paceline watch`: everything that happens.
enum WatchCommand {
    static let command: Command = Command(
        name: "watch",
        summary: "follow everything that happens, a line each",
        details: [
            """
            The session, discovery, the game and the ride are followed; `paceline ride log \
            --watch` tells more of the riders here. With --json every line is one event: \
            {"topic":"session","kind":…,"line":…,"at":…}. Ctrl-C ends it with status 0; the \
            daemon's end ends it with status 69.
            """
        ],
        action: { invocation, console throws(CommandFailure) in
            try Follower().run(
                at: try invocation.socketPath(),
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
