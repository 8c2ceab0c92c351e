import Control

/// What the prompt says, and what a line typed there asks for.
///
/// Pure. Told how the game stands, what was typed and what was heard.
struct PlayStateMachine: Equatable {
    /// How the game stands, for the person at the prompt.
    enum Situation: Equatable {
        /// The daemon has not said yet.
        case unknown
        /// Nobody plays; a number starts a game.
        case idle(low: Int64, high: Int64)
        /// Somebody else hosts; a number is a guess.
        case guessing
        /// This machine hosts, and this guess is the next to be answered.
        case answering(GameView.Pending)
        /// This machine hosts, and nobody waits, or the daemon answers.
        case waiting
    }

    /// What to do about a line.
    enum Action: Equatable {
        case ask(ControlMethod, JSONObject)
        case tell([String])
        case leave
        case nothing
    }

    /// 16 own sentences whose echo has not come: more than anybody has under way.
    private static let echoesMaximum = 16

    private(set) var situation = Situation.unknown
    /// Sentences that were shown as answers and will come again as events.
    private var awaitedEchoes: [String] = []
    /// Sentences that came as events while an answer was under way.
    private var earlyEchoes: [String] = []
    private var isAsking = false

    // MARK: How the game stands

    mutating func learned(_ game: GameView) {
        self.situation =
            if !game.isRunning {
                .idle(low: game.low, high: game.high)
            } else if game.role == .guesser {
                .guessing
            } else if game.role == .host, !game.isAuto, let first = game.pending.first {
                .answering(first)
            } else if game.role == .host {
                .waiting
            } else {
                .guessing
            }
    }

    /// The daemon is gone.
    mutating func lost() {
        self = PlayStateMachine()
    }

    var prompt: String {
        switch self.situation {
        case .unknown: "…> "
        case .idle(let low, let high): "new game: your secret \(low)-\(high)> "
        case .guessing: "guess> "
        case .answering(let guess):
            "\(Printable.text(guess.name)) guessed \(guess.number): "
                + "answer (c)orrect/(g)reater/(l)ower> "
        case .waiting: "waiting for guesses> "
        }
    }

    // MARK: Somebody typed a line

    mutating func entered(_ line: String) -> Action {
        switch PlayInput(line) {
        case .nothing: .nothing
        case .number(let text): self.number(text)
        case .answer(let word): self.answer(word)
        case .cancel: self.ask(.gameCancel, [:])
        case .history: self.ask(.gameHistory, [:])
        case .scores: self.ask(.gameScores, [:])
        case .peers: self.ask(.peers, [:])
        case .status: self.ask(.gameStatus, [:])
        case .help: .tell(PlayInput.helpLines)
        case .leave: .leave
        case .unknown(let text): .tell(["“\(text)” means nothing here; type help for what does."])
        }
    }

    private mutating func number(_ text: String) -> Action {
        switch self.situation {
        case .unknown: .tell(["The daemon has not said how the game stands; try again."])
        case .idle: self.ask(.gameNew, ["secret": .string(text)])
        case .guessing: self.ask(.gameGuess, ["number": .string(text)])
        case .answering(let guess):
            .tell(["You are the host; answer \(guess.name)'s guess with c, g or l."])
        case .waiting: .tell(["You are the host; the others guess."])
        }
    }

    private mutating func answer(_ word: String) -> Action {
        switch self.situation {
        case .unknown: .tell(["The daemon has not said how the game stands; try again."])
        case .idle: .tell(["No game is running; a number starts one."])
        case .guessing: .tell(["Only the host answers; type a number to guess."])
        case .answering(let guess):
            // To whom the prompt says: the oldest guess may be another's by now.
            self.ask(.gameAnswer, ["answer": .string(word), "to": .string(guess.id)])
        case .waiting: .tell(["No guess waits for an answer."])
        }
    }

    private mutating func ask(_ method: ControlMethod, _ params: JSONObject) -> Action {
        self.isAsking = true
        self.earlyEchoes = []
        return .ask(method, params)
    }

    // MARK: What is to be shown

    /// The daemon answered with a sentence; `nil` if it came as an event already.
    mutating func answered(_ sentence: String?) -> String? {
        self.isAsking = false
        guard let sentence, !self.earlyEchoes.contains(sentence) else { return nil }
        self.awaitedEchoes.append(sentence)
        if self.awaitedEchoes.count > Self.echoesMaximum { self.awaitedEchoes.removeFirst() }
        return sentence
    }

    /// An event came; `nil` if its sentence was shown as an answer already.
    mutating func heard(_ sentence: String) -> String? {
        if let index = self.awaitedEchoes.firstIndex(of: sentence) {
            self.awaitedEchoes.remove(at: index)
            return nil
        }
        if self.isAsking, self.earlyEchoes.count < Self.echoesMaximum {
            self.earlyEchoes.append(sentence)
        }
        return sentence
    }
}
