import Determinism
import Peers
public import Wire

/// The entries of an event's map as they were read, before they are known to make an event.
struct EventFields {
    private var kind: EventKind?
    private var game: GameID?
    private var ordinal: UInt64?
    private var host: PeerID?
    private var number: UInt64?
    private var previous: EventHash?
    private var wall: UInt64?
    private var low: UInt32?
    private var high: UInt32?
    private var commitment: Commitment?
    private var name: DisplayName?
    private var peer: PeerID?
    private var guessed: UInt32?
    private var token: UInt64?
    private var guessEvent: UInt64?
    private var answer: Answer?
    private var reason: UInt64?
    private var reveal: Reveal?
    private var found: [EventKey] = []

    /// Reads one map.
    init(from reader: inout CBORReader) throws(WireError) {
        // 18 keys, and room for as many that a later version adds to be ignored.
        var fields = Self()
        try reader.readMap(atMost: 36) { (key, reader) throws(WireError) in
            guard let key = EventKey(rawValue: key) else { return false }
            fields.found.append(key)
            try fields.read(key, from: &reader)
            return true
        }
        self = fields
    }

    private init() {}

    private mutating func read(
        _ key: EventKey,
        from reader: inout CBORReader
    ) throws(WireError) {
        switch key {
        case .kind: self.kind = try reader.readCase(of: "kind of event")
        case .game: self.game = try reader.readGameID()
        case .ordinal: self.ordinal = try reader.readOrdinal()
        case .host: self.host = try reader.readPeerID()
        case .number: self.number = try reader.readEventNumber()
        case .previous: self.previous = try reader.readEventHash()
        case .wall: self.wall = try reader.readUnsigned(atMost: GuessLimits.wallMaximum)
        case .low: self.low = try reader.readUInt32()
        case .high: self.high = try reader.readUInt32()
        case .commitment:
            self.commitment = Commitment(try reader.readBytes(exactly: 32))
        case .name: self.name = try reader.readDisplayName()
        case .peer: self.peer = try reader.readPeerID()
        case .guessed: self.guessed = try reader.readUInt32()
        case .token: self.token = try reader.readUnsigned()
        case .guessEvent: self.guessEvent = try reader.readEventNumber()
        case .answer: self.answer = try reader.readCase(of: "answer")
        case .reason: self.reason = try reader.readUnsigned()
        case .reveal: self.reveal = try reader.read()
        }
    }

    // MARK: What they make

    /// The event, or why they make none.
    func event() throws(WireError) -> GuessEvent {
        let kind = try self.require(self.kind, .kind)
        let allowed = EventKey.allowed(in: kind)
        for key in self.found where key.rawValue > EventKey.wall.rawValue {
            guard allowed.contains(key) else { throw .unknownKey(key.rawValue) }
        }
        return GuessEvent(
            game: GameKey(
                ordinal: try self.require(self.ordinal, .ordinal),
                host: try self.require(self.host, .host),
                id: try self.require(self.game, .game)
            ),
            number: try self.require(self.number, .number),
            previous: try self.require(self.previous, .previous),
            at: WallTime(milliseconds: try self.require(self.wall, .wall)),
            content: try self.content(of: kind)
        )
    }

    private func content(of kind: EventKind) throws(WireError) -> EventContent {
        switch kind {
        case .newGame:
            .newGame(
                range: try self.range(),
                commitment: try self.require(self.commitment, .commitment),
                hostName: try self.require(self.name, .name)
            )
        case .guess:
            .guess(
                guesser: GuessPlayer(
                    id: try self.require(self.peer, .peer),
                    name: try self.require(self.name, .name)
                ),
                number: try self.require(self.guessed, .guessed),
                token: try self.require(self.token, .token)
            )
        case .answer:
            .answer(
                guess: try self.require(self.guessEvent, .guessEvent),
                answer: try self.require(self.answer, .answer)
            )
        case .over:
            .over(winner: try self.require(self.peer, .peer), reveal: self.reveal)
        case .cancelled:
            try self.cancellation()
        }
    }

    private func range() throws(WireError) -> GameRange {
        let low = try self.require(self.low, .low)
        let high = try self.require(self.high, .high)
        guard let range = GameRange(low: low, high: high) else {
            throw .invalid(what: "range", why: "it goes from \(low) to \(high)")
        }
        return range
    }

    private func cancellation() throws(WireError) -> EventContent {
        let number = try self.require(self.reason, .reason)
        guard number != CancelReason.withdrawnGuess else {
            guard self.reveal == nil else { throw .unknownKey(EventKey.reveal.rawValue) }
            return .withdrawn(guess: try self.require(self.guessEvent, .guessEvent))
        }
        guard self.guessEvent == nil else { throw .unknownKey(EventKey.guessEvent.rawValue) }
        guard let reason = CancelReason(rawValue: number) else {
            throw .unknownValue(what: "reason of a cancelled game", value: number)
        }
        return .cancelled(reason, reveal: self.reveal)
    }

    private func require<Value>(
        _ value: Value?,
        _ key: EventKey
    ) throws(WireError) -> Value {
        try value.required(key: key.rawValue)
    }
}

extension GuessEvent: CBORDecodable {
    public init(from reader: inout CBORReader) throws(WireError) {
        self = try EventFields(from: &reader).event()
    }
}
