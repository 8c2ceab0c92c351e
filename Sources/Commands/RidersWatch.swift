import Control
import Terminals

/// `paceline ride riders --watch`: the list, anew every second.
///
/// On a terminal it stays in its place; elsewhere each list follows the last, when something other
/// than its age has changed.
final class RidersWatch {
    /// 1 s: riders move, and nobody reads faster.
    private static let interval = Duration.seconds(1)
    /// What changes by itself.
    private static let ages = ["fixAge", "lastHeard"]

    private let invocation: Invocation
    private let console: Console
    private let follower: Follower
    private var refreshing = Refreshing()
    private var shown: JSONValue?

    init(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        self.invocation = invocation
        self.console = console
        self.follower = try Follower()
    }

    func run() throws(CommandFailure) {
        self.follower.every(Self.interval) { self.refresh() }
        try self.follower.run(
            at: try self.invocation.socketPath(),
            topics: ["ride"],
            ready: { () throws(CommandFailure) in self.refresh() },
            heard: { _ throws(CommandFailure) in self.refresh() }
        )
    }

    private var isRedrawing: Bool {
        self.console.surroundings.hasScreen && !self.invocation.isJSON
    }

    private func refresh() {
        guard self.refreshing.wanted() else { return }
        self.follower.call(.rideRiders) { riders throws(CommandFailure) in
            try self.show(riders)
            if self.refreshing.answered() { self.refresh() }
        }
    }

    private func show(_ riders: JSONValue) throws(CommandFailure) {
        guard !self.isRedrawing else { return try self.redraw(riders) }
        let ageless = Self.ageless(riders)
        guard ageless != self.shown else { return }
        let isFirst = self.shown == nil
        self.shown = ageless
        if self.invocation.isJSON {
            return try self.console.show(RideRidersCommand.document(of: riders))
        }
        let lines = RidersTable.lines(of: riders, inColour: false)
        try self.console.write(lines: isFirst ? lines : [""] + lines)
    }

    private func redraw(_ riders: JSONValue) throws(CommandFailure) {
        let surroundings = self.console.surroundings
        let terminal = Terminal(borrowing: surroundings.inputDescriptor)
        let rows = surroundings.isInputTerminal ? terminal.rows : surroundings.rows
        var lines = RidersTable.lines(of: riders, inColour: surroundings.hasColours)
        let room = max(2, rows - 1)
        if lines.count > room {
            let left = lines.count - room + 1
            lines = lines.prefix(room - 1) + ["And \(left) more lines than fit here."]
        }
        // Home, the lines, each cleared to its end and cut where it would wrap, nothing below them.
        let text = lines.map { "\($0)\u{1B}[K\n" }.joined()
        try self.console.write("\u{1B}[H\u{1B}[?7l\(text)\u{1B}[J\u{1B}[?7h")
    }

    private static func ageless(_ riders: JSONValue) -> JSONValue {
        .array(
            (riders["riders"]?.items ?? []).map { rider in
                var members = rider.object ?? [:]
                for age in self.ages { members[age] = nil }
                return .object(members)
            }
        )
    }
}
