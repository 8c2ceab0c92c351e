import Determinism
import Guessing
import Peers
import Testing

/// Ada's game in Protocol.md, section 16.2: what happened, and what might have.
struct GoldenGame {
    let key: GameKey
    let reveal: Reveal
    let commitment: Commitment
    let start: GuessEvent
    let guess: GuessEvent
    let answer: GuessEvent
    let over: GuessEvent
    let withdrawn: GuessEvent
    let cancelled: GuessEvent

    init() throws {
        let ada = try Cast.ada.get()
        let bob = GuessPlayer(id: try Cast.bob.get(), name: try DisplayName("bob"))
        let id = try #require(GameID([UInt8](repeating: 7, count: GameID.byteCount)))
        let salt = [UInt8](repeating: 0x5A, count: Reveal.saltByteCount)
        self.key = GameKey(ordinal: 3, host: ada, id: id)
        self.reveal = try #require(Reveal(secret: 42, salt: salt))
        self.commitment = Commitment(to: self.reveal, in: .standard, game: id, host: ada)
        let opening = EventContent.newGame(
            range: .standard,
            commitment: self.commitment,
            hostName: try DisplayName("ada")
        )
        self.start = Self.event(self.key, after: nil, opening)
        self.guess = Self.event(
            self.key,
            after: self.start,
            .guess(guesser: bob, number: 42, token: 1)
        )
        self.answer = Self.event(self.key, after: self.guess, .answer(guess: 1, answer: .correct))
        self.over = Self.event(
            self.key,
            after: self.answer,
            .over(winner: bob.id, reveal: self.reveal)
        )
        self.withdrawn = Self.event(self.key, after: self.guess, .withdrawn(guess: 1))
        self.cancelled = Self.event(
            self.key,
            after: self.guess,
            .cancelled(.byHost, reveal: self.reveal)
        )
    }

    private static func event(
        _ key: GameKey,
        after previous: GuessEvent?,
        _ content: EventContent
    ) -> GuessEvent {
        GuessEvent(
            game: key,
            number: previous.map { $0.number + 1 } ?? 0,
            previous: previous.map { EventHash(of: $0) } ?? .none,
            at: WallTime(milliseconds: 1_700_000_000_000),
            content: content
        )
    }
}
