import Determinism
import Discovery
import Links
import SessionEngine

/// Sees to it that no table of an engine passes its bound, and that nothing is forgotten in one.
public struct QueueChecker: Sendable {
    /// What is wrong, in sentences.
    public private(set) var findings: [String] = []
    /// The most links that any daemon had at once.
    public private(set) var linksMost = 0
    /// The most peers that any daemon remembered.
    public private(set) var peersMost = 0
    private var looks = 0

    init() {}

    mutating func found(_ sentence: String) {
        if self.findings.count < 32 { self.findings.append(sentence) }
    }

    /// Looks at one of every sixteen states.
    mutating func look(at engine: Engine, of daemon: Int, at now: Moment) {
        self.looks += 1
        guard self.looks % 16 == 0 else { return }
        self.check(engine.load, of: daemon, at: now)
    }

    mutating func check(_ load: SessionLoad, of daemon: Int, at now: Moment) {
        self.linksMost = max(self.linksMost, load.links)
        self.peersMost = max(self.peersMost, load.peers)
        let hinted = SessionLimits.membersMaximum * LinkMessage.membersMaximum
        let peers = 512 + SessionLimits.rememberedMaximum + SessionLimits.membersMaximum + hinted
        let bounds: [(String, Int, Int)] = [
            ("links", load.links, SessionLimits.linksMaximum),
            ("bytes on links", load.linkBytes, SessionLimits.allLinksBytesMaximum),
            ("unsent states", load.unsentStates, LinkLimits.stateKeysMaximum),
            ("peers", load.peers, peers), ("hinted peers", load.hinted, hinted),
            ("adverts", load.advertised, 512),
            ("targets", load.targets, DialLimits.targetsMaximum),
            ("look-ups", load.lookUps, DialLimits.targetsMaximum * 16),
            ("opening dials", load.openingDials, SessionLimits.linksMaximum),
            ("commands", load.waitingCommands, SessionLimits.waitingCommandsMaximum),
        ]
        for (what, count, bound) in bounds where count > bound {
            self.found("daemon \(daemon) holds \(count) \(what) at \(now), past \(bound)")
        }
    }

    /// Once it is quiet, nothing is under way.
    mutating func finish(_ lan: SimulatedLAN) {
        for daemon in 0..<lan.configuration.members where lan.isRunning(daemon) {
            let load = lan.engine(daemon).load
            self.check(load, of: daemon, at: lan.now)  // tidy-ok: the simulated moment.
            if load.waitingCommands > 0 { self.found("daemon \(daemon) owes answers") }
            if load.links >= 2 * lan.configuration.members {
                self.found("daemon \(daemon) has \(load.links) links after the trouble")
            }
        }
    }
}
