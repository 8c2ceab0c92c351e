public import Determinism
public import Peers

/// One line of a game's history, with the names as they were then.
public struct HistoryEvent: Equatable, Sendable {
    /// What happened.
    public let kind: EventKind
    /// The host of newGame, answer and cancelled; who guessed or took a guess back; the winner.
    public let peer: GuessPlayer
    /// The number guessed or answered; the secret, once revealed.
    public let number: UInt32?
    /// What the host answered.
    public let answer: Answer?
    /// Whether an answer or an end was checked.
    public let verification: Verification
    /// When, by the host's clock; by this daemon's where the host did not say it.
    public let at: WallTime
    /// What differs within a kind.
    let detail: Detail

    enum Detail: Equatable, Sendable {
        case none
        /// A guess was taken back.
        case withdrawn
        /// The host ended the game.
        case ended(CancelReason)
        /// The host is gone; nobody ended the game.
        case hostGone(LeaveCause)
        /// The host follows another game.
        case abandoned
        /// The host told others another story; the witness's name, unless it was seen here.
        case twoStories(witness: String?)
        /// The check of an end failed, and first of all so.
        case failed(CheckFailure)
    }

    /// The line as the viewer reads it.
    public func line(for viewer: PeerID) -> String {
        let isMine = self.peer.id == viewer
        let name = self.peer.name.text
        let number = self.number.map(String.init) ?? "?"
        switch self.kind {
        case .newGame:
            return isMine ? "You have started a new game." : "\(name) has started a new game."
        case .guess:
            return isMine
                ? "I guessed the number: \(number)" : "Player \(name) guessed the number: \(number)"
        case .answer:
            return "\(name) says: \(self.answer?.sentence ?? "")"
        case .over:
            let winner = isMine ? "I have won." : "Player \(name) has won."
            return self.withFailure("The game is over: \(winner)" + self.secretSentence)
        case .cancelled:
            return self.cancelledLine(name: name, isMine: isMine)
        }
    }

    private func cancelledLine(name: String, isMine: Bool) -> String {
        switch self.detail {
        case .withdrawn:
            let number = self.number.map(String.init) ?? "?"
            return isMine
                ? "I took back the guess: \(number)"
                : "Player \(name) took back the guess: \(number)"
        case .hostGone(let cause):
            return "\(name) \(cause.clause); the game is over."
        case .abandoned:
            return "\(name) follows another game; this one is over."
        case .twoStories(let witness?):
            return "\(name) has told two stories: the game that \(witness) saw is another one."
        case .twoStories(nil):
            return "\(name) has told two stories: what came later contradicts what came first."
        case .ended(let reason):
            let who = isMine ? "You have" : "\(name) has"
            return self.endedLine(who: who, reason: reason) + self.secretSentence
        case .failed(let failure):
            return (isMine ? "You have" : "\(name) has") + " ended the game.\(self.secretSentence)"
                + " The check failed: \(failure.clause)."
        case .none:
            return "\(name) has ended the game."
        }
    }

    private func endedLine(who: String, reason: CancelReason) -> String {
        switch reason {
        case .byHost: "\(who) ended the game."
        case .hostLeaving: "\(who) left; the game is over."
        case .superseded: "\(who) ended the game, as a newer one runs."
        case .logFull: "The game is over: it has no room for more guesses."
        }
    }

    private var secretSentence: String {
        self.number.map { " The number was \($0)." } ?? ""
    }

    private func withFailure(_ line: String) -> String {
        guard case .failed(let failure) = self.detail else { return line }
        return "\(line) The check failed: \(failure.clause)."
    }
}

extension LeaveCause {
    /// A clause that completes "ada …; the game is over".
    fileprivate var clause: String {
        switch self {
        case .goodbye(.leaving): "has left"
        case .goodbye: "has closed the link"
        case .silence: "was lost"
        case .restarted: "has restarted"
        case .closedHere: "is no longer joined"
        }
    }
}
