import Peers
public import Wire

/// The entries of a message's map as they were read, before they are known to make a message.
struct MessageFields {
    private var kind: GuessMessage.Kind?
    private var event: GuessEvent?
    private var game: GameID?
    private var ordinal: UInt64?
    private var host: PeerID?
    private var token: UInt64?
    private var guessed: UInt32?
    private var reason: RefusalReason?
    private var number: UInt64?
    private var hash: EventHash?
    private var isLive: Bool?
    private var events: [GuessEvent]?

    /// Reads one map.
    init(from reader: inout CBORReader) throws(WireError) {
        var fields = Self()
        // 12 keys, and room for as many that a later version adds to be ignored.
        try reader.readMap(atMost: 24) { (key, reader) throws(WireError) in
            guard let key = MessageKey(rawValue: key) else { return false }
            try fields.read(key, from: &reader)
            return true
        }
        self = fields
    }

    private init() {}

    private mutating func read(
        _ key: MessageKey,
        from reader: inout CBORReader
    ) throws(WireError) {
        // Key 0 comes first in every map, so nothing large is read that the kind does not have.
        if key != .kind {
            let kind = try self.kind.required(key: MessageKey.kind.rawValue)
            guard MessageKey.entries(of: kind).contains(key) else {
                throw .unknownKey(key.rawValue)
            }
        }
        switch key {
        case .kind: self.kind = try reader.readCase(of: "kind of message of the game")
        case .event: self.event = try reader.read()
        case .game: self.game = try reader.readGameID()
        case .ordinal: self.ordinal = try reader.readOrdinal()
        case .host: self.host = try reader.readPeerID()
        case .token: self.token = try reader.readUnsigned()
        case .guessed: self.guessed = try reader.readUInt32()
        case .reason: self.reason = try reader.readCase(of: "reason of a refusal")
        case .number: self.number = try reader.readEventNumber()
        case .hash: self.hash = try reader.readEventHash()
        case .isLive: self.isLive = try reader.readBool()
        case .events:
            self.events = try reader.readArray(atMost: GuessLimits.logEventsMaximum)
        }
    }

    // MARK: What they make

    /// The message, or why they make none.
    func message() throws(WireError) -> GuessMessage {
        switch try self.require(self.kind, .kind) {
        case .event:
            .event(try self.require(self.event, .event))
        case .guess:
            .guess(
                game: try self.require(self.game, .game),
                token: try self.require(self.token, .token),
                number: try self.require(self.guessed, .guessed)
            )
        case .withdraw:
            .withdraw(
                game: try self.require(self.game, .game),
                token: try self.require(self.token, .token)
            )
        case .refused:
            .refused(
                game: try self.require(self.game, .game),
                token: try self.require(self.token, .token),
                reason: try self.require(self.reason, .reason)
            )
        case .head:
            .head(
                GameHead(
                    game: try self.key(),
                    number: try self.require(self.number, .number),
                    hash: try self.require(self.hash, .hash),
                    isLive: try self.require(self.isLive, .isLive)
                )
            )
        case .superseded:
            .superseded(by: try self.key())
        case .snapshot:
            .snapshot(try self.require(self.events, .events))
        }
    }

    private func key() throws(WireError) -> GameKey {
        GameKey(
            ordinal: try self.require(self.ordinal, .ordinal),
            host: try self.require(self.host, .host),
            id: try self.require(self.game, .game)
        )
    }

    private func require<Value>(
        _ value: Value?,
        _ key: MessageKey
    ) throws(WireError) -> Value {
        try value.required(key: key.rawValue)
    }
}

extension GuessMessage: CBORDecodable {
    public init(from reader: inout CBORReader) throws(WireError) {
        self = try MessageFields(from: &reader).message()
    }
}
