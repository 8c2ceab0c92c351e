import Activities
import Determinism
import Discovery
import Guessing
import Links
import Peers

// What people and programs ask for.
extension Engine {
    /// How a reach by hand came out.
    enum ConnectOutcome: Equatable, Sendable {
        case joined(PeerID)
        case failed(String)
    }

    mutating func handle(_ command: SessionCommand, _ token: CommandToken, at now: Moment) {
        switch command {
        case .rename(let text, let isForced):
            self.rename(text, isForced: isForced, token, at: now)
        case .setVisible(let isVisible):
            self.setVisible(isVisible, token)
        case .connectEndpoint(let endpoint):
            self.connect(to: endpoint, token, at: now)
        case .connectPeer(let peer):
            self.connect(to: peer, token, at: now)
        case .disconnect(let peer?):
            self.disconnect(peer, token, at: now)
        case .disconnect(nil):
            self.disconnectAll(token, at: now)
        case .block(let peer):
            self.block(peer, token, at: now)
        case .allow(let peer):
            self.allow(peer, token, at: now)
        case .guess(let command):
            let wall = self.local.wallTime(at: now)
            self.carryOut(self.replicas.commanded(command, token, at: now, wall: wall), at: now)
        case .ride(let command):
            let wall = self.local.wallTime(at: now)
            self.carryOut(self.replicas.commanded(command, token, at: now, wall: wall), at: now)
        }
    }

    func shown(_ peer: PeerID) -> String {
        self.peers[peer]?.name.map { "\($0) (\(peer.short))" } ?? peer.short
    }

    private mutating func reply(_ token: CommandToken, _ reply: SessionReply) {
        self.effects.append(.reply(token, reply))
    }

    // MARK: Name and visibility

    private mutating func rename(
        _ text: String,
        isForced: Bool,
        _ token: CommandToken,
        at now: Moment
    ) {
        let name: DisplayName
        do throws(DisplayName.Problem) {
            name = try DisplayName(text)
        } catch {
            return self.reply(token, .refused("\(error)"))
        }
        if !isForced, let why = self.replicas.renameRefusal {
            return self.reply(token, .refused(why))
        }
        let old = self.local.name
        self.local.name = name
        self.effects.append(.rememberName(name))
        if self.isVisible { self.effects.append(.advertise(Advertisement(local: self.local))) }
        self.renamedAt = now
        self.sendProfile(to: self.linkedPeers, at: now)
        let wall = self.local.wallTime(at: now)
        self.carryOut(self.replicas.renamed(self.local.peer, name, at: now, wall: wall), at: now)
        if old != name {
            self.effects.append(.tell(.renamed(self.local.peer, from: old, to: name)))
        }
        self.reply(token, .done("This daemon is now called \(name)."))
    }

    private mutating func setVisible(_ isVisible: Bool, _ token: CommandToken) {
        self.isVisible = isVisible
        if isVisible {
            self.effects.append(.advertise(Advertisement(local: self.local)))
            self.reply(token, .done("This daemon advertises itself: others nearby find it."))
        } else {
            self.effects.append(.withdrawAdvert)
            self.reply(
                token,
                .done("This daemon no longer advertises itself. Peers that are joined stay.")
            )
        }
    }

    // MARK: Connect and disconnect

    private mutating func connect(
        to endpoint: Endpoint,
        _ token: CommandToken,
        at now: Moment
    ) {
        self.wait(token, for: .endpoint(endpoint), at: now)
        let target = DialTarget.endpoint(endpoint)
        self.carryOut(self.plan.want(target, endpoints: [], adverts: [], at: now), at: now)
        self.carryOut(self.plan.hurry(target, at: now), at: now)
    }

    private mutating func connect(to peer: PeerID, _ token: CommandToken, at now: Moment) {
        guard !self.blocked.contains(peer) else {
            let shown = self.shown(peer)
            return self.reply(
                token,
                .refused("\(shown) is blocked; `paceline allow \(peer.short)` lifts that.")
            )
        }
        self.peers.changeKnown(peer) { record in
            record.isHeldOff = false
            record.refusal = nil
        }
        if self.peers[peer]?.electedLink != nil {
            return self.reply(token, .done("\(self.shown(peer)) is joined already."))
        }
        self.reconsider(peer, at: now)
        guard self.plan.contains(.peer(peer)) || self.links.isOpening(to: peer) else {
            return self.reply(
                token,
                .refused(
                    "No address of \(self.shown(peer)) is known; give one: "
                        + "`paceline connect HOST:PORT`."
                )
            )
        }
        self.wait(token, for: .peer(peer), at: now)
        self.carryOut(self.plan.hurry(.peer(peer), at: now), at: now)
    }

    private mutating func wait(_ token: CommandToken, for target: DialTarget, at now: Moment) {
        guard self.connects.count < SessionLimits.waitingCommandsMaximum else {
            return self.reply(token, .refused("Too many commands are waiting; try again."))
        }
        self.connects.append(
            WaitingConnect(
                token: token,
                target: target,
                deadline: now + SessionLimits.connectAnswer
            )
        )
    }

    /// Answers whoever waits for that target.
    mutating func answerConnects(to target: DialTarget, _ outcome: ConnectOutcome) {
        for waiting in self.connects where waiting.target == target {
            switch outcome {
            case .joined(let peer):
                self.reply(waiting.token, .done("\(self.shown(peer)) is joined."))
            case .failed(let reason):
                self.reply(
                    waiting.token,
                    .refused("No link could be made (\(reason)). The daemon goes on trying.")
                )
            }
        }
        self.connects.removeAll { $0.target == target }
    }

    mutating func answerOverdueConnects(at now: Moment) {
        for waiting in self.connects where now >= waiting.deadline {
            self.reply(
                waiting.token,
                .refused("No link was made within 20 s. The daemon goes on trying.")
            )
        }
        self.connects.removeAll { now >= $0.deadline }
    }

    /// A link that a person asked for by address is over before its election.
    ///
    /// Where dialling again would end the same way, the target is dropped and the person told.
    mutating func endManualDial(of link: Link, _ end: LinkEnd, at now: Moment) {
        guard let dial = self.dials[link.id], let target = self.plan.target(of: dial) else {
            return
        }
        let reason: GoodbyeReason
        let sentence: String
        switch end {
        case .goodbye(let goodbye): (reason, sentence) = (goodbye.reason, "\(goodbye.reason)")
        case .closedHere(let why, let detail): (reason, sentence) = (why, detail)
        case .silent: return
        }
        if reason == .duplicate, self.peers[link.peer]?.isPresent == true {
            self.answerConnects(to: target, .joined(link.peer))
        } else if reason.isRefusal {
            for waiting in self.connects where waiting.target == target {
                self.reply(waiting.token, .refused("The link was refused: \(sentence)."))
            }
            self.connects.removeAll { $0.target == target }
        } else {
            return
        }
        if case .endpoint = target {
            self.dials[link.id] = nil
            self.carryOut(self.plan.drop(target), at: now)
        }
    }

    private mutating func disconnect(_ peer: PeerID, _ token: CommandToken, at now: Moment) {
        let shown = self.shown(peer)
        guard self.peers[peer] != nil else {
            return self.reply(token, .refused("No peer \(shown) is known here."))
        }
        self.holdOff(peer, .disconnected, "disconnected by hand", at: now)
        self.peers.changeKnown(peer) { $0.isHeldOff = true }
        self.reply(
            token,
            .done(
                "\(shown) is disconnected, and stays so until `paceline connect \(peer.short)` "
                    + "or a restart of this daemon."
            )
        )
    }

    private mutating func disconnectAll(_ token: CommandToken, at now: Moment) {
        let present = self.peers.peers.filter { self.peers[$0]?.isPresent == true }
        for peer in present {
            self.holdOff(peer, .disconnected, "disconnected by hand", at: now)
            self.peers.changeKnown(peer) { $0.isHeldOff = true }
        }
        let count = present.count
        self.reply(
            token,
            .done(
                count == 0
                    ? "Nobody was joined."
                    : "\(count == 1 ? "One peer is" : "\(count) peers are") disconnected."
            )
        )
    }

    /// Ends every link to a peer, and what would make new ones.
    private mutating func holdOff(
        _ peer: PeerID,
        _ reason: GoodbyeReason,
        _ detail: String,
        at now: Moment
    ) {
        let elected = self.peers[peer]?.electedLink
        for id in self.links.ids where self.links[id]?.peer == peer && id != elected {
            self.close(id, reason, detail, at: now)
        }
        if let elected {
            self.close(elected, reason, detail, at: now)
        } else {
            self.leave(peer, .closedHere(reason), at: now)
        }
        self.touched.insert(peer)
    }

    private mutating func block(_ peer: PeerID, _ token: CommandToken, at now: Moment) {
        guard peer != self.local.peer else {
            return self.reply(token, .refused("A daemon can't block itself."))
        }
        self.blocked.insert(peer)
        self.effects.append(.rememberBlocked(self.blocked.sorted()))
        self.holdOff(peer, .blocked, "blocked by hand", at: now)
        self.reply(
            token,
            .done("\(self.shown(peer)) is blocked, until `paceline allow \(peer.short)`.")
        )
    }

    private mutating func allow(_ peer: PeerID, _ token: CommandToken, at now: Moment) {
        guard self.blocked.remove(peer) != nil else {
            return self.reply(token, .refused("\(self.shown(peer)) is not blocked."))
        }
        self.effects.append(.rememberBlocked(self.blocked.sorted()))
        self.peers.changeKnown(peer) { $0.refusal = nil }
        self.touched.insert(peer)
        self.reply(token, .done("\(self.shown(peer)) is no longer blocked."))
    }
}
