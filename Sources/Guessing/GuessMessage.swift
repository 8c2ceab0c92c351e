import Peers
public import Wire

/// What replicas of the game say to each other: the body of an activity message.
///
/// A map whose key 0 is the kind. All but `snapshot` travel on the reliable lane.
public enum GuessMessage: Hashable, Sendable {
    /// Host to all: a numbered event.
    case event(GuessEvent)
    /// Guesser to host: a guess, to be numbered; a token seen before is a resend.
    case guess(game: GameID, token: UInt64, number: UInt32)
    /// Guesser to host: takes an unanswered guess back.
    case withdraw(game: GameID, token: UInt64)
    /// Host to guesser: the guess was not numbered.
    case refused(game: GameID, token: UInt64, reason: RefusalReason)
    /// Anybody to anybody: how far the sender has followed its game.
    case head(GameHead)
    /// Anybody to the host of a worse game: this one is better.
    case superseded(by: GameKey)
    /// Host to one: its game's whole log, in order.
    case snapshot([GuessEvent])

    /// The kind on the wire.
    public enum Kind: UInt64, CaseIterable, Hashable, Sendable {
        case event = 1
        case guess = 2
        case withdraw = 3
        case refused = 4
        case head = 5
        case superseded = 6
        case snapshot = 7
    }

    /// The message's kind.
    public var kind: Kind {
        switch self {
        case .event: .event
        case .guess: .guess
        case .withdraw: .withdraw
        case .refused: .refused
        case .head: .head
        case .superseded: .superseded
        case .snapshot: .snapshot
        }
    }
}

extension GuessMessage: CBOREncodable {
    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: MessageKey.kind.rawValue, unsigned: self.kind.rawValue)
            switch self {
            case .event(let event):
                map.set(key: MessageKey.event.rawValue, value: event)
            case .guess(let game, let token, let number):
                map.set(key: MessageKey.game.rawValue, bytes: game.bytes)
                map.set(key: MessageKey.token.rawValue, unsigned: token)
                map.set(key: MessageKey.guessed.rawValue, unsigned: UInt64(number))
            case .withdraw(let game, let token):
                map.set(key: MessageKey.game.rawValue, bytes: game.bytes)
                map.set(key: MessageKey.token.rawValue, unsigned: token)
            case .refused(let game, let token, let reason):
                map.set(key: MessageKey.game.rawValue, bytes: game.bytes)
                map.set(key: MessageKey.token.rawValue, unsigned: token)
                map.set(key: MessageKey.reason.rawValue, unsigned: reason.rawValue)
            case .head(let head):
                head.game.encodeEntries(into: &map)
                map.set(key: MessageKey.number.rawValue, unsigned: head.number)
                map.set(key: MessageKey.hash.rawValue, bytes: head.hash.bytes)
                map.set(key: MessageKey.isLive.rawValue, bool: head.isLive)
            case .superseded(let key):
                key.encodeEntries(into: &map)
            case .snapshot(let events):
                map.set(key: MessageKey.events.rawValue, array: events)
            }
        }
    }
}

extension GameKey {
    fileprivate func encodeEntries(into map: inout CBORMapWriter) {
        map.set(key: MessageKey.game.rawValue, bytes: self.id.bytes)
        map.set(key: MessageKey.ordinal.rawValue, unsigned: self.ordinal)
        map.set(key: MessageKey.host.rawValue, bytes: self.host.bytes)
    }
}
