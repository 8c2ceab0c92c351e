import Control

/// `paceline game history --watch`: the history, and then what is added to it.
///
/// The history itself is asked for at each event, so that nothing is missed or told twice.
final class GameHistoryWatch {
    private let invocation: Invocation
    private let console: Console
    private let follower: Follower
    private var refreshing = Refreshing()
    private var shown: [JSONValue] = []

    init(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        self.invocation = invocation
        self.console = console
        self.follower = try Follower()
    }

    func run() throws(CommandFailure) {
        try self.follower.run(
            at: try self.invocation.socketPath(),
            topics: ["game"],
            ready: { () throws(CommandFailure) in self.refresh() },
            heard: { _ throws(CommandFailure) in self.refresh() }
        )
    }

    private func refresh() {
        guard self.refreshing.wanted() else { return }
        self.follower.call(.gameHistory) { history throws(CommandFailure) in
            try self.show(history["events"]?.items ?? [])
            if self.refreshing.answered() { self.refresh() }
        }
    }

    private func show(_ events: [JSONValue]) throws(CommandFailure) {
        // A shorter or different history is another game's.
        let common = events.starts(with: self.shown) { Self.isSame($0, $1) } ? self.shown.count : 0
        self.shown = events
        if self.invocation.isJSON {
            for event in events.dropFirst(common) {
                try self.console.show(event)
            }
        } else {
            let lines = GameHistoryCommand.lines(of: Array(events.dropFirst(common)))
            try self.console.write(lines: lines)
        }
    }

    /// Whether two are one event; a check may turn `verified` from null to true later.
    private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        ["kind", "peer", "number", "answer", "at"].allSatisfy { left[$0] == right[$0] }
    }
}
