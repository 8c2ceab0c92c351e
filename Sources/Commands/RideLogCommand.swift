import Control

/// `paceline ride log`: what happens to the riders of this machine.
enum RideLogCommand {
    static let command: Command = Command(
        name: "log",
        summary: "show what happened to the riders of this machine",
        details: [
            """
            The last 1,000 lines are kept, each with its local time. With --watch what happens \
            next follows, until Ctrl-C, which ends it with status 0; with --json too, every \
            entry is then a line.
            """
        ],
        options: [CommandOption(name: "--watch", help: "follow the riders until Ctrl-C")],
        action: { invocation, console throws(CommandFailure) in
            if invocation.has("--watch") {
                return try RideLogWatch(invocation, console).run()
            }
            let log = try invocation.ask(.rideLog)
            if invocation.isJSON { return try console.show(log) }
            let entries = log["entries"]?.items ?? []
            guard !entries.isEmpty else {
                return try console.say("Nothing has happened to the riders here yet.")
            }
            try console.write(lines: entries.map { RideLogCommand.line(of: $0, on: console) })
        }
    )

    /// An entry as a line, safe for a terminal: `09:06:51  Waldo is leaving CruisinState`.
    static func line(of entry: JSONValue, on console: Console) -> String {
        let text = Printable.text(entry["text"]?.text ?? "")
        guard let seconds = entry["at"]?.text.flatMap(Timestamp.seconds) else { return text }
        return "\(console.localClock(at: seconds))  \(text)"
    }
}
