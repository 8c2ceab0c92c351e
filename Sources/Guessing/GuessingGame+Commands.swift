import Activities
import Determinism
import Peers

extension GuessingGame {
    /// Does what a person asked for.
    mutating func commanded(_ command: GuessCommand, token: CommandToken) {
        switch command {
        case .newGame(let secret, let auto, let low, let high, let gameID, let salt):
            guard let range = GameRange(low: low, high: high),
                let number = GuessNumber(secret, in: range)
            else { return self.reply(token, .refused(GuessNumber.refusal)) }
            guard let id = GameID(gameID), id != self.round?.log.key.id,
                let reveal = Reveal(secret: number.value, salt: salt)
            else { return self.reply(token, .refused("A game needs an id and a salt of its own.")) }
            self.start(id, range: range, seat: HostSeat(reveal: reveal, isAuto: auto), for: token)
        case .guess(let text):
            self.guess(text, for: token)
        case .answer(let answer, let peer):
            self.answer(answer, to: peer, for: token)
        case .cancel:
            self.cancel(for: token)
        }
    }

    // MARK: game new

    private mutating func start(
        _ id: GameID,
        range: GameRange,
        seat: HostSeat,
        for token: CommandToken
    ) {
        if let refusal = self.newGameRefusal { return self.reply(token, .refused(refusal)) }
        guard self.highestOrdinal < GuessLimits.ordinalMaximum else {
            return self.reply(token, .refused("This session has no number left for a new game."))
        }
        let key = GameKey(ordinal: self.highestOrdinal + 1, host: self.me, id: id)
        self.host(key, range: range, seat: seat)
        self.reply(
            token,
            .done(
                "You have started a new game between \(range.low) and \(range.high)."
                    + " Your number is \(seat.reveal.secret)."
            )
        )
    }

    /// Why no game may be started now.
    private var newGameRefusal: String? {
        guard let round, round.isRunning, !self.hasStalled(round.log) else { return nil }
        return self.isHost
            ? "You are hosting a game that is running; end it with `paceline game cancel` first."
            : "A game that \(round.log.host.name) has started is running; wait for its end."
    }

    /// Whether the oldest guess has waited so long that the game blocks nobody any more.
    private func hasStalled(_ log: GameLog) -> Bool {
        guard let oldest = log.waiting.first else { return false }
        return self.moment - oldest.since >= GuessLimits.answerTimeout
    }

    // MARK: game guess

    private mutating func guess(_ text: String, for token: CommandToken) {
        guard let round, round.isRunning else {
            return self.reply(token, .refused("No game is running; start one with `game new`."))
        }
        guard !self.isHost else {
            return self.reply(token, .refused("You host this game, and the host does not guess."))
        }
        let host = round.log.host
        guard let number = GuessNumber(text, in: round.log.range) else {
            return self.reply(token, .refused(GuessNumber.refusal))
        }
        if let waiting = self.outgoing?.number ?? round.log.waiting(of: self.me)?.number {
            return self.reply(
                token,
                .refused("Your guess of \(waiting) still waits for the answer of \(host.name).")
            )
        }
        let outgoing = OutgoingGuess(
            game: round.log.key.id,
            token: self.freshToken(in: round.log),
            number: number.value,
            isNumbered: false,
            guessAsker: self.asker(token)
        )
        self.outgoing = outgoing
        self.send(
            .guess(game: outgoing.game, token: outgoing.token, number: outgoing.number),
            to: host.id
        )
    }

    /// Unlike any that this daemon used in the game, before it restarted or since.
    private mutating func freshToken(in log: GameLog) -> UInt64 {
        self.lastToken = max(self.lastToken &+ 1, log.freshToken(for: self.me))
        return self.lastToken
    }

    private func asker(_ token: CommandToken) -> OutgoingGuess.Asker {
        OutgoingGuess.Asker(token: token, deadline: self.moment + GuessLimits.confirmationTimeout)
    }

    // MARK: game answer

    private mutating func answer(_ answer: Answer, to peer: PeerID?, for token: CommandToken) {
        guard let round, round.isRunning else {
            return self.reply(token, .refused("No game is running; there is nothing to answer."))
        }
        guard self.isHost, let seat else {
            return self.reply(
                token,
                .refused("Only \(round.log.host.name), who hosts the game, can answer.")
            )
        }
        let waiting = peer.map { round.log.waiting(of: $0) } ?? round.log.waiting.first
        guard let waiting else {
            let of = peer.map { " of \(self.called($0))" } ?? ""
            return self.reply(token, .refused("No guess\(of) waits for an answer."))
        }
        let truth = Answer(to: waiting.number, secret: seat.reveal.secret)
        let warning =
            answer == truth
            ? nil
            : "That is not true: your number is \(seat.reveal.secret), and the check at the end"
                + " will show it."
        let host = round.log.host.name
        self.answer(waiting, with: answer)
        self.reply(
            token,
            .done("\(host) says: \(answer.sentence)", warning: warning)
        )
    }

    // MARK: game cancel

    private mutating func cancel(for token: CommandToken) {
        guard let round, round.isRunning else {
            return self.reply(token, .refused("No game is running; there is nothing to cancel."))
        }
        if self.isHost, let seat {
            self.end(because: .byHost)
            return self.reply(
                token,
                .done("You have ended the game. The number was \(seat.reveal.secret).")
            )
        }
        if self.outgoing == nil, let waiting = round.log.waiting(of: self.me) {
            // Numbered before this daemon restarted.
            self.outgoing = OutgoingGuess(
                game: round.log.key.id,
                token: waiting.token,
                number: waiting.number,
                isNumbered: true
            )
        }
        guard let outgoing else {
            return self.reply(token, .refused("No guess of yours waits for an answer."))
        }
        guard !outgoing.isWithdrawn else {
            return self.reply(token, .refused("You are taking this guess back already."))
        }
        let asker = self.asker(token)
        self.outgoing?.isWithdrawn = true
        self.outgoing?.withdrawAsker = asker
        self.send(.withdraw(game: outgoing.game, token: outgoing.token), to: round.log.host.id)
    }
}
