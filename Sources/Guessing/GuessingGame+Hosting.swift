import Peers

extension GuessingGame {
    /// Begins a game hosted here, in place of the shown one.
    mutating func host(_ key: GameKey, range: GameRange, seat: HostSeat) {
        let start = GuessEvent(
            game: key,
            number: 0,
            previous: .none,
            at: self.wall,
            content: .newGame(
                range: range,
                commitment: Commitment(to: seat.reveal, in: range, game: key.id, host: self.me),
                hostName: self.name
            )
        )
        guard let log = self.log(of: [start]) else { return }
        self.retire(for: key)
        self.round = Round(log: log)
        self.seat = seat
        self.highestOrdinal = max(self.highestOrdinal, key.ordinal)
        self.broadcast(.event(start))
        if let round { self.tell(of: round.line(of: start)) }
    }

    /// Numbers what happened, tells everybody, and ends a log that is nearly full.
    mutating func number(_ content: EventContent) {
        guard let log = self.round?.log, log.key.host == self.me else { return }
        let event = GuessEvent(
            game: log.key,
            number: log.next,
            previous: log.lastHash,
            at: self.wall,
            content: content
        )
        let place = self.effects.count
        // The callers have asked the log first. Were they mistaken, nobody else would take the
        // event either, so it is not sent.
        guard self.append(event) == nil else { return self.ignore() }
        // Before the head that an end sends.
        self.effects.insert(.broadcast(body: self.encoded(.event(event))), at: place)
    }

    /// Ends the game hosted here, with what was kept secret.
    mutating func end(because reason: CancelReason) {
        guard self.round?.isRunning == true, let seat else { return }
        self.number(.cancelled(reason, reveal: seat.reveal))
    }

    // MARK: Somebody guesses

    /// Numbers a guess, or says why not.
    mutating func guessReceived(
        game: GameID,
        token: UInt64,
        number: UInt32,
        from peer: PeerID
    ) {
        guard let name = self.members[peer] else { return self.ignore() }
        guard let log = self.round?.log, log.key.id == game, self.isHost else {
            return self.send(.refused(game: game, token: token, reason: .notRunning), to: peer)
        }
        if let known = log.event(of: peer, token: token) {
            // A resend: the event that numbered it may have been lost.
            return self.send(.event(known), to: peer)
        }
        if let reason = self.refusal(of: number, from: peer, in: log) {
            self.send(.refused(game: game, token: token, reason: reason), to: peer)
            if reason == .logFull { self.end(because: .logFull) }
            return
        }
        let guesser = GuessPlayer(id: peer, name: name)
        self.number(.guess(guesser: guesser, number: number, token: token))
        if let seat, seat.isAuto, let waiting = self.round?.log.waiting(of: peer) {
            self.answer(waiting, with: Answer(to: number, secret: seat.reveal.secret))
        }
    }

    private func refusal(of number: UInt32, from peer: PeerID, in log: GameLog) -> RefusalReason? {
        guard self.round?.isRunning == true else { return .notRunning }
        guard log.range.contains(number) else { return .outOfRange }
        guard log.waiting(of: peer) == nil else { return .onePending }
        return log.events.count < GuessLimits.guessSeats ? nil : .logFull
    }

    /// Takes a waiting guess back.
    mutating func withdrawReceived(game: GameID, token: UInt64, from peer: PeerID) {
        guard let log = self.round?.log, log.key.id == game, self.isHost,
            self.round?.isRunning == true
        else { return self.ignore() }
        // An answered guess, or one that never came, has nothing to take back.
        guard let waiting = log.waiting(of: peer), waiting.token == token else { return }
        self.number(.withdrawn(guess: waiting.event))
        self.endIfFull()
    }

    // MARK: The host answers

    /// Answers a waiting guess; a correct one ends the game for all.
    mutating func answer(_ waiting: GameLog.Waiting, with answer: Answer) {
        guard let seat else { return }
        guard answer != .correct || self.hasSeats(2) else {
            return self.end(because: .logFull)
        }
        self.number(.answer(guess: waiting.event, answer: answer))
        guard answer == .correct else { return self.endIfFull() }
        self.number(.over(winner: waiting.guesser.id, reveal: seat.reveal))
    }

    /// Ends a game with one seat left, which is the end's.
    private mutating func endIfFull() {
        if !self.hasSeats(2) { self.end(because: .logFull) }
    }

    private func hasSeats(_ count: Int) -> Bool {
        guard let round else { return false }
        return round.log.events.count + count <= GuessLimits.logEventsMaximum
    }

    // MARK: Others' games

    /// Somebody says that a better game runs.
    mutating func supersededReceived(by key: GameKey, from peer: PeerID) {
        guard self.note(ordinal: key.ordinal) else { return }
        guard let round, self.isHost, round.isRunning, key.beats(round.log.key) else { return }
        self.giveWay(to: key)
    }

    /// Ends the game hosted here because of a better one.
    mutating func giveWay(to key: GameKey) {
        self.end(because: .superseded)
        self.tell(.gaveWay(toHost: key.host == self.me ? "yours" : self.called(key.host)))
    }

    /// This daemon says goodbye to all.
    mutating func quit() {
        if self.isHost { self.end(because: .hostLeaving) }
        self.dropOutgoing(
            because: "This daemon stops; what became of your guess is not known."
        )
    }
}
