import Peers

extension GuessingGame {
    /// Tells a peer how far this replica is, and, as its host, the whole game.
    mutating func linkBegan(to peer: PeerID) {
        guard let round, peer != self.me else { return }
        if let head = round.head(at: round.log.next - 1, isLive: self.isLive) {
            self.send(.head(head), to: peer)
        }
        if self.isHost {
            self.effects.append(
                .sendSnapshot(
                    body: self.encoded(.snapshot(round.log.events)),
                    version: round.log.next,
                    to: peer
                )
            )
        }
    }

    mutating func joined(_ peer: PeerID, name: DisplayName) {
        guard peer != self.me, self.members.count < GuessLimits.membersMaximum else { return }
        self.members[peer] = name
        self.arrivals[peer] = self.moment
    }

    /// The host's leaving ends the game; nobody else's does.
    mutating func left(_ peer: PeerID, cause: LeaveCause) {
        self.members[peer] = nil
        self.arrivals[peer] = nil
        self.claims[peer] = nil
        // Whoever comes back under this id is another instance, whose ordinals start anew.
        self.claims = self.claims.filter { $0.value.head.game.host != peer }
        guard let round, round.log.key.host == peer else { return }
        self.round?.isOrphan = true
        guard round.isRunning else { return }
        self.round?.epilogue = .hostGone(cause, self.wall)
        self.tellEpilogue()
    }

    mutating func renamed(_ peer: PeerID, name: DisplayName) {
        if peer == self.me {
            self.name = name
        } else if self.members[peer] != nil {
            self.members[peer] = name
        }
        self.scoreboard.rename(peer, to: name)
    }
}
