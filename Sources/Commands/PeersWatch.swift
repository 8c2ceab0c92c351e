import Control

/// `paceline peers --watch`: the list, anew at every change.
///
/// On a terminal it stays in its place, and its times go on; elsewhere each list follows the last.
final class PeersWatch {
    /// 2 s: the times in the table stay true enough, and a daemon doesn't notice.
    private static let interval = Duration.seconds(2)

    private let invocation: Invocation
    private let console: Console
    private let follower: Follower
    private var refreshing = Refreshing()
    private var shown: [String] = []

    init(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        self.invocation = invocation
        self.console = console
        self.follower = try Follower()
    }

    func run() throws(CommandFailure) {
        if self.isRedrawing {
            self.follower.every(Self.interval) { self.refresh() }
        }
        try self.follower.run(
            at: try self.invocation.socketPath(),
            topics: ["session", "discovery"],
            ready: { () throws(CommandFailure) in self.refresh() },
            heard: { _ throws(CommandFailure) in self.refresh() }
        )
    }

    private var isRedrawing: Bool {
        self.console.surroundings.hasScreen && !self.invocation.isJSON
    }

    /// Asks for the list, and for the status that says how it was found.
    private func refresh() {
        guard self.refreshing.wanted() else { return }
        self.follower.call(.peers) { peers throws(CommandFailure) in
            self.follower.call(.status) { status throws(CommandFailure) in
                try self.show(peers, status)
                if self.refreshing.answered() { self.refresh() }
            }
        }
    }

    private func show(_ peers: JSONValue, _ status: JSONValue) throws(CommandFailure) {
        if self.invocation.isJSON {
            let line = JSONWriter.text(of: peers)
            guard self.shown != [line] else { return }
            self.shown = [line]
            return try self.console.show(peers)
        }
        let lines = PeersTable.lines(
            of: peers,
            discovery: status["discovery"]?.text ?? "ok",
            at: self.console.wallSeconds,
            inColour: self.console.surroundings.hasColours
        )
        if self.isRedrawing {
            // Home, the lines, each cleared to its end, and nothing below them.
            let text = lines.map { "\($0)\u{1B}[K\n" }.joined()
            return try self.console.write("\u{1B}[H\(text)\u{1B}[J")
        }
        guard lines != self.shown else { return }
        try self.console.write(lines: self.shown.isEmpty ? lines : [""] + lines)
        self.shown = lines
    }
}
