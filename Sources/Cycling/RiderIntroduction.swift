public import Peers
public import Wire

/// Who one of the sender's riders is.
public struct RiderIntroduction: Hashable, Sendable {
    /// The owner's number for it.
    public let number: UInt32
    public let kind: RiderKind
    public let name: DisplayName

    public init(number: UInt32, kind: RiderKind, name: DisplayName) {
        self.number = number
        self.kind = kind
        self.name = name
    }
}

extension RiderIntroduction: CBOREncodable, CBORDecodable {
    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: UInt64(self.number))
            map.set(key: 2, unsigned: self.kind.rawValue)
            map.set(key: 3, text: self.name.text)
        }
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var number: UInt32?
        var kind: RiderKind?
        var name: DisplayName?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 1: number = try reader.readUInt32()
            case 2: kind = try reader.readCase(of: "kind of rider")
            case 3: name = try reader.readDisplayName()
            default: return false
            }
            return true
        }
        self.number = try number.required(key: 1)
        self.kind = try kind.required(key: 2)
        self.name = try name.required(key: 3)
    }
}
