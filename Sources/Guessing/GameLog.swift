import Determinism
import Peers

/// One game's numbered events, checked as they are appended, and what follows from them.
///
/// The same for the host and for those who follow: nothing gets in that the chain of hashes or the
/// rules of the game do not allow.
struct GameLog: Equatable, Sendable {
    /// A guess that waits for its answer.
    struct Waiting: Equatable, Sendable {
        let event: UInt64
        let guesser: GuessPlayer
        let number: UInt32
        let token: UInt64
        /// When this daemon learned of it.
        let since: Moment
    }

    private struct TokenOwner: Hashable, Sendable {
        let peer: PeerID
        let token: UInt64
    }

    let key: GameKey
    let host: GuessPlayer
    let range: GameRange
    let commitment: Commitment
    /// All events; the index is the number.
    private(set) var events: [GuessEvent]
    /// The hash of each event.
    private(set) var hashes: [EventHash]
    /// The guesses without an answer, oldest first.
    private(set) var waiting: [Waiting] = []
    /// How many guesses there have been.
    private(set) var guesses = 0
    /// Who guessed correctly, between that answer and `over`.
    private var winner: GuessPlayer?
    private var tokens: [TokenOwner: UInt64] = [:]

    /// Starts with event 0.
    init(start event: GuessEvent) throws(LogProblem) {
        guard event.number == 0 else { throw .notNext(number: event.number, expected: 0) }
        guard case .newGame(let range, let commitment, let name) = event.content else {
            throw .againstRules(number: 0, .start)
        }
        guard event.previous == .none else { throw .chainBroken(number: 0) }
        self.key = event.game
        self.host = GuessPlayer(id: event.game.host, name: name)
        self.range = range
        self.commitment = commitment
        self.events = [event]
        self.hashes = [EventHash(of: event)]
    }

    /// Takes a whole log.
    init(_ events: [GuessEvent], at now: Moment) throws(LogProblem) {
        guard let first = events.first else { throw .otherGame }
        try self.init(start: first)
        for event in events.dropFirst() {
            try self.append(event, at: now)
        }
    }

    // MARK: What it says

    /// The event that ended the game.
    var end: GuessEvent? {
        self.events.last.flatMap { $0.content.endsGame ? $0 : nil }
    }

    /// The number of the next event.
    var next: UInt64 { UInt64(self.events.count) }

    /// What one more event would be chained to.
    var lastHash: EventHash { self.hashes.last ?? .none }

    /// The guess with this event number.
    func guess(at number: UInt64) -> (guesser: GuessPlayer, number: UInt32)? {
        guard number < self.next,
            case .guess(let guesser, let guessed, _) = self.events[Int(number)].content
        else { return nil }
        return (guesser, guessed)
    }

    /// The event that numbered this guess, if there is one.
    func event(of peer: PeerID, token: UInt64) -> GuessEvent? {
        self.tokens[TokenOwner(peer: peer, token: token)].map { self.events[Int($0)] }
    }

    /// The unanswered guess of a peer.
    func waiting(of peer: PeerID) -> Waiting? {
        self.waiting.first { $0.guesser.id == peer }
    }

    /// A token that the peer has not used in this log.
    func freshToken(for peer: PeerID) -> UInt64 {
        let highest = self.tokens.keys.filter { $0.peer == peer }.map(\.token).max() ?? 0
        return highest == .max ? 0 : highest + 1
    }

    /// The host and everybody who guessed, each once, with the first name of each in this game.
    var players: [GuessPlayer] {
        var found: [PeerID: GuessPlayer] = [self.host.id: self.host]
        for event in self.events {
            guard case .guess(let guesser, _, _) = event.content else { continue }
            if found[guesser.id] == nil { found[guesser.id] = guesser }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    // MARK: One more event

    /// Appends the next event, or says why it is not that and changes nothing.
    mutating func append(_ event: GuessEvent, at now: Moment) throws(LogProblem) {
        guard event.game == self.key else { throw .otherGame }
        guard event.number == self.next else {
            throw .notNext(number: event.number, expected: self.next)
        }
        guard event.previous == self.lastHash else { throw .chainBroken(number: event.number) }
        if let rule = self.ruleBroken(by: event) {
            throw .againstRules(number: event.number, rule)
        }
        self.follow(event, at: now)
        self.hashes.append(EventHash(of: event))
        self.events.append(event)
    }

    private func ruleBroken(by event: GuessEvent) -> LogProblem.Rule? {
        guard self.end == nil else { return .ended }
        guard self.events.count < GuessLimits.logEventsMaximum else { return .full }
        if case .over(let peer, _) = event.content {
            return self.winner?.id == peer ? nil : .over
        }
        guard self.winner == nil else { return .over }
        switch event.content {
        case .newGame:
            return .start
        case .guess(let guesser, let number, let token):
            return self.ruleBroken(byGuess: number, of: guesser.id, token: token)
        case .answer(let guess, _), .withdrawn(let guess):
            return self.waiting.contains { $0.event == guess } ? nil : .noSuchGuess
        case .over, .cancelled:
            return nil
        }
    }

    private func ruleBroken(
        byGuess number: UInt32,
        of guesser: PeerID,
        token: UInt64
    ) -> LogProblem.Rule? {
        guard guesser != self.key.host else { return .hostGuesses }
        guard self.range.contains(number) else { return .range }
        guard self.event(of: guesser, token: token) == nil else { return .token }
        return self.waiting(of: guesser) == nil ? nil : .onePending
    }

    private mutating func follow(_ event: GuessEvent, at now: Moment) {
        switch event.content {
        case .guess(let guesser, let number, let token):
            self.guesses += 1
            self.tokens[TokenOwner(peer: guesser.id, token: token)] = event.number
            self.waiting.append(
                Waiting(
                    event: event.number,
                    guesser: guesser,
                    number: number,
                    token: token,
                    since: now
                )
            )
        case .answer(let guess, let answer):
            if answer == .correct { self.winner = self.guess(at: guess)?.guesser }
            self.waiting.removeAll { $0.event == guess }
        case .withdrawn(let guess):
            self.waiting.removeAll { $0.event == guess }
        case .newGame, .over, .cancelled:
            break
        }
    }
}
