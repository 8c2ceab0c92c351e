public import Wire

/// A decoded frame: the closed list of what travels on a link.
public enum LinkMessage: Equatable, Sendable {
    case prove(Prove)
    case hello(Hello)
    /// The arbiter elects this link; the number counts up per pair of instances, from 1.
    case elect(UInt64)
    /// Asks for a pong with the same number.
    case ping(UInt64)
    case pong(UInt64)
    case goodbye(Goodbye)
    /// Everything on the reliable lane up to this sequence was handed over.
    case ack(UInt64)
    /// The sender of bulk may send that many more bytes of chunks.
    case credit(UInt64)
    case members([MemberHint])
    case profile(Profile)
    case activity(ActivityMessage)
    case chunk(SnapshotChunk)
    case state(StateMessage)
    case removal(StateRemoval)

    /// Members that one frame may tell of; the session has no more seats.
    public static let membersMaximum = 64

    public var kind: FrameKind {
        switch self {
        case .prove: .prove
        case .hello: .hello
        case .elect: .elect
        case .ping: .ping
        case .pong: .pong
        case .goodbye: .goodbye
        case .ack: .ack
        case .credit: .credit
        case .members: .members
        case .profile: .profile
        case .activity: .activity
        case .chunk: .chunk
        case .state: .state
        case .removal: .removal
        }
    }

    /// The CBOR of the frame's body.
    public var payload: [UInt8] {
        switch self {
        case .prove(let prove): prove.encoded
        case .hello(let hello): hello.encoded
        case .elect(let number), .ping(let number), .pong(let number), .ack(let number),
            .credit(let number):
            Self.encoded(number)
        case .goodbye(let goodbye): goodbye.encoded
        case .members(let hints): Self.encoded(hints)
        case .profile(let profile): profile.encoded
        case .activity(let message): message.encoded
        case .chunk(let chunk): chunk.encoded
        case .state(let state): state.encoded
        case .removal(let removal): removal.encoded
        }
    }

    /// Decodes a frame; `nil` for a kind that may be ignored.
    ///
    /// Throws for a kind that is neither known nor ignorable, for a kind on a foreign lane, and for
    /// a body that is not what Protocol.md says.
    public init?(_ frame: Frame) throws(WireError) {
        guard let kind = FrameKind(rawValue: frame.kind) else {
            guard frame.kind >= FrameKind.firstIgnorable else {
                throw .unknownValue(what: "frame kind", value: UInt64(frame.kind))
            }
            return nil
        }
        guard kind.lane == frame.lane else {
            throw .invalid(what: "lane", why: "\(kind) frames travel on the \(kind.lane) lane")
        }
        switch kind {
        case .prove: self = .prove(try Prove.decode(frame.payload))
        case .hello: self = .hello(try Hello.decode(frame.payload))
        case .elect:
            self = .elect(try Self.number(frame.payload, atMost: Hello.electionMaximum))
        case .ping: self = .ping(try Self.number(frame.payload))
        case .pong: self = .pong(try Self.number(frame.payload))
        case .goodbye: self = .goodbye(try Goodbye.decode(frame.payload))
        case .ack: self = .ack(try Self.number(frame.payload))
        case .credit: self = .credit(try Self.number(frame.payload))
        case .members: self = .members(try Self.hints(frame.payload))
        case .profile: self = .profile(try Profile.decode(frame.payload))
        case .activity: self = .activity(try ActivityMessage.decode(frame.payload))
        case .chunk: self = .chunk(try SnapshotChunk.decode(frame.payload))
        case .state: self = .state(try StateMessage.decode(frame.payload))
        case .removal: self = .removal(try StateRemoval.decode(frame.payload))
        }
    }

    /// `{1: number}`, the body of the messages that carry one number.
    private static func encoded(_ number: UInt64) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeMap { $0.set(key: 1, unsigned: number) }
        return writer.bytes
    }

    private static func number(
        _ payload: [UInt8],
        atMost accepted: UInt64 = .max
    ) throws(WireError) -> UInt64 {
        var reader = CBORReader(payload)
        var number: UInt64?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            guard key == 1 else { return false }
            number = try reader.readUnsigned(atMost: accepted)
            return true
        }
        try reader.finish()
        return try number.required(key: 1)
    }

    private static func encoded(_ hints: [MemberHint]) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeMap { $0.set(key: 1, array: hints) }
        return writer.bytes
    }

    private static func hints(_ payload: [UInt8]) throws(WireError) -> [MemberHint] {
        var reader = CBORReader(payload)
        var hints: [MemberHint]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            guard key == 1 else { return false }
            hints = try reader.readArray(of: MemberHint.self, atMost: Self.membersMaximum)
            return true
        }
        try reader.finish()
        return try hints.required(key: 1)
    }
}
