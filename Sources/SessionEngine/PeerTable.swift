import Determinism
import Peers

/// Everybody that this daemon has something to remember of, within bounds.
struct PeerTable: Equatable, Sendable {
    private(set) var records: [PeerID: PeerRecord] = [:]
    /// Members whose link has fallen, and when: what has to be known after every event.
    private(set) var fallen: [PeerID: Moment] = [:]
    /// How many the last pruning has left.
    private var keptCount = 0

    subscript(peer: PeerID) -> PeerRecord? { self.records[peer] }

    /// The peers in the order of their ids.
    var peers: [PeerID] { self.records.keys.sorted() }

    /// Members that are joined or suspect.
    var presentCount: Int { self.records.values.count { $0.isPresent } }

    /// Former members that may come back.
    var awayCount: Int { self.records.values.count { $0.wasMember && !$0.isPresent } }

    /// Changes one record in place, making it first if need be.
    mutating func change<Result>(
        _ peer: PeerID,
        at now: Moment,
        _ body: (inout PeerRecord) -> Result
    ) -> Result {
        defer { self.noteFall(of: peer) }
        return body(&self.records[peer, default: PeerRecord(peer: peer, knownSince: now)])
    }

    /// Changes one record in place, if it is there.
    mutating func changeKnown(_ peer: PeerID, _ body: (inout PeerRecord) -> Void) {
        guard self.records[peer] != nil else { return }
        body(&self.records[peer, default: PeerRecord(peer: peer, knownSince: .zero)])
        self.noteFall(of: peer)
    }

    private mutating func noteFall(of peer: PeerID) {
        guard case .present(_, let fallenAt?) = self.records[peer]?.presence else {
            self.fallen[peer] = nil
            return
        }
        self.fallen[peer] = fallenAt
    }

    /// Whether a newcomer may take a seat.
    func hasSeat(for peer: PeerID) -> Bool {
        let record = self.records[peer]
        if record?.isPresent == true { return true }
        let kept =
            record?.wasMember == true ? 0 : min(SessionLimits.seatsKept, self.awayCount)
        return self.presentCount < SessionLimits.membersMaximum - kept
    }

    /// Whether so many have become known since the last pruning that the next one is due.
    var isOvergrown: Bool {
        self.records.count - self.keptCount >= SessionLimits.newPeersMaximum
    }

    /// Forgets whom nothing keeps: lost for over ten minutes, or beyond the bound, oldest first.
    ///
    /// Who is known through others stays while they say so: each member may name 64.
    mutating func prune(keeping isKept: (PeerID) -> Bool, at now: Moment) {
        defer { self.keptCount = self.records.count }
        var idle: [(peer: PeerID, rank: Int, at: Moment)] = []
        for record in self.records.values {
            guard !record.isPresent, record.electedLink == nil, !record.isHeldOff,
                record.hints.isEmpty, !isKept(record.peer)
            else { continue }
            let at = record.left?.at ?? record.refusal?.since ?? record.knownSince
            let isListed = record.left != nil && now - at < SessionLimits.lostListed
            let isRefused = record.refusal.map { now < $0.until } ?? false
            guard isListed || isRefused || record.wasMember else {
                self.records[record.peer] = nil
                continue
            }
            // Strangers go before former members, and refusals before those.
            idle.append((record.peer, record.wasMember ? 1 : 0, at))
        }
        guard idle.count > SessionLimits.rememberedMaximum else { return }
        idle.sort { ($0.rank, $0.at, $0.peer) < ($1.rank, $1.at, $1.peer) }
        for entry in idle.prefix(idle.count - SessionLimits.rememberedMaximum) {
            self.records[entry.peer] = nil
        }
    }
}
