import Peers
import Wire

extension GuessingGame {
    // MARK: Messages

    /// Takes a message of the reliable lane.
    mutating func messageReceived(_ body: [UInt8], from peer: PeerID) {
        guard let message = self.decoded(body, from: peer) else { return }
        switch message {
        case .event(let event):
            self.eventReceived(event, from: peer)
        case .guess(let game, let token, let number):
            self.guessReceived(game: game, token: token, number: number, from: peer)
        case .withdraw(let game, let token):
            self.withdrawReceived(game: game, token: token, from: peer)
        case .refused(let game, let token, let reason):
            self.refusalReceived(game: game, token: token, reason: reason, from: peer)
        case .head(let head):
            self.headReceived(head, from: peer)
        case .superseded(let key):
            self.supersededReceived(by: key, from: peer)
        case .snapshot:
            self.effects.append(.violation(peer, why: "A snapshot came on the reliable lane."))
        }
    }

    /// Takes a snapshot of the bulk lane.
    mutating func snapshotReceived(_ body: [UInt8], from peer: PeerID) {
        guard let message = self.decoded(body, from: peer) else { return }
        guard case .snapshot(let events) = message else {
            let why = "A snapshot of the game holds another message."
            return self.effects.append(.violation(peer, why: why))
        }
        if let first = events.first, first.game.host != peer || peer == self.me {
            return self.ignore()
        }
        guard let log = self.log(of: events, from: peer) else { return }
        guard self.note(ordinal: log.key.ordinal) else { return }
        if self.round?.log.key == log.key {
            self.extend(with: log)
        } else if self.prefers(log.key) {
            self.adopt(log)
        } else {
            self.decline(log.key, isRunning: log.end == nil)
        }
    }

    private mutating func decoded(_ body: [UInt8], from peer: PeerID) -> GuessMessage? {
        do {
            return try GuessMessage.decode(body)
        } catch {
            self.effects.append(.violation(peer, why: error.description))
            return nil
        }
    }

    private mutating func log(of events: [GuessEvent], from peer: PeerID) -> GameLog? {
        do {
            return try GameLog(events, at: self.moment)
        } catch {
            self.effects.append(.violation(peer, why: error.description))
            return nil
        }
    }

    /// A log that this daemon makes itself.
    func log(of events: [GuessEvent]) -> GameLog? {
        do {
            return try GameLog(events, at: self.moment)
        } catch {
            return nil  // unreachable: one newGame is always a log
        }
    }

    // MARK: Events

    private mutating func eventReceived(_ event: GuessEvent, from peer: PeerID) {
        guard event.game.host == peer, peer != self.me else { return self.ignore() }
        guard self.note(ordinal: event.game.ordinal) else { return }
        if self.round?.log.key == event.game {
            return self.follow(event)
        }
        guard self.prefers(event.game) else {
            return self.decline(event.game, isRunning: !event.content.endsGame)
        }
        guard event.number == 0 else { return self.held.hold(event) }
        if let log = self.log(of: [event], from: peer) { self.adopt(log) }
    }

    /// Takes one more event of the shown game from its host.
    private mutating func follow(_ event: GuessEvent) {
        guard let round, !round.hasTwoStories else { return self.ignore() }
        guard event.number >= round.log.next else {
            // Known: either the same again, or another story.
            if EventHash(of: event) != round.log.hashes[Int(event.number)] {
                self.noteTwoStories(witness: nil, at: event.number)
            }
            return
        }
        guard event.number == round.log.next else { return self.held.hold(event) }
        self.revive()
        self.take(event)
        self.takeHeld()
    }

    /// Takes what a whole log of the shown game adds to it.
    private mutating func extend(with log: GameLog) {
        guard let round, !round.hasTwoStories, !self.isHost else { return self.ignore() }
        let known = min(round.log.events.count, log.events.count)
        guard round.log.hashes[known - 1] == log.hashes[known - 1] else {
            return self.noteTwoStories(witness: nil, at: UInt64(known - 1))
        }
        self.revive()
        for event in log.events[known...] { self.take(event) }
        self.takeHeld()
        self.resendOutgoing()
    }

    /// Appends an event of the host; the chain and the rules are the log's to check.
    private mutating func take(_ event: GuessEvent) {
        switch self.append(event) {
        case nil: break
        case .chainBroken(let number):
            self.noteTwoStories(witness: nil, at: number - min(number, 1))
        case let problem?:
            self.effects.append(.violation(event.game.host, why: problem.description))
        }
    }

    private mutating func takeHeld() {
        // No copy of the log is held here: it is changed in place.
        while let key = self.round?.log.key, let next = self.round?.log.next,
            self.round?.hasTwoStories == false, let event = self.held.take(next, of: key)
        {
            self.take(event)
            // Refused: what follows it is chained to nothing here.
            if self.round?.log.next == next { return self.held.forget(key) }
        }
    }

    /// The host is heard again: whatever ended the game here alone is undone.
    private mutating func revive() {
        self.round?.isOrphan = false
        guard let round, round.epilogue != nil else { return }
        self.round?.epilogue = nil
        let log = round.log
        guard log.end == nil else { return }
        self.tell(.joinedLate(host: log.host, guesses: log.guesses, isRunning: true))
    }

    // MARK: Which game

    /// Shows a better game in place of the one that was.
    private mutating func adopt(_ log: GameLog) {
        self.retire(for: log.key)
        var round = Round(log: log)
        if let reveal = log.end?.content.reveal {
            round.check = GameCheck(of: log, reveal: reveal)
        }
        self.round = round
        if log.events.count == 1 {
            self.tell(of: round.line(of: log.events[0]))
        } else {
            self.tell(
                .joinedLate(host: log.host, guesses: log.guesses, isRunning: log.end == nil)
            )
        }
        if log.end != nil { self.settleEnd() }
        self.compareClaims()
        self.takeHeld()
    }

    /// Makes room for another game.
    mutating func retire(for key: GameKey) {
        guard let round else { return }
        if round.isRunning {
            if self.isHost {
                self.giveWay(to: key)
            } else if self.isLive {
                // Its host may not be linked to the better one's, and would go on by itself.
                self.send(.superseded(by: key), to: round.log.key.host)
            }
        }
        self.dropOutgoing(because: "The game of \(round.log.host.name) gave way to another one.")
        self.held.forget(round.log.key)
        self.seat = nil
        self.round = nil
    }

    /// Tells the host of a worse game which one is better.
    private mutating func decline(_ key: GameKey, isRunning: Bool) {
        guard isRunning, let round else { return self.ignore() }
        self.send(.superseded(by: round.log.key), to: key.host)
    }
}
