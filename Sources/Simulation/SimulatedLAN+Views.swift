import Determinism
import Links

// What checkers look at.
extension SimulatedLAN {
    /// The other end of a daemon's link, if both ends are there.
    func otherEnd(of link: LinkID, at daemon: Int) -> (daemon: Int, link: LinkID)? {
        guard let id = self.daemons[daemon].connections[link],
            let side = self.side(of: link, at: daemon, in: id)
        else { return nil }
        let end = self.connections[id][side.other]
        guard end.isOpen, self.isCurrent(end.daemon, end.run), let other = end.link else {
            return nil
        }
        return (end.daemon, other)
    }

    /// The LAN's time: made up, like all of it.
    var moment: Moment { self.now }

    /// The clock of a daemon.
    func local(_ daemon: Int) -> Moment { self.daemons[daemon].local(self.now) }

    /// The links whose sockets a daemon has open.
    func openLinks(at daemon: Int) -> [LinkID] { self.daemons[daemon].connections.keys.sorted() }
}

extension SimulatedLAN {
    /// What all checkers find when they look at what has become of a run; empty when all is well.
    ///
    /// To be asked when all trouble has been over for a while.
    public func findings() -> [String] {
        var (roster, queues, games) = (self.roster, self.queues, GameChecker())
        var rides = self.rides
        roster.finish(self)
        queues.finish(self)
        games.finish(self)
        rides.finish(self)
        let missing = self.tally.missing.map { "\($0) was asked for and never struck" }
        return roster.findings + queues.findings + games.findings + rides.findings + missing
    }

    /// A run in one line: its seed, the faults that were really injected, and its trace's hash.
    public var summary: String {
        let hash = String(self.trace.value, radix: 16)
        return "seed=\(self.configuration.seed) members=\(self.configuration.members)"
            + " events=\(self.trace.count) trace=\(hash) \(self.tally.description)"
    }
}
