import Cycling
import Determinism
import Geodesy
import Links
import Peers
import SessionEngine

/// Compares what daemons show of each other's riders with what their owners let be seen.
///
/// While a run goes on, between any two daemons whose link has carried for a while: all that its
/// owner publishes is shown and nothing else, doing the same, at the same place but for what the
/// protocol allows. Between all others: nobody shows who never was, or whose owner said goodbye. A
/// repair is told to each member once, by the same name.
public struct RideChecker: Sendable {
    /// A link that both of its ends have elected.
    struct Bond: Equatable, Sendable {
        let connection: Int
        /// The way of a packet.
        let delay: Duration
    }

    /// What an owner lets be seen of a rider.
    private struct Published: Equatable, Sendable {
        let status: RiderStatus
        /// Of a person, which does not move by itself.
        let place: Coordinate?
    }

    /// The same, and since when; nothing of a rider that is not to be seen any more.
    private struct Known: Sendable {
        var published: Published?
        var since: Moment
    }

    private struct Repair: Sendable {
        let owner: Int
        let rider: RiderID
        /// Who has helped, as others are told.
        let helper: RiderID?
        let moment: Moment
        /// Those who had a link with the owner, and by which they should hear of it.
        let members: [Int: Bond]
        var heard: Set<Int> = []
        var isJudged = false
    }

    /// How often all riders are looked at.
    static let interval = Duration.seconds(2)
    /// No news is longer on its way: 1.5 s on the slowest link, and what the look itself is late.
    private static let inFlight = Duration.seconds(4)
    /// A report from far ahead, as after a long stall, has to be confirmed by the next heartbeat.
    private static let confirmed = Duration.seconds(10)
    /// For how long a link has to carry before what comes of it is judged: two heartbeats at rest,
    /// since a report after a long stall may have to be confirmed by the next.
    private static let settled = Duration.seconds(14)
    /// Who is frozen hears things when it thaws, after a minute at most.
    private static let repairsJudged = Duration.seconds(75)

    /// What is wrong, in sentences.
    public private(set) var findings: [String] = []
    /// How many riders were compared, and how many places.
    public private(set) var comparisons = 0
    public private(set) var places = 0
    /// How often a repair was heard of by others.
    public private(set) var repairsHeard = 0

    private var looks = 0
    private var known: [Int: [UInt32: Known]] = [:]
    private var bonds: [[Int]: (bond: Bond, since: Moment)] = [:]
    private var repairs: [Repair] = []
    /// Whom a daemon has heard say goodbye.
    private var goodbyes: [Int: Set<PeerID>] = [:]

    init() {}

    private mutating func found(_ sentence: String) {
        if self.findings.count < 32 { self.findings.append(sentence) }
    }

    // MARK: What is said

    mutating func started(_ daemon: Int) { self.goodbyes[daemon] = nil }

    mutating func told(_ notice: SessionNotice, to observer: Int, on lan: SimulatedLAN) {
        switch notice {
        case .joined(let peer, _): self.goodbyes[observer]?.remove(peer)
        case .left(let peer, _, .goodbye), .left(let peer, _, .closedHere):
            self.goodbyes[observer, default: []].insert(peer)
        case .ride(.fixed(let rider, let helper)):
            self.fixed(rider.rider.id, by: helper?.rider.id, told: observer, on: lan)
        case .left, .suspected, .recovered, .refused, .renamed, .identityInUse,
            .discoveryAvailable, .discoveryUnavailable, .violation, .guess, .ride:
            break
        }
    }

    private mutating func fixed(
        _ rider: RiderID,
        by helper: RiderID?,
        told observer: Int,
        on lan: SimulatedLAN
    ) {
        if rider.owner == lan.peer(observer) {
            let others = (0..<lan.configuration.members).filter { $0 != observer }
            let members = others.compactMap { other in
                lan.bond(observer, other).map { (other, $0) }
            }
            self.repairs.append(
                Repair(
                    owner: observer,
                    rider: rider,
                    helper: self.isHidden(helper, of: observer, on: lan) ? rider : helper,
                    moment: lan.moment,
                    members: Dictionary(uniqueKeysWithValues: members)
                )
            )
            return
        }
        self.repairsHeard += 1
        let repair = self.repairs.lastIndex { repair in
            repair.rider == rider && repair.helper == helper && !repair.heard.contains(observer)
        }
        guard let repair else {
            let who = helper.map { "\($0)" } ?? "somebody"
            return self.found(
                "at \(lan.moment) daemon \(observer) was told that \(who) repaired \(rider), which"
                    + " its owner did not say, or not once more"
            )
        }
        self.repairs[repair].heard.insert(observer)
    }

    /// Whether others may not know of that helper: for them the rider did it alone.
    private func isHidden(_ helper: RiderID?, of owner: Int, on lan: SimulatedLAN) -> Bool {
        guard let helper, helper.owner == lan.peer(owner), helper.number == RiderID.person else {
            return false
        }
        return lan.engine(owner).ride?.person(at: lan.local(owner)).published == nil
    }

    private mutating func judgeRepairs(olderThan age: Duration, on lan: SimulatedLAN) {
        for (index, repair) in self.repairs.enumerated() where !repair.isJudged {
            guard lan.moment - repair.moment >= age else { continue }
            self.repairs[index].isJudged = true
            for (member, bond) in repair.members.sorted(by: { $0.key < $1.key })
            where !repair.heard.contains(member) && lan.bond(repair.owner, member) == bond {
                self.found(
                    "daemon \(member) was never told that \(repair.rider) was repaired at"
                        + " \(repair.moment)"
                )
            }
        }
        self.repairs.removeAll { lan.moment - $0.moment > Self.repairsJudged * 2 }
    }

    // MARK: What is shown

    /// Notes what a daemon lets others see now.
    mutating func note(_ owner: Int, on lan: SimulatedLAN) {
        guard lan.isRunning(owner), let ride = lan.engine(owner).ride else { return }
        var published: [UInt32: Published] = [:]
        for (rider, report) in ride.own.reports(at: lan.local(owner)) {
            let isPerson = rider.id.number == RiderID.person
            published[rider.id.number] = Published(
                status: report.status,
                place: isPerson ? report.coordinate : nil
            )
        }
        var known = self.known[owner, default: [:]]
        for number in Set(known.keys).union(published.keys) {
            guard let before = known[number], before.published == published[number] else {
                known[number] = Known(published: published[number], since: lan.moment)
                continue
            }
        }
        self.known[owner] = known
    }

    /// Looks at all riders at all daemons.
    mutating func look(at lan: SimulatedLAN) {
        self.looks += 1
        let daemons = 0..<lan.configuration.members
        for owner in daemons { self.note(owner, on: lan) }
        for observer in daemons {
            guard lan.isRunning(observer) else {
                self.bonds = self.bonds.filter { !$0.key.contains(observer) }
                continue
            }
            self.checkLoad(of: observer, on: lan)
            for owner in daemons where owner != observer {
                self.compare(owner, at: observer, on: lan)
            }
        }
        self.judgeRepairs(olderThan: Self.repairsJudged, on: lan)
    }

    /// Once it is quiet, there is nothing that nobody has heard of yet.
    mutating func finish(_ lan: SimulatedLAN) {
        guard lan.configuration.ridesPerMille > 0 else { return }
        self.looks = -1
        self.look(at: lan)
        self.judgeRepairs(olderThan: Self.settled, on: lan)
    }

    /// At most one state of each of its riders waits on a link, however long that is stuck.
    private mutating func checkLoad(of daemon: Int, on lan: SimulatedLAN) {
        let (unsent, riders) = (lan.engine(daemon).load.unsentStates, self.known[daemon] ?? [:])
        if unsent > riders.count {
            self.found("daemon \(daemon) holds \(unsent) states of \(riders.count) riders")
        }
    }

    private mutating func compare(_ owner: Int, at observer: Int, on lan: SimulatedLAN) {
        guard let ride = lan.engine(observer).ride else { return }
        let peer = lan.peer(owner)
        let shown = ride.others.statuses(of: peer, at: lan.local(observer))
        let known = self.known[owner] ?? [:]
        for number in shown.keys where known[number] == nil {
            self.found("daemon \(observer) shows rider \(number) of \(owner), who never was")
        }
        if self.goodbyes[observer]?.contains(peer) == true, !shown.isEmpty {
            self.found("daemon \(observer) shows riders of \(owner), who said goodbye")
        }
        guard let bond = self.settledBond(owner, observer, on: lan) else { return }
        for (number, rider) in known {
            // What is taken away needs no confirming.
            let wait = rider.published == nil ? Self.inFlight : Self.confirmed
            guard lan.moment - rider.since >= wait else { continue }
            self.comparisons += 1
            guard shown[number] == rider.published?.status else {
                let now = shown[number].map { "as \($0)" } ?? "nowhere"
                let should = rider.published.map { "\($0.status)" } ?? "not to be seen"
                self.found(
                    "at \(lan.moment) daemon \(observer) shows rider \(number) of \(owner) \(now),"
                        + " which is \(should) since \(rider.since)"
                )
                continue
            }
            guard rider.published != nil, self.looks % 5 == 0 || self.looks < 0 else { continue }
            self.comparePlace(RiderID(owner: peer, number: number), owner, observer, bond, lan)
        }
    }

    /// The link of two daemons, once it has carried all for a while.
    private mutating func settledBond(
        _ owner: Int,
        _ observer: Int,
        on lan: SimulatedLAN
    ) -> Bond? {
        let pair = [owner, observer]
        guard let bond = lan.bond(owner, observer), lan.carries(bond, owner, observer) else {
            self.bonds[pair] = nil
            return nil
        }
        guard let known = self.bonds[pair], known.bond == bond else {
            self.bonds[pair] = (bond, lan.moment)
            return nil
        }
        return lan.moment - known.since >= Self.settled ? bond : nil
    }

    /// Protocol.md 24: 4 m, and as far as it rides in 0.75 s, on the way, and in half a second by
    /// which the owner's clock may be told wrong.
    private mutating func comparePlace(
        _ rider: RiderID,
        _ owner: Int,
        _ observer: Int,
        _ bond: Bond,
        _ lan: SimulatedLAN
    ) {
        let own = lan.engine(owner).ride?.own.rider(rider, at: lan.local(owner))
        guard let truth = own?.published else { return }
        self.places += 1
        let shown = lan.engine(observer).ride?.others.shown(rider, at: lan.local(observer))
        guard let shown, shown.isLive else {
            return self.found("at \(lan.moment) daemon \(observer) shows \(rider) as stale")
        }
        let seconds = RideLimits.delayMaximum + bond.delay.milliseconds / 1_000 + 0.6
        let accepted = RideLimits.errorMaximum + 0.1 + truth.speed * seconds
        let metres = shown.coordinate.metres(to: truth.coordinate)
        if metres > accepted {
            self.found(
                "at \(lan.moment) daemon \(observer) shows \(rider) \(metres) m away from where it"
                    + " is; \(accepted) m are allowed"
            )
        }
    }
}
