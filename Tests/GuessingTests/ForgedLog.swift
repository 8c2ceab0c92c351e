import Determinism
import Guessing
import Peers
import Testing
import Wire

/// A chain of events as a host might make it that obeys nothing: each copy is another story.
struct ForgedLog {
    let key: GameKey
    private(set) var events: [GuessEvent] = []

    init?(host: PeerID, ordinal: UInt64 = 1, game: UInt8 = 0x77) {
        guard let id = GameID([UInt8](repeating: game, count: GameID.byteCount)) else { return nil }
        self.key = GameKey(ordinal: ordinal, host: host, id: id)
    }

    /// Chains one more event.
    @discardableResult
    mutating func add(_ content: EventContent) -> [UInt8] {
        let event = GuessEvent(
            game: self.key,
            number: UInt64(self.events.count),
            previous: self.events.last.map { EventHash(of: $0) } ?? .none,
            at: WallTime(milliseconds: 1_700_000_000_000),
            content: content
        )
        self.events.append(event)
        return GuessMessage.event(event).encoded
    }

    /// A newGame that promises a secret.
    mutating func start(secret: UInt32, name: DisplayName) throws -> [UInt8] {
        let reveal = try #require(Self.reveal(secret))
        return self.add(
            .newGame(
                range: .standard,
                commitment: Commitment(
                    to: reveal,
                    in: .standard,
                    game: self.key.id,
                    host: self.key.host
                ),
                hostName: name
            )
        )
    }

    static func reveal(_ secret: UInt32) -> Reveal? {
        Reveal(secret: secret, salt: [UInt8](repeating: 9, count: Reveal.saltByteCount))
    }
}
