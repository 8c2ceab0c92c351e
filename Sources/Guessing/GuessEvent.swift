public import Determinism
import Peers
public import Wire

/// One numbered event of a game's log, as its host made it.
///
/// Each carries the hash of the one before, so that the last one stands for the whole log.
public struct GuessEvent: Hashable, Sendable {
    /// Which game.
    public let game: GameKey
    /// 0 for newGame, then one more for each.
    public let number: UInt64
    /// The hash of the event before; `EventHash.none` in event 0.
    public let previous: EventHash
    /// The host's wall clock, for people to read.
    public let at: WallTime
    /// What happened.
    public let content: EventContent

    /// Makes an event; whether it fits a log is the log's to say.
    public init(
        game: GameKey,
        number: UInt64,
        previous: EventHash,
        at: WallTime,
        content: EventContent
    ) {
        self.game = game
        self.number = number
        self.previous = previous
        self.at = at
        self.content = content
    }
}

extension GuessEvent: CBOREncodable {
    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: EventKey.kind.rawValue, unsigned: self.content.kind.rawValue)
            map.set(key: EventKey.game.rawValue, bytes: self.game.id.bytes)
            map.set(key: EventKey.ordinal.rawValue, unsigned: self.game.ordinal)
            map.set(key: EventKey.host.rawValue, bytes: self.game.host.bytes)
            map.set(key: EventKey.number.rawValue, unsigned: self.number)
            map.set(key: EventKey.previous.rawValue, bytes: self.previous.bytes)
            map.set(key: EventKey.wall.rawValue, unsigned: self.at.milliseconds)
            self.content.encodeEntries(into: &map)
        }
    }
}

extension EventContent {
    /// The kind on the wire.
    var kind: EventKind {
        switch self {
        case .newGame: .newGame
        case .guess: .guess
        case .answer: .answer
        case .over: .over
        case .withdrawn, .cancelled: .cancelled
        }
    }

    fileprivate func encodeEntries(into map: inout CBORMapWriter) {
        switch self {
        case .newGame(let range, let commitment, let hostName):
            map.set(key: EventKey.low.rawValue, unsigned: UInt64(range.low))
            map.set(key: EventKey.high.rawValue, unsigned: UInt64(range.high))
            map.set(key: EventKey.commitment.rawValue, bytes: commitment.bytes)
            map.set(key: EventKey.name.rawValue, text: hostName.text)
        case .guess(let guesser, let number, let token):
            map.set(key: EventKey.name.rawValue, text: guesser.name.text)
            map.set(key: EventKey.peer.rawValue, bytes: guesser.id.bytes)
            map.set(key: EventKey.guessed.rawValue, unsigned: UInt64(number))
            map.set(key: EventKey.token.rawValue, unsigned: token)
        case .answer(let guess, let answer):
            map.set(key: EventKey.guessEvent.rawValue, unsigned: guess)
            map.set(key: EventKey.answer.rawValue, unsigned: answer.rawValue)
        case .over(let winner, let reveal):
            map.set(key: EventKey.peer.rawValue, bytes: winner.bytes)
            map.set(key: EventKey.reveal.rawValue, value: reveal)
        case .withdrawn(let guess):
            map.set(key: EventKey.guessEvent.rawValue, unsigned: guess)
            map.set(key: EventKey.reason.rawValue, unsigned: CancelReason.withdrawnGuess)
        case .cancelled(let reason, let reveal):
            map.set(key: EventKey.reason.rawValue, unsigned: reason.rawValue)
            map.set(key: EventKey.reveal.rawValue, value: reveal)
        }
    }
}
