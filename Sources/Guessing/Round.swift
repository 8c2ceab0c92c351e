import Determinism
import Peers

/// The game that this daemon shows: its log, and what this daemon alone knows about it.
struct Round: Equatable, Sendable {
    /// How the game ended here without an event of its host.
    enum Epilogue: Equatable, Sendable {
        /// The host is no member any more; its snapshot may still revive the game.
        case hostGone(LeaveCause, WallTime)
        /// The host follows a better game.
        case abandoned(WallTime)
        /// The host told somebody else another story. Nothing of this game is believed any more.
        case twoStories(witness: String?, WallTime)
    }

    var log: GameLog
    var epilogue: Epilogue?
    /// Whether the host has left since it last told of the game, even one that is over.
    ///
    /// Who comes back under its id may be another instance that knows nothing of it.
    var isOrphan = false
    /// What came of the check, once the host has revealed its secret.
    var check: GameCheck?

    /// Whether it may still be guessed and answered.
    var isRunning: Bool { self.log.end == nil && self.epilogue == nil }

    /// Whether the host was caught telling two stories.
    var hasTwoStories: Bool {
        if case .twoStories = self.epilogue { return true }
        return false
    }

    /// The log's newest event as a head.
    func head(at number: UInt64, isLive: Bool) -> GameHead? {
        guard number < self.log.next else { return nil }
        return GameHead(
            game: self.log.key,
            number: number,
            hash: self.log.hashes[Int(number)],
            isLive: isLive
        )
    }

    // MARK: The history

    /// Every line, oldest first.
    var history: [HistoryEvent] {
        self.log.events.map { self.line(of: $0) } + (self.epilogueLine.map { [$0] } ?? [])
    }

    /// One event as it is shown.
    func line(of event: GuessEvent) -> HistoryEvent {
        let host = self.log.host
        switch event.content {
        case .newGame:
            return self.line(.newGame, host, at: event.at)
        case .guess(let guesser, let number, _):
            return self.line(.guess, guesser, number: number, at: event.at)
        case .answer(let guess, let answer):
            let check = self.check.map { $0.isTrue(answer: event.number) }
            return self.line(
                .answer,
                host,
                number: self.log.guess(at: guess)?.number,
                answer: answer,
                verification: self.verification(check),
                at: event.at
            )
        case .withdrawn(let guess):
            let withdrawn = self.log.guess(at: guess)
            return self.line(
                .cancelled,
                withdrawn?.guesser ?? host,
                number: withdrawn?.number,
                at: event.at,
                detail: .withdrawn
            )
        case .over(let winner, let reveal):
            return self.endLine(
                .over,
                self.log.players.first { $0.id == winner } ?? host,
                reveal: reveal,
                at: event.at,
                detail: .none
            )
        case .cancelled(let reason, let reveal):
            return self.endLine(
                .cancelled,
                host,
                reveal: reveal,
                at: event.at,
                detail: .ended(reason)
            )
        }
    }

    /// The line for an end that no event tells.
    var epilogueLine: HistoryEvent? {
        let host = self.log.host
        switch self.epilogue {
        case .hostGone(let cause, let at):
            return self.line(
                .cancelled,
                host,
                verification: .unknown,
                at: at,
                detail: .hostGone(cause)
            )
        case .abandoned(let at):
            return self.line(.cancelled, host, verification: .unknown, at: at, detail: .abandoned)
        case .twoStories(let witness, let at):
            return self.line(
                .cancelled,
                host,
                verification: .failed,
                at: at,
                detail: .twoStories(witness: witness)
            )
        case nil:
            return nil
        }
    }

    private func endLine(
        _ kind: EventKind,
        _ peer: GuessPlayer,
        reveal: Reveal?,
        at: WallTime,
        detail: HistoryEvent.Detail
    ) -> HistoryEvent {
        self.line(
            kind,
            peer,
            number: reveal?.secret,
            verification: self.hasTwoStories
                ? .failed : self.verification(self.check.map(\.isPassed)),
            at: at,
            detail: self.check?.failures.first.map { .failed($0) } ?? detail
        )
    }

    private func line(
        _ kind: EventKind,
        _ peer: GuessPlayer,
        number: UInt32? = nil,
        answer: Answer? = nil,
        verification: Verification = .notApplicable,
        at: WallTime,
        detail: HistoryEvent.Detail = .none
    ) -> HistoryEvent {
        HistoryEvent(
            kind: kind,
            peer: peer,
            number: number,
            answer: answer,
            verification: verification,
            at: at,
            detail: detail
        )
    }

    private func verification(_ isTrue: Bool?) -> Verification {
        switch isTrue {
        case true?: .passed
        case false?: .failed
        case nil: .unknown
        }
    }
}
