import Determinism
import Peers

extension GuessingGame {
    /// Looks whether an event is what became of this daemon's own guess.
    mutating func settleOutgoing(after event: GuessEvent) {
        guard let outgoing, outgoing.game == event.game.id else { return }
        switch event.content {
        case .guess(let guesser, let number, let token):
            guard guesser.id == self.me, token == outgoing.token else { return }
            self.outgoing?.isNumbered = true
            self.outgoing?.guessAsker = nil
            self.reply(outgoing.guessAsker?.token, .done("I guessed the number: \(number)"))
        case .answer(let guess, let answer):
            guard self.isEvent(guess, of: outgoing) else { return }
            self.outgoing = nil
            self.reply(
                outgoing.withdrawAsker?.token,
                .refused("It was answered before you took it back: \(answer.sentence)")
            )
        case .withdrawn(let guess):
            guard self.isEvent(guess, of: outgoing) else { return }
            self.outgoing = nil
            self.reply(
                outgoing.withdrawAsker?.token,
                .done("I took back the guess: \(outgoing.number)")
            )
        case .newGame, .over, .cancelled:
            return
        }
    }

    private func isEvent(_ number: UInt64, of outgoing: OutgoingGuess) -> Bool {
        self.round?.log.event(of: self.me, token: outgoing.token)?.number == number
    }

    /// The host did not number the guess.
    mutating func refusalReceived(
        game: GameID,
        token: UInt64,
        reason: RefusalReason,
        from peer: PeerID
    ) {
        guard let round, round.log.key.host == peer, let outgoing, outgoing.game == game,
            outgoing.token == token, !outgoing.isNumbered
        else { return self.ignore() }
        let sentence = reason.sentence(host: round.log.host.name.text)
        if outgoing.guessAsker == nil, outgoing.withdrawAsker == nil {
            self.tell(.guessRefused(sentence))
        }
        self.dropOutgoing(because: sentence)
    }

    /// After a snapshot: what the host's log lacks was lost on the way.
    mutating func resendOutgoing() {
        guard let round, round.isRunning, let outgoing, outgoing.game == round.log.key.id else {
            return
        }
        let host = round.log.key.host
        if outgoing.isNumbered {
            guard outgoing.isWithdrawn else { return }
            self.send(.withdraw(game: outgoing.game, token: outgoing.token), to: host)
        } else if outgoing.isWithdrawn {
            // It never came; there is nothing to take back.
            self.outgoing = nil
            self.reply(outgoing.guessAsker?.token, .refused("You took this guess back."))
            self.reply(
                outgoing.withdrawAsker?.token,
                .done("I took back the guess: \(outgoing.number)")
            )
        } else {
            self.send(
                .guess(game: outgoing.game, token: outgoing.token, number: outgoing.number),
                to: host
            )
        }
    }

    /// Gives the own guess up, and says why to whoever waits for it.
    mutating func dropOutgoing(because why: String) {
        guard let outgoing else { return }
        self.outgoing = nil
        self.reply(outgoing.guessAsker?.token, .refused(why))
        self.reply(outgoing.withdrawAsker?.token, .refused(why))
    }

    /// Tells whoever has waited 5 s that nothing is confirmed yet.
    mutating func timerFired() {
        guard let outgoing, let host = self.round?.log.host.name else { return }
        if let asker = outgoing.guessAsker, asker.deadline <= self.moment {
            self.outgoing?.guessAsker = nil
            self.reply(
                asker.token,
                .done("Your guess is on its way to \(host); it is not confirmed yet.")
            )
        }
        if let asker = outgoing.withdrawAsker, asker.deadline <= self.moment {
            self.outgoing?.withdrawAsker = nil
            self.reply(
                asker.token,
                .done("Your wish is on its way to \(host); it is not confirmed yet.")
            )
        }
    }
}
