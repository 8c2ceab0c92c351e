import Determinism
import Links
public import Peers
import SessionEngine

/// Watches what daemons say of each other, and compares it with what is true.
///
/// While a run goes on: a member joins, then leaves once with a cause, and so in turn; honest peers
/// break no protocol; who was held up itself declares nobody dead. After the trouble: everybody who
/// can connect is joined, by the same link and the same number, and nobody else.
public struct RosterChecker: Sendable {
    private struct Pair: Hashable {
        let observer: Int
        let peer: PeerID
    }

    /// What is wrong, in sentences.
    public private(set) var findings: [String] = []
    /// How often each daemon was told that somebody is suspect.
    public private(set) var suspicions = 0
    /// What each daemon was told of leavings, in order.
    public private(set) var leavings: [(observer: Int, peer: PeerID, cause: LeaveCause)] = []
    /// Who was told that an identity is in use, in order.
    public private(set) var identities: [(observer: Int, peer: PeerID)] = []
    /// How many joinings there were.
    public private(set) var joinings = 0
    /// Whether two machines with one key are part of the run.
    var hasClones = false
    private var joined: Set<Pair> = []
    private var thaws: [Int: Moment] = [:]
    private var cuts: Set<[Int]> = []

    init() {}

    /// Tells the checker that two machines can never connect.
    mutating func cut(_ one: Int, _ two: Int) { self.cuts.insert([one, two].sorted()) }

    func isCut(_ one: Int, _ two: Int) -> Bool { self.cuts.contains([one, two].sorted()) }

    mutating func found(_ sentence: String) {
        if self.findings.count < 32 { self.findings.append(sentence) }
    }

    // MARK: During the run

    mutating func started(_ daemon: Int) {
        self.joined = self.joined.filter { $0.observer != daemon }
        self.thaws[daemon] = nil
    }

    mutating func isGone(_ daemon: Int) { self.thaws[daemon] = nil }

    mutating func thawed(_ daemon: Int, after duration: Duration, at now: Moment) {
        // Within the engine's housekeeping and a second, a stall is sure to be noticed.
        if duration > .seconds(7) { self.thaws[daemon] = now }
    }

    mutating func told(
        _ notice: SessionNotice,
        to observer: Int,
        peer own: PeerID,
        at now: Moment
    ) {
        let when = "at \(Double(now.nanoseconds) / 1e9) daemon \(observer)"
        switch notice {
        case .joined(let peer, _):
            self.joinings += 1
            if !self.joined.insert(Pair(observer: observer, peer: peer)).inserted {
                self.found("\(when) was told twice that \(peer.short) has joined")
            }
        case .left(let peer, _, let cause):
            self.leavings.append((observer, peer, cause))
            if self.joined.remove(Pair(observer: observer, peer: peer)) == nil {
                self.found(
                    "\(when) was told that \(peer.short) left (\(cause)), who was not joined"
                )
            }
            if cause == .silence, let thaw = self.thaws[observer], now - thaw < .seconds(5) {
                self.found("\(when) gave \(peer.short) up without a fresh probe")
            }
        case .suspected(let peer, _):
            self.suspicions += 1
            if !self.joined.contains(Pair(observer: observer, peer: peer)) {
                self.found("\(when) suspects \(peer.short), who is not joined")
            }
        case .recovered(let peer, _):
            if !self.joined.contains(Pair(observer: observer, peer: peer)) {
                self.found("\(when) sees \(peer.short) recover, who is not joined")
            }
        case .identityInUse(let peer, _):
            self.identities.append((observer, peer))
            if !self.hasClones, peer != own {
                self.found("\(when) takes \(peer.short) for two machines")
            }
        case .violation(let peer, _, let detail):
            self.found("\(when) accuses \(peer.short): \(detail)")
        case .refused, .renamed, .discoveryAvailable, .discoveryUnavailable, .guess, .ride:
            break
        }
    }

    // MARK: After the trouble

    /// Compares all rosters with each other and with the network.
    mutating func finish(_ lan: SimulatedLAN) {
        let count = lan.configuration.members
        for one in 0..<count {
            guard lan.isRunning(one) else {
                self.found("daemon \(one) does not run")
                continue
            }
            for two in 0..<count where one != two && lan.isRunning(two) {
                self.isCut(one, two)
                    ? self.expectApart(one, two, lan) : self.expectJoined(one, two, lan)
            }
            self.expectNoForgottenLinks(one, lan)
        }
    }

    private mutating func expectJoined(_ one: Int, _ two: Int, _ lan: SimulatedLAN) {
        guard lan.status(of: two, at: one) == .joined else {
            let shown = lan.status(of: two, at: one).map { "\($0)" } ?? "not at all"
            return self.found("daemon \(one) shows daemon \(two) as \(shown), not as joined")
        }
        guard let mine = lan.engine(one).election(with: lan.peer(two)),
            let theirs = lan.engine(two).election(with: lan.peer(one))
        else { return self.found("daemons \(one) and \(two) do not both hold a link") }
        if mine.number != theirs.number {
            self.found("daemons \(one) and \(two) hold elections \(mine.number), \(theirs.number)")
        }
        guard let there = lan.otherEnd(of: mine.link, at: one) else {
            return self.found("daemon \(one) holds a link to \(two) that does not exist")
        }
        if there.daemon != two || there.link != theirs.link {
            self.found("daemons \(one) and \(two) hold different links")
        }
    }

    private mutating func expectApart(_ one: Int, _ two: Int, _ lan: SimulatedLAN) {
        switch lan.status(of: two, at: one) {
        case .unreachable, .lost, .connecting: break
        case .joined, .suspect, .refused, nil:
            let shown = lan.status(of: two, at: one).map { "\($0)" } ?? "not at all"
            self.found("daemon \(one) shows daemon \(two), which it can't reach, as \(shown)")
        }
    }

    private mutating func expectNoForgottenLinks(_ daemon: Int, _ lan: SimulatedLAN) {
        let known = lan.engine(daemon).linkIDs
        for link in lan.openLinks(at: daemon) where !known.contains(link) {
            self.found("daemon \(daemon) has forgotten link \(link.number), which is open")
        }
        for link in known where !lan.openLinks(at: daemon).contains(link) {
            self.found("daemon \(daemon) keeps link \(link.number), which is gone")
        }
    }
}
