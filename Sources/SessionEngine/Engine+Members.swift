import Activities
import Determinism
import Links
import Peers

// Who else is joined: told to members, and taken as hints from them.
extension Engine {
    /// Hints that one member may give at a time: as many as a session has seats.
    private static let hintsPerSenderMaximum = LinkMessage.membersMaximum

    /// Sends on the elected link of a member; a link whose bound that passes ends.
    mutating func send(_ message: LinkMessage, payload: [UInt8], to peer: PeerID, at now: Moment) {
        guard let id = self.peers[peer]?.electedLink else { return }
        let effects = self.links.change(id) { $0.send(message, payload: payload, at: now) } ?? []
        self.carryOut(effects, of: id, at: now)
    }

    /// Whether activities count that peer as joined.
    func isPresent(_ peer: PeerID) -> Bool { self.peers[peer]?.isPresent ?? false }

    /// Members whose link is elected, in the order of their ids.
    var linkedPeers: [PeerID] {
        self.peers.records.filter { $0.value.electedLink != nil }.keys.sorted()
    }

    /// Tells a member of all others, at the beginning of its link.
    mutating func sendMembers(to peer: PeerID, at now: Moment) {
        let hints = self.linkedPeers.filter { $0 != peer }.map(self.hint)
        guard !hints.isEmpty else { return }
        let message = LinkMessage.members(hints)
        self.send(message, payload: message.payload, to: peer, at: now)
    }

    /// Tells the others of a member that has joined or left.
    mutating func tellOthers(of peer: PeerID, at now: Moment) {
        let message = LinkMessage.members([self.hint(of: peer)])
        let payload = message.payload
        for other in self.linkedPeers where other != peer {
            self.send(message, payload: payload, to: other, at: now)
        }
    }

    private func hint(of peer: PeerID) -> MemberHint {
        guard let record = self.peers[peer], record.isPresent, record.port != 0 else {
            return MemberHint(peer: peer, endpoints: [])
        }
        let endpoints = record.ownEndpoints.filter { endpoint in
            // What means something on one link or machine only is no use to others.
            !endpoint.address.isLinkLocal && !endpoint.address.isLoopback && endpoint.port != 0
        }
        return MemberHint(peer: peer, endpoints: endpoints)
    }

    mutating func takeHints(_ hints: [MemberHint], from link: Link, at now: Moment) {
        var given = self.peers.records.values.count { $0.hints[link.peer] != nil }
        for hint in hints where hint.peer != self.local.peer && hint.peer != link.peer {
            if hint.endpoints.isEmpty {
                self.peers.changeKnown(hint.peer) { $0.hints[link.peer] = nil }
                self.touched.insert(hint.peer)
                continue
            }
            if self.peers[hint.peer]?.hints[link.peer] == nil {
                guard given < Self.hintsPerSenderMaximum else { continue }
                given += 1
            }
            self.peers.change(hint.peer, at: now) { $0.hints[link.peer] = hint.endpoints }
            self.touched.insert(hint.peer)
        }
    }

    /// What a member said of others is void once it has left.
    mutating func forgetHints(from sender: PeerID) {
        let named = self.peers.records.filter { $0.value.hints[sender] != nil }.keys.sorted()
        for peer in named {
            self.peers.changeKnown(peer) { $0.hints[sender] = nil }
            self.touched.insert(peer)
        }
    }

    // MARK: Profiles

    /// Tells peers what this daemon is called and takes part in.
    mutating func sendProfile(to peers: [PeerID], at now: Moment) {
        let profile = Profile(name: self.local.name, activities: self.local.activityNumbers)
        let message = LinkMessage.profile(profile)
        let payload = message.payload
        for peer in peers { self.send(message, payload: payload, to: peer, at: now) }
    }

    /// A member says what it is called and takes part in; of what is new it is told all.
    mutating func takeProfile(_ profile: Profile, from link: Link, at now: Moment) {
        let peer = link.peer
        let before = self.peers[peer]?.activities ?? []
        self.noteProfile(profile, of: peer, at: now)
        let new = ActivityKind.allCases.filter { kind in
            profile.activities.contains(kind.rawValue) && !before.contains(kind.rawValue)
        }
        guard !new.isEmpty else { return }
        var isWithinBudget = false
        self.peers.changeKnown(peer) { isWithinBudget = $0.returns.take(at: now) }
        guard isWithinBudget else {
            let detail = "it takes part in activities anew without end"
            self.close(link.id, .overloaded, detail, at: now)
            return
        }
        let wall = self.local.wallTime(at: now)
        for kind in new {
            let effects = self.replicas.linkBegan(peer, in: kind, at: now, wall: wall)
            self.carryOut(effects, at: now)
        }
    }

    /// Takes note of what a peer says of itself, in a profile or in the hello of a link.
    ///
    /// Activities hear of a member's new name whichever way it came: the profile may have been lost
    /// with a link.
    mutating func noteProfile(_ profile: Profile, of peer: PeerID, at now: Moment) {
        guard let before = self.peers[peer] else { return }
        self.peers.changeKnown(peer) { record in
            record.name = profile.name
            record.activities = profile.activities
        }
        guard before.isPresent, let old = before.name, old != profile.name else { return }
        self.effects.append(.tell(.renamed(peer, from: old, to: profile.name)))
        let wall = self.local.wallTime(at: now)
        let effects = self.replicas.renamed(peer, profile.name, at: now, wall: wall)
        self.carryOut(effects, at: now)
    }
}

extension Hello {
    /// What of it a later profile replaces.
    var profile: Profile { Profile(name: self.name, activities: self.activities) }
}
