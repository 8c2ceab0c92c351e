import Determinism
import Discovery
import Links
import Peers
import Wire

// Links and what they say: opening, election, messages, the end.
extension Engine {
    /// No group is joined: the proof is empty.
    private var proof: [UInt8] { [] }

    private func ownHello(to peer: PeerID) -> Hello {
        let record = self.peers[peer]
        // Only the arbiter asks for what the other holds.
        let isAsked = peer < self.local.peer && record?.electedLink != nil
        let held = isAsked ? record?.election : nil
        return Hello(
            minorVersions: Self.minorVersions,
            name: self.local.name,
            instance: self.local.instance,
            activities: self.local.activityNumbers,
            port: self.local.port,
            held: held
        )
    }

    // MARK: Opening

    mutating func linkEstablished(_ established: EstablishedLink, at now: Moment) {
        guard self.links.count < SessionLimits.linksMaximum, self.stopDeadline == nil,
            self.links.count(to: established.peer) < SessionLimits.linksPerPeerMaximum
        else {
            self.effects.append(.abort(established.id))
            guard let dial = established.dial else { return }
            // The plan must not wait for a link that there is not.
            self.dialFailed(dial, "too many links are open", at: now)
            return
        }
        let link = Link(
            id: established.id,
            peer: established.peer,
            role: established.dial == nil ? .accepted : .dialled,
            // Towards itself a daemon speaks first at both ends, to find out that it is itself.
            speaksFirst: self.local.peer <= established.peer,
            remote: established.remote,
            proof: self.proof,
            openedAt: established.openedAt,
            at: now
        )
        self.links.add(link)
        if let dial = established.dial {
            let target = self.plan.target(of: dial)
            self.dials[established.id] = dial
            self.plan.dialEstablished(dial)
            if case .peer(let expected) = target, expected != established.peer {
                let detail = "it is not the peer that was dialled"
                return self.close(established.id, .unexpectedPeer, detail, at: now)
            }
        }
        // Before our hello is out: after it the peer, if it is the arbiter, elects, and counts us
        // as joined until it hears that we never were.
        if let (reason, detail, retryAfter) = self.objection(to: established.peer) {
            self.close(established.id, reason, detail, retryAfter: retryAfter, at: now)
        }
    }

    mutating func framesReceived(_ id: LinkID, _ frames: [Frame], at now: Moment) {
        guard let peer = self.links[id]?.peer else { return }  // Late: the link has ended.
        let hello = self.ownHello(to: peer)
        let proof = self.proof
        let effects =
            self.links.change(id) {
                $0.received(frames, ownHello: hello, expectedProof: proof, at: now)
            } ?? []
        self.carryOut(effects, of: id, at: now)
    }

    mutating func framesMalformed(_ id: LinkID, _ detail: String, at now: Moment) {
        self.close(id, .malformed, detail, at: now)
    }

    mutating func carryOut(_ effects: [LinkEffect], of id: LinkID, at now: Moment) {
        for effect in effects {
            guard let link = self.links[id] else { return }
            switch effect {
            case .greeted(let hello): self.greeted(link, hello, at: now)
            case .elected(let number): self.electedByPeer(link, number, at: now)
            case .received(let message): self.take(message, from: link, at: now)
            case .snapshot(let snapshot):
                guard self.isElected(link) else { continue }
                let wall = self.local.wallTime(at: now)
                let effects = self.replicas.snapshotReceived(
                    snapshot,
                    from: link.peer,
                    at: now,
                    wall: wall
                )
                self.carryOut(effects, at: now)
            case .becameSuspect: self.becameSuspect(link, at: now)
            case .recovered: self.recovered(link, at: now)
            case .ended(let end): self.endLink(id, end, at: now)
            case .abandoned:
                self.links.remove(id)
                self.effects.append(.abort(id))
            }
        }
    }

    /// The peer's hello is in: decides whether to have it, and elects if that is ours to do.
    private mutating func greeted(_ link: Link, _ hello: Hello, at now: Moment) {
        if let (reason, detail, retryAfter) = self.objection(to: link, hello, at: now) {
            self.close(link.id, reason, detail, retryAfter: retryAfter, at: now)
            return
        }
        self.noteInstance(link, hello, at: now)
        self.peers.change(link.peer, at: now) { $0.port = hello.port }
        // While a link is elected its profiles are newer than what another's hello says.
        if self.peers[link.peer]?.electedLink == nil {
            self.noteProfile(hello.profile, of: link.peer, at: now)
        }
        let ownHello = self.ownHello(to: link.peer)
        self.links.change(link.id) { $0.accept(saying: ownHello) }
        self.effects.append(.openFrames(link.id))
        guard self.local.peer < link.peer else { return }  // The peer is the arbiter.
        self.arbitrate(link, hello, at: now)
    }

    /// Where the peer listens: the address that the link leads to, with the port of its hello.
    private static func endpoint(of link: Link, _ hello: Hello) -> Endpoint {
        let port = link.role == .dialled ? link.remote.port : hello.port
        return Endpoint(address: link.remote.address, port: port)
    }

    private typealias Objection = (reason: GoodbyeReason, detail: String, retryAfter: Duration)

    private mutating func objection(
        to link: Link,
        _ hello: Hello,
        at now: Moment
    ) -> Objection? {
        if link.peer == self.local.peer {
            guard hello.instance != self.local.instance else {
                return (.selfReached, "this daemon reached itself", .zero)
            }
            self.ownIdentityIsInUse()
            return (.identityInUse, "another machine uses this daemon's identity", .zero)
        }
        guard hello.minorVersions.overlaps(Self.minorVersions) else {
            return (.unsupported, "it speaks 1.\(hello.minorVersions)", .zero)
        }
        if let at = self.peers[link.peer]?.supersededAt(hello.instance) {
            guard link.openedAt > at else {
                // The old run began it, before the new one was known: late, and no clone.
                return (.duplicate, "the peer has restarted", .zero)
            }
            self.effects.append(.tell(.identityInUse(link.peer, name: hello.name)))
            return (.identityInUse, "an instance came back that had been superseded", .zero)
        }
        if self.peers[link.peer]?.isEarlier(hello.instance, on: link) == true {
            self.peers.changeKnown(link.peer) { $0.isOver(hello.instance, at: now) }
            return (.duplicate, "the peer has restarted", .zero)
        }
        return self.objection(to: link.peer)
    }

    /// Why a peer is not wanted, whatever it may say.
    private func objection(to peer: PeerID) -> Objection? {
        if self.blocked.contains(peer) {
            return (.blocked, "it is blocked here", .zero)
        }
        if self.peers[peer]?.isHeldOff == true {
            return (.disconnected, "it was disconnected here by hand", .zero)
        }
        guard self.peers.hasSeat(for: peer) else {
            return (.full, "no seat is free", SessionLimits.fullRetry)
        }
        return nil
    }

    mutating func ownIdentityIsInUse() {
        guard !self.ownIdentityInUse else { return }
        self.ownIdentityInUse = true
        self.effects.append(.tell(.identityInUse(self.local.peer, name: nil)))
    }

    /// Takes note of the peer's run; a new one ends what the old one had.
    private mutating func noteInstance(_ link: Link, _ hello: Hello, at now: Moment) {
        let known = self.peers[link.peer]?.instance
        guard known != hello.instance else { return }
        let old = self.peers[link.peer]?.electedLink
        self.peers.change(link.peer, at: now) { record in
            record.restarted(as: hello.instance, on: link, at: now)
            record.electedLink = nil
        }
        if known != nil { self.leave(link.peer, .restarted, at: now) }
        if let old { self.close(old, .duplicate, "the peer has restarted", at: now) }
        for id in self.links.ids {
            guard let other = self.links[id], other.peer == link.peer, id != link.id,
                let instance = other.hello?.instance, instance != hello.instance
            else { continue }
            self.close(id, .duplicate, "the peer has restarted", at: now)
        }
    }

    // MARK: Election

    /// No honest daemon holds a higher number: an election a millisecond for a month.
    private static let electionBelieved: UInt64 = 1 << 32

    /// This daemon is the pair's arbiter: keeps the link that both hold, or elects this one.
    private mutating func arbitrate(_ link: Link, _ hello: Hello, at now: Moment) {
        guard let record = self.peers[link.peer] else { return }
        if record.electedLink != nil, hello.held == record.election {
            self.close(link.id, .duplicate, "the elected link is in use", at: now)
            return
        }
        let number = max(self.lastElection, record.election, hello.held ?? 0) + 1
        guard self.links.change(link.id, { $0.elect(number, at: now) }) == true else { return }
        // What a peer claims to hold may not use up the numbers of all pairs.
        self.lastElection = max(self.lastElection + 1, min(number, Self.electionBelieved))
        self.setElected(link, number, at: now)
    }

    /// The peer is the arbiter and has elected this link.
    private mutating func electedByPeer(_ link: Link, _ number: UInt64, at now: Moment) {
        guard link.peer < self.local.peer else {
            self.close(link.id, .malformed, "an elect from who is not the arbiter", at: now)
            return
        }
        guard let record = self.peers[link.peer], record.instance == link.hello?.instance else {
            self.close(link.id, .duplicate, "an elect of an instance that is over", at: now)
            return
        }
        guard number > record.election else {
            // Overtaken on the way by a later election of another link.
            self.close(link.id, .duplicate, "a later link is elected", at: now)
            return
        }
        guard self.peers.hasSeat(for: link.peer) else {
            // There was one at the hello; others have taken it since.
            self.close(
                link.id,
                .full,
                "no seat is free",
                retryAfter: SessionLimits.fullRetry,
                at: now
            )
            return
        }
        self.setElected(link, number, at: now)
    }

    private mutating func setElected(_ link: Link, _ number: UInt64, at now: Moment) {
        if let hello = link.hello { self.noteProfile(hello.profile, of: link.peer, at: now) }
        let old = self.peers[link.peer]?.electedLink
        let wasSuspect = self.peers[link.peer]?.suspectSince != nil
        let wasPresent = self.peers[link.peer]?.isPresent ?? false
        self.peers.change(link.peer, at: now) { record in
            record.election = number
            record.electedLink = link.id
            record.electedAt = now
            // Where it is in use, and not where another link was tried, is what is shown and told.
            if let hello = link.hello { record.reached(at: Self.endpoint(of: link, hello)) }
            record.refusal = nil
            record.suspectSince = nil
            record.wasMember = true
            switch record.presence {
            case .absent:
                record.left = nil
                record.presence = .present(since: now, fallenAt: nil)
            case .present(let since, _):
                record.presence = .present(since: since, fallenAt: nil)
            }
        }
        if let old, old != link.id {
            self.close(old, .duplicate, "another link is elected", at: now)
        }
        // The link begins with all that the peer knows: what it has taken back since the last one
        // may have been lost with that.
        self.forgetHints(from: link.peer)
        self.reachedByElection(link, at: now)
        let name = self.peers[link.peer]?.name ?? self.local.name
        let wall = self.local.wallTime(at: now)
        if !wasPresent {
            self.effects.append(.tell(.joined(link.peer, name)))
            self.rememberMeeting()
            self.tellOthers(of: link.peer, at: now)
            self.carryOut(self.replicas.joined(link.peer, name, at: now, wall: wall), at: now)
        } else if wasSuspect {
            self.effects.append(.tell(.recovered(link.peer, name)))
        }
        // Told neither by a hello that was said before, nor by a profile on a link that is over.
        if let renamedAt, renamedAt >= link.establishedAt {
            self.sendProfile(to: [link.peer], at: now)
        }
        self.sendMembers(to: link.peer, at: now)
        self.carryOut(self.replicas.linkBegan(link.peer, at: now, wall: wall), at: now)
        self.touched.insert(link.peer)
    }

    /// What was dialled for is reached: by the peer's own target, and by an address given by hand.
    private mutating func reachedByElection(_ link: Link, at now: Moment) {
        let failures = self.plan.failures(of: .peer(link.peer))
        if let dial = self.dials.removeValue(forKey: link.id),
            let target = self.plan.target(of: dial), case .endpoint = target
        {
            self.peers.changeKnown(link.peer) { $0.isManual = true }
            self.answerConnects(to: target, .joined(link.peer))
            self.carryOut(self.plan.drop(target), at: now)
        }
        self.carryOut(
            self.plan.drop(.peer(link.peer), assumingFailures: failures),
            at: now
        )
        self.answerConnects(to: .peer(link.peer), .joined(link.peer))
    }

    private mutating func rememberMeeting() {
        guard !self.hasMetSomebody else { return }
        self.hasMetSomebody = true
        self.effects.append(.rememberMet)
    }

    // MARK: Messages

    func isElected(_ link: Link) -> Bool { self.peers[link.peer]?.electedLink == link.id }

    private mutating func take(_ message: LinkMessage, from link: Link, at now: Moment) {
        guard self.isElected(link) else { return }  // In flight while another was elected.
        switch message {
        case .members(let hints):
            self.takeHints(hints, from: link, at: now)
        case .profile(let profile):
            self.takeProfile(profile, from: link, at: now)
        case .activity(let message):
            let wall = self.local.wallTime(at: now)
            guard message.origin == link.peer else {
                // Relayed messages carry a signature, in a later version.
                self.close(link.id, .malformed, "a message of another origin", at: now)
                return
            }
            guard self.replicas.knows(message.activity) else {
                self.unknownActivityMessages += 1
                return
            }
            self.carryOut(self.replicas.received(message, at: now, wall: wall), at: now)
        case .state(let state):
            self.take(state.key, from: link, at: now) { replicas, wall in
                replicas.received(state, from: link.peer, at: now, wall: wall)
            }
        case .removal(let removal):
            self.take(removal.key, from: link, at: now) { replicas, wall in
                replicas.received(removal, from: link.peer, at: now, wall: wall)
            }
        case .prove, .hello, .elect, .ping, .pong, .goodbye, .ack, .credit, .chunk:
            preconditionFailure("A link handed up \(message), which it deals with itself.")
        }
    }

    /// What is said of a key on the state lane goes to the activity that keeps states.
    private mutating func take(
        _ key: StateKey,
        from link: Link,
        at now: Moment,
        _ receive: (inout ReplicaTable, WallTime) -> [ReplicaTable.Effect]
    ) {
        guard self.replicas.hasStates(key.activity) else {
            self.unknownActivityMessages += 1
            return
        }
        self.carryOut(receive(&self.replicas, self.local.wallTime(at: now)), at: now)
    }

    // MARK: Liveness

    private mutating func becameSuspect(_ link: Link, at now: Moment) {
        guard self.isElected(link) else { return }
        self.suspect(link.peer, at: now)
    }

    /// People are told that a member is not heard, unless they know.
    mutating func suspect(_ peer: PeerID, at now: Moment) {
        guard let record = self.peers[peer], record.suspectSince == nil else { return }
        self.peers.changeKnown(peer) { $0.suspectSince = now }
        guard let name = record.name else { return }
        self.effects.append(.tell(.suspected(peer, name)))
    }

    private mutating func recovered(_ link: Link, at now: Moment) {
        guard self.isElected(link), let name = self.peers[link.peer]?.name else { return }
        self.peers.changeKnown(link.peer) { $0.suspectSince = nil }
        self.effects.append(.tell(.recovered(link.peer, name)))
    }

    // MARK: The end of a link

    /// Says goodbye on a link, whatever it was for.
    mutating func close(
        _ id: LinkID,
        _ reason: GoodbyeReason,
        _ detail: String,
        retryAfter: Duration = .zero,
        at now: Moment
    ) {
        guard let link = self.links[id], link.machine.isListening else { return }
        self.links.change(id) {
            $0.close(Goodbye(reason: reason, retryAfter: retryAfter), at: now)
        }
        self.endLink(id, .closedHere(reason, detail: detail), at: now)
    }

    /// A link is over as far as the session goes; its goodbye may still be going out.
    mutating func endLink(_ id: LinkID, _ end: LinkEnd, at now: Moment) {
        guard let link = self.links[id] else { return }
        self.tellOfViolation(link, end)
        if self.peers[link.peer]?.electedLink == id {
            self.electedLinkEnded(link, end, at: now)
        } else {
            self.openingLinkEnded(link, end, at: now)
        }
        self.touched.insert(link.peer)
        switch end {
        case .closedHere:
            break  // Stays in the table until its goodbye is out.
        case .silent:
            self.links.remove(id)
            self.effects.append(.abort(id))
        case .goodbye:
            // The peer has shut its side; ours is shut in turn, and read to the end.
            self.links.remove(id)
            self.effects.append(.write(id, [], isLast: true))
        }
    }

    private mutating func tellOfViolation(_ link: Link, _ end: LinkEnd) {
        guard case .closedHere(let reason, let detail) = end,
            reason == .malformed || reason == .unsupported || reason == .overloaded
        else { return }
        let name = self.peers[link.peer]?.name
        self.effects.append(.tell(.violation(link.peer, name: name, detail: detail)))
    }

    private mutating func electedLinkEnded(_ link: Link, _ end: LinkEnd, at now: Moment) {
        self.peers.changeKnown(link.peer) { $0.electedLink = nil }
        switch end {
        case .goodbye(let goodbye):
            switch goodbye.reason {
            case .duplicate, .malformed, .overloaded, .tooSlow, .unexpectedPeer:
                self.fell(link.peer, at: now)
            case .leaving, .unsupported, .identityInUse, .selfReached, .blocked, .disconnected,
                .wrongGroup, .full, .fault:
                self.refuse(link.peer, goodbye, at: now)
                self.leave(link.peer, .goodbye(goodbye.reason), at: now)
            }
        case .silent:
            self.leave(link.peer, .silence, at: now)
        case .closedHere(let reason, let detail):
            switch reason {
            case .duplicate, .malformed, .overloaded, .tooSlow, .unexpectedPeer:
                self.fell(link.peer, at: now)
            case .unsupported:
                // Another link would end the same way.
                self.noteOwnRefusal(link.peer, reason, detail, at: now)
                self.leave(link.peer, .closedHere(reason), at: now)
            case .leaving, .identityInUse, .selfReached, .blocked, .disconnected, .wrongGroup,
                .full, .fault:
                self.leave(link.peer, .closedHere(reason), at: now)
            }
        }
    }

    /// The link fell without a goodbye: redialled at once, and suspect if that takes a while.
    ///
    /// Activities hear nothing of it.
    private mutating func fell(_ peer: PeerID, at now: Moment) {
        self.peers.changeKnown(peer) { record in
            guard case .present(let since, nil) = record.presence else { return }
            record.presence = .present(since: since, fallenAt: now)
        }
        // A link that held has earned a redial at once; one that did not waits its turn.
        if let electedAt = self.peers[peer]?.electedAt, now - electedAt >= DialLimits.stableAfter {
            self.carryOut(self.plan.hurry(.peer(peer), at: now), at: now)
        }
        self.touched.insert(peer)
    }

    private mutating func openingLinkEnded(_ link: Link, _ end: LinkEnd, at now: Moment) {
        let reason: String
        switch end {
        case .goodbye(let goodbye):
            self.refuse(link.peer, goodbye, at: now)
            reason = "\(goodbye.reason)"
        case .silent: reason = "nothing was heard for 8 s"
        case .closedHere(let why, let detail):
            if why.isRefusal, link.peer != self.local.peer, !self.isPresent(link.peer) {
                self.noteOwnRefusal(link.peer, why, detail, at: now)
            }
            reason = detail
        }
        self.endManualDial(of: link, end, at: now)
        self.dialEnded(link.id, reason, at: now)
    }

    /// Tells the dial plan that the link it led to is over.
    mutating func dialEnded(_ id: LinkID, _ reason: String, at now: Moment) {
        guard let dial = self.dials.removeValue(forKey: id) else { return }
        self.carryOut(self.plan.dialFailed(dial, reason, at: now), at: now)
    }

    private mutating func refuse(_ peer: PeerID, _ goodbye: Goodbye, at now: Moment) {
        guard peer != self.local.peer else {
            if goodbye.reason == .identityInUse { self.ownIdentityIsInUse() }
            return
        }
        if goodbye.reason == .identityInUse { self.ownIdentityIsInUse() }
        // A word on another link while one is elected says nothing against that one.
        guard goodbye.reason.isRefusal, self.peers[peer]?.electedLink == nil else { return }
        let kept = goodbye.retryAfter > .zero ? goodbye.retryAfter : SessionLimits.refusalKept
        let reason = "\(goodbye.reason)"
        self.peers.change(peer, at: now) { record in
            record.refusal = Refusal(reason: reason, since: now, until: now + kept)
        }
        self.effects.append(
            .tell(.refused(peer, name: self.peers[peer]?.name, reason: reason))
        )
    }

    private mutating func noteOwnRefusal(
        _ peer: PeerID,
        _ reason: GoodbyeReason,
        _ detail: String,
        at now: Moment
    ) {
        let kept =
            reason == .full ? SessionLimits.fullRetry : SessionLimits.refusalKept
        self.peers.change(peer, at: now) { record in
            record.refusal = Refusal(reason: detail, since: now, until: now + kept)
        }
    }

    mutating func linkClosed(_ id: LinkID, _ detail: String, at now: Moment) {
        guard let link = self.links[id] else { return }
        let wasListening = link.machine.isListening
        self.links.change(id) { $0.transportEnded() }
        self.links.remove(id)
        self.touched.insert(link.peer)
        guard wasListening else { return }  // Its end has been dealt with.
        if self.peers[link.peer]?.electedLink == id {
            self.peers.changeKnown(link.peer) { $0.electedLink = nil }
            self.fell(link.peer, at: now)
        } else {
            self.dialEnded(id, detail, at: now)
        }
    }

    /// The member has left: said once, to people and activities.
    mutating func leave(_ peer: PeerID, _ cause: LeaveCause, at now: Moment) {
        guard let record = self.peers[peer], record.isPresent else { return }
        self.peers.changeKnown(peer) { record in
            record.presence = .absent
            record.left = (cause, now)
            record.suspectSince = nil
        }
        let name = record.name ?? self.local.name
        self.effects.append(.tell(.left(peer, name, cause)))
        self.forgetHints(from: peer)
        self.tellOthers(of: peer, at: now)
        let wall = self.local.wallTime(at: now)
        self.carryOut(self.replicas.left(peer, cause, at: now, wall: wall), at: now)
        if cause == .goodbye(.leaving) {
            // It said that it goes: its advert lingers a moment, and knocking would be in vain.
            self.carryOut(self.plan.drop(.peer(peer), assumingFailures: 4), at: now)
        }
        self.touched.insert(peer)
    }
}
