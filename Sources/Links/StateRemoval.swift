public import Wire

/// The end of one thing that the sender owned, on the reliable lane: it must not be missed.
public struct StateRemoval: Equatable, Sendable, CBOREncodable, CBORDecodable {
    public let key: StateKey
    /// States of the key up to this version are over, whenever they come.
    public let version: UInt64

    public init(key: StateKey, version: UInt64) {
        self.key = key
        self.version = version
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var numbers: [UInt64?] = [nil, nil, nil]
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            guard (1...3).contains(key) else { return false }
            numbers[Int(key) - 1] = try reader.readUnsigned()
            return true
        }
        self.key = StateKey(
            activity: try numbers[0].required(key: 1),
            key: try numbers[1].required(key: 2)
        )
        self.version = try numbers[2].required(key: 3)
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: self.key.activity)
            map.set(key: 2, unsigned: self.key.key)
            map.set(key: 3, unsigned: self.version)
        }
    }
}
