public import Wire

/// A piece of an activity's snapshot, on the bulk lane.
public struct SnapshotChunk: Equatable, Sendable, CBOREncodable, CBORDecodable {
    public let activity: UInt64
    /// Counts the snapshots of one link, from 1; all chunks of one snapshot share it.
    public let snapshot: UInt64
    /// The activity's version that the snapshot holds.
    public let version: UInt64
    /// Counts the chunks of one snapshot, from 0.
    public let index: UInt64
    public let isLast: Bool
    public let bytes: [UInt8]

    /// 16 KiB: one TLS record, so that bulk never holds up a ping for longer than that.
    public static let bytesMaximum = 16 * 1024

    public init(
        activity: UInt64,
        snapshot: UInt64,
        version: UInt64,
        index: UInt64,
        isLast: Bool,
        bytes: [UInt8]
    ) {
        self.activity = activity
        self.snapshot = snapshot
        self.version = version
        self.index = index
        self.isLast = isLast
        self.bytes = bytes
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var numbers: [UInt64?] = [nil, nil, nil, nil]
        var isLast: Bool?
        var bytes: [UInt8]?
        try reader.readMap(atMost: 12) { (key, reader) throws(WireError) in
            switch key {
            case 1...4: numbers[Int(key) - 1] = try reader.readUnsigned()
            case 5: isLast = try reader.readBool()
            case 6: bytes = try reader.readBytes(atMost: Self.bytesMaximum)
            default: return false
            }
            return true
        }
        self.activity = try numbers[0].required(key: 1)
        self.snapshot = try numbers[1].required(key: 2)
        self.version = try numbers[2].required(key: 3)
        self.index = try numbers[3].required(key: 4)
        self.isLast = try isLast.required(key: 5)
        self.bytes = try bytes.required(key: 6)
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: self.activity)
            map.set(key: 2, unsigned: self.snapshot)
            map.set(key: 3, unsigned: self.version)
            map.set(key: 4, unsigned: self.index)
            map.set(key: 5, bool: self.isLast)
            map.set(key: 6, bytes: self.bytes)
        }
    }
}
