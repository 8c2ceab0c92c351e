public import Determinism
import Discovery
public import Links
public import Peers

// What is shown of the session. Reading changes nothing.
extension Engine {
    /// Members that are joined or suspect, this daemon not counted.
    public var memberCount: Int { self.peers.presentCount }

    /// How full the session's tables are.
    public var load: SessionLoad {
        SessionLoad(
            links: self.links.count,
            linkBytes: self.links.bytesHeld,
            unsentStates: self.links.links.values.map(\.unsentStates).max() ?? 0,
            peers: self.peers.records.count,
            hinted: self.peers.records.values.count { !$0.hints.isEmpty },
            advertised: self.adverts.peers.count,
            targets: self.plan.targetCount,
            lookUps: self.lookUps.count,
            openingDials: self.dials.count,
            waitingCommands: self.connects.count
        )
    }

    /// The pair's one link with a peer and the number of its election, while there is one.
    public func election(with peer: PeerID) -> (link: LinkID, number: UInt64)? {
        guard let record = self.peers[peer], let link = record.electedLink else { return nil }
        return (link, record.election)
    }

    /// The links that this daemon knows of, in the order in which they were made.
    public var linkIDs: [LinkID] { self.links.ids }

    /// Everybody with a status, by name and then by id.
    public func roster(at now: Moment) -> [Member] {
        self.peers.peers.compactMap { self.member($0, at: now) }.sorted { left, right in
            (left.name?.text ?? "\u{FFFF}", left.peer) < (
                right.name?.text ?? "\u{FFFF}", right.peer
            )
        }
    }

    /// One peer as the roster shows it; `nil` where there is nothing to show.
    public func member(_ peer: PeerID, at now: Moment) -> Member? {
        guard let record = self.peers[peer] else { return nil }
        guard let (status, since) = self.status(of: record, at: now) else { return nil }
        let link = record.electedLink.flatMap { self.links[$0] }
        // Port 0: it does not listen there, and can't be reached.
        let endpoints = record.endpoints + [link?.remote].compactMap(\.self)
        let endpoint = endpoints.first { $0.port != 0 }
        return Member(
            peer: peer,
            name: record.name,
            status: status,
            endpoint: endpoint,
            roundTrip: link?.liveness.roundTrip,
            sinceAge: max(.zero, now - since)
        )
    }

    private func status(
        of record: PeerRecord,
        at now: Moment
    ) -> (status: MemberStatus, since: Moment)? {
        if case .present(let since, _) = record.presence {
            // A fall that is mended at once is shown to nobody.
            if let suspectSince = record.suspectSince { return (.suspect, suspectSince) }
            return (.joined, since)
        }
        if self.blocked.contains(record.peer) {
            return (.refused("blocked here by hand"), record.left?.at ?? record.knownSince)
        }
        if record.isHeldOff {
            return (.refused("disconnected here by hand"), record.left?.at ?? record.knownSince)
        }
        if let refusal = record.refusal { return (.refused(refusal.reason), refusal.since) }
        if let left = record.left, now - left.at < SessionLimits.lostListed {
            return (.lost(left.cause), left.at)
        }
        guard
            self.adverts.contains(record.peer) || !record.hints.isEmpty
                || self.plan.contains(.peer(record.peer))
        else { return nil }
        guard let failure = self.plan.failure(of: .peer(record.peer)) else {
            return (.connecting, record.knownSince)
        }
        if !record.hints.isEmpty { return (.unreachable(failure.reason), failure.since) }
        // An advert that leads nowhere for two minutes is a ghost.
        guard now - failure.since < DialLimits.quarantineAfter else { return nil }
        return (.unreachable(failure.reason), failure.since)
    }

    /// What a person may mean by a text: a whole id, the beginning of one, or a name.
    public enum PeerMatch: Equatable, Sendable {
        case one(PeerID)
        case none
        case several([PeerID])
    }

    /// Finds a peer by a name or at least four characters of its id.
    public func match(_ text: String) -> PeerMatch {
        if let peer = PeerID(text: text) { return .one(peer) }
        var known = Set(self.peers.peers).union(self.blocked)
        known.remove(self.local.peer)
        let named = known.filter { self.peers[$0]?.name?.text == text }.sorted()
        let prefix = text.lowercased()
        let byID =
            prefix.utf8.count >= 4
            ? known.filter { $0.description.hasPrefix(prefix) }.sorted() : []
        let found = named.isEmpty ? byID : named
        switch found.count {
        case 0: return .none
        case 1: return .one(found[0])
        default: return .several(found)
        }
    }

    /// The name of a peer, this daemon included, if one is known.
    public func name(of peer: PeerID) -> DisplayName? {
        peer == self.local.peer ? self.local.name : self.peers[peer]?.name
    }

    /// One sentence on who can see and join this daemon.
    public var visibilitySentence: String {
        let join = "anybody on this network who runs Paceline can join it (it is in the open lobby)"
        guard self.isVisible else {
            return "This daemon does not advertise itself, but \(join) by its address."
        }
        return self.discoveryFailure == nil
            ? "This daemon advertises itself on the local network, and \(join)."
            : "This daemon can't advertise itself while discovery is unavailable, but \(join) by "
                + "its address."
    }
}
