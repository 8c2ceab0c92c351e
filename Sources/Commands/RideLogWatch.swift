import Control

/// `paceline ride log --watch`: the log, and then what is added to it.
final class RideLogWatch {
    private let invocation: Invocation
    private let console: Console
    private let follower: Follower
    private var refreshing = Refreshing()
    private var tail = RideLogTail()

    init(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        self.invocation = invocation
        self.console = console
        self.follower = try Follower()
    }

    func run() throws(CommandFailure) {
        try self.follower.run(
            at: try self.invocation.socketPath(),
            topics: ["rideLog"],
            ready: { () throws(CommandFailure) in self.ask() },
            heard: { event throws(CommandFailure) in
                guard let entry = event["entry"] else { return }
                switch self.tail.heard(entry) {
                case .show: try self.show([entry])
                case .pass: break
                case .ask: self.ask()
                }
            }
        )
    }

    private func ask() {
        guard self.refreshing.wanted() else { return }
        let params: JSONObject = ["after": .int(self.tail.last)]
        self.follower.call(.rideLog, params) { log throws(CommandFailure) in
            try self.show(self.tail.answered(log))
            if self.refreshing.answered() { self.ask() }
        }
    }

    private func show(_ entries: [JSONValue]) throws(CommandFailure) {
        for entry in entries where self.invocation.isJSON {
            try self.console.show(entry)
        }
        guard !self.invocation.isJSON else { return }
        try self.console.write(lines: entries.map { RideLogCommand.line(of: $0, on: self.console) })
    }
}
