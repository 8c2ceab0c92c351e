import Determinism
import Peers

extension GuessingGame {
    /// Appends an event to the shown game, and does what follows for host and guesser alike.
    mutating func append(_ event: GuessEvent) -> LogProblem? {
        do {
            try self.round?.log.append(event, at: self.moment)
        } catch {
            return error
        }
        if let log = self.round?.log, let reveal = event.content.reveal {
            self.round?.check = GameCheck(of: log, reveal: reveal)
        }
        if let round { self.tell(of: round.line(of: event)) }
        self.settleOutgoing(after: event)
        if event.content.endsGame { self.settleEnd() }
        self.compareClaims()
        return nil
    }

    /// The log has ended: counts it, and lets everybody compare.
    mutating func settleEnd() {
        guard let round else { return }
        self.seat = nil
        self.dropOutgoing(because: "The game is over; your guess was not taken.")
        if let head = round.head(at: round.log.next - 1, isLive: self.isLive) {
            self.broadcast(.head(head))
        }
        guard let check = round.check else { return }
        let game = round.log.key.id
        if !check.isPassed {
            self.scoreboard.record(.forfeited(host: round.log.host), game: game)
        } else if case .over(let winner, _) = round.log.end?.content {
            self.scoreboard.record(
                .played(players: round.log.players, winner: winner),
                game: game
            )
        }
        self.tell(.checked(host: round.log.host, failures: check.failures))
    }

    // MARK: Heads

    /// Somebody says how far it has followed a game.
    mutating func headReceived(_ head: GameHead, from peer: PeerID) {
        guard self.note(ordinal: head.game.ordinal) else { return }
        if self.claims[peer] != nil || self.claims.count < GuessLimits.membersMaximum {
            self.claims[peer] = Claim(head: head, at: self.moment)
        }
        guard let round, !round.hasTwoStories else { return }
        let key = round.log.key
        if key.host == peer, head.game != key, head.game.beats(key), round.isRunning {
            return self.abandon()
        }
        if head.game == key, head.number >= round.log.next, key.host != peer {
            // The other one is further; it can compare what is known here.
            self.sendHead(at: round.log.next - 1, to: peer)
        }
        self.compare(Claim(head: head, at: self.moment), of: peer)
    }

    /// Compares what the members said before with the log as it is now.
    mutating func compareClaims() {
        for (peer, claim) in self.claims.sorted(by: { $0.key < $1.key }) {
            self.compare(claim, of: peer)
        }
    }

    private mutating func compare(_ claim: Claim, of witness: PeerID) {
        guard let round, !round.hasTwoStories else { return }
        let head = claim.head
        let key = round.log.key
        if head.game == key {
            guard head.number < round.log.next else { return }
            guard head.hash != round.log.hashes[Int(head.number)] else { return }
            // The host knows what it has told.
            guard !self.isHost else { return self.ignore() }
            self.noteTwoStories(witness: witness, at: head.number)
        } else if head.game.host == key.host, head.game.ordinal == key.ordinal, head.isLive,
            self.isLive, !self.isHost, self.isOfPresentRun(claim)
        {
            // One instance of a host never uses an ordinal twice.
            self.noteTwoStories(witness: witness, at: round.log.next - 1)
        }
    }

    /// Whether the game that is claimed can't be one of its host's former run.
    private func isOfPresentRun(_ claim: Claim) -> Bool {
        guard let arrival = self.arrivals[claim.head.game.host] else { return false }
        return claim.at - arrival >= GuessLimits.formerRunTimeout
    }

    private mutating func sendHead(at number: UInt64, to peer: PeerID) {
        guard let head = self.round?.head(at: number, isLive: self.isLive) else { return }
        self.send(.head(head), to: peer)
    }

    /// Names the host of the shown game as having told two stories: the round is its loss.
    ///
    /// The head that proves it goes to all, so that whoever has heard the other story sees it too.
    mutating func noteTwoStories(witness: PeerID?, at number: UInt64) {
        guard let round, !round.hasTwoStories, !self.isHost else { return }
        let who = witness == round.log.key.host ? nil : witness.map { self.called($0) }
        self.round?.epilogue = .twoStories(witness: who, self.wall)
        self.held.forget(round.log.key)
        self.dropOutgoing(because: "The game is over: \(round.log.host.name) told two stories.")
        self.scoreboard.record(.forfeited(host: round.log.host), game: round.log.key.id)
        if let line = self.round?.epilogueLine {
            self.tell(.twoStories(line, line: line.line(for: self.me)))
        }
        if let head = round.head(at: number, isLive: self.isLive) { self.broadcast(.head(head)) }
    }

    /// The host has turned to a better game, which its snapshot or its host will bring.
    private mutating func abandon() {
        self.round?.epilogue = .abandoned(self.wall)
        self.tellEpilogue()
    }

    /// Tells those who follow the game, and whoever waits for a guess, that it is over here.
    mutating func tellEpilogue() {
        guard let line = self.round?.epilogueLine else { return }
        self.tell(of: line)
        self.dropOutgoing(because: line.line(for: self.me))
    }
}
