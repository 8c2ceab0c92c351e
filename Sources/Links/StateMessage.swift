public import Wire

/// The present state of one thing that the sender owns, on the state lane.
///
/// It stands for itself: a newer one takes its place, sent or unsent, and nothing is owed for one
/// that never left.
public struct StateMessage: Equatable, Sendable, CBOREncodable, CBORDecodable {
    public let key: StateKey
    /// Counts up with each state of the key; an older one than is known changes nothing.
    public let version: UInt64
    /// The activity's own bytes.
    public let body: [UInt8]

    /// The longest body: a full lane of 1,024 keys then holds what its 256 KiB allow.
    public static let bodyBytesMaximum = 192

    public init(key: StateKey, version: UInt64, body: [UInt8]) {
        self.key = key
        self.version = version
        self.body = body
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var numbers: [UInt64?] = [nil, nil, nil]
        var body: [UInt8]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 1...3: numbers[Int(key) - 1] = try reader.readUnsigned()
            case 4: body = try reader.readBytes(atMost: Self.bodyBytesMaximum)
            default: return false
            }
            return true
        }
        self.key = StateKey(
            activity: try numbers[0].required(key: 1),
            key: try numbers[1].required(key: 2)
        )
        self.version = try numbers[2].required(key: 3)
        self.body = try body.required(key: 4)
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: self.key.activity)
            map.set(key: 2, unsigned: self.key.key)
            map.set(key: 3, unsigned: self.version)
            map.set(key: 4, bytes: self.body)
        }
    }
}
