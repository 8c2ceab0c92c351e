import Determinism
public import Peers
public import Wire

/// The last frame before a deliberate close: why, and when to try again.
public struct Goodbye: Equatable, Sendable, CBOREncodable, CBORDecodable {
    public let reason: GoodbyeReason
    /// How long the receiver should wait before it dials again; zero: as it likes.
    public let retryAfter: Duration

    /// An hour: a peer can't send another away for longer than a refusal is remembered.
    public static let retryAfterMaximum = Duration.seconds(3_600)

    public init(reason: GoodbyeReason, retryAfter: Duration = .zero) {
        self.reason = reason
        self.retryAfter = min(max(.zero, retryAfter), Self.retryAfterMaximum)
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var number: UInt64?
        var milliseconds: UInt64?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 1: number = try reader.readUnsigned()
            case 2: milliseconds = try reader.readUnsigned(atMost: 3_600_000)
            default: return false
            }
            return true
        }
        let code = try number.required(key: 1)
        guard let reason = GoodbyeReason(rawValue: code) else {
            throw .unknownValue(what: "goodbye reason", value: code)
        }
        self.reason = reason
        self.retryAfter = .milliseconds(try milliseconds.required(key: 2))
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: self.reason.rawValue)
            map.set(key: 2, unsigned: UInt64(self.retryAfter.wholeNanoseconds / 1_000_000))
        }
    }
}
