public import Wire

/// What opens a commitment: the secret, and the salt that kept it from being tried out.
public struct Reveal: Hashable, Sendable {
    /// The secret as the host claims it; a cheating host's may lie outside of the range.
    public let secret: UInt32
    /// 32 bytes from the system's generator.
    public let salt: [UInt8]

    /// Bytes in a salt.
    public static let saltByteCount = 32

    /// Makes a reveal; `nil` unless the salt has 32 bytes.
    public init?(secret: UInt32, salt: [UInt8]) {
        guard salt.count == Self.saltByteCount else { return nil }
        self.secret = secret
        self.salt = salt
    }
}

extension Reveal: CBOREncodable, CBORDecodable {
    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 0, unsigned: UInt64(self.secret))
            map.set(key: 1, bytes: self.salt)
        }
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var secret: UInt32?
        var salt: [UInt8]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 0: secret = try reader.readUInt32()
            case 1: salt = try reader.readBytes(exactly: Self.saltByteCount)
            default: return false
            }
            return true
        }
        self.secret = try secret.required(key: 0)
        self.salt = try salt.required(key: 1)
    }
}
