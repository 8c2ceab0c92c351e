public import Peers
public import Wire

/// What one activity says to the same activity of another peer, on the reliable lane.
public struct ActivityMessage: Equatable, Sendable, CBOREncodable, CBORDecodable {
    /// The number of the activity; one that the receiver does not know is ignored and counted.
    public let activity: UInt64
    /// Who said it first.
    public let origin: PeerID
    /// Counts what that origin said in this activity, from 1.
    public let originSequence: UInt64
    /// The activity's own CBOR.
    public let body: [UInt8]

    /// The longest body, so that a frame with its heads stays within 1 MiB.
    public static let bodyBytesMaximum = 1_048_576 - 256

    public init(activity: UInt64, origin: PeerID, originSequence: UInt64, body: [UInt8]) {
        self.activity = activity
        self.origin = origin
        self.originSequence = originSequence
        self.body = body
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var activity: UInt64?
        var origin: PeerID?
        var sequence: UInt64?
        var body: [UInt8]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 1: activity = try reader.readUnsigned()
            case 2: origin = try reader.readPeerID()
            case 3: sequence = try reader.readUnsigned()
            case 4: body = try reader.readBytes(atMost: Self.bodyBytesMaximum)
            default: return false
            }
            return true
        }
        self.activity = try activity.required(key: 1)
        self.origin = try origin.required(key: 2)
        self.originSequence = try sequence.required(key: 3)
        self.body = try body.required(key: 4)
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: self.activity)
            map.set(key: 2, bytes: self.origin.bytes)
            map.set(key: 3, unsigned: self.originSequence)
            map.set(key: 4, bytes: self.body)
        }
    }
}
