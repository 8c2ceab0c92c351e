import Geodesy
import Peers
public import Wire

/// As a map of name, closedness, parts and hash: Protocol.md, section 24.3.
extension RideRoute: CBOREncodable, CBORDecodable {
    private enum Key {
        static let name: Int64 = 1
        static let isClosed: Int64 = 2
        static let parts: Int64 = 3
        static let hash: Int64 = 4
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: Key.name, text: self.name.text)
            Self.set(isClosed: self.isClosed, self.parts, in: &map)
            map.set(key: Key.hash, bytes: self.hash.bytes)
        }
    }

    /// The bytes that the hash is of: the same map with closedness and parts alone.
    static func hashed(isClosed: Bool, _ parts: [[Coordinate]]) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeMap { Self.set(isClosed: isClosed, parts, in: &$0) }
        return writer.bytes
    }

    private static func set(
        isClosed: Bool,
        _ parts: [[Coordinate]],
        in map: inout CBORMapWriter
    ) {
        map.set(key: Key.isClosed, bool: isClosed)
        map.set(key: Key.parts) { writer in
            writer.writeArrayHead(parts.count)
            for part in parts { writer.write(bytes: PointCoding.encoded(part)) }
        }
    }

    /// Reads a route, and checks its hash: two peers that count the points differently are noticed
    /// at once.
    public init(from reader: inout CBORReader) throws(WireError) {
        var name: DisplayName?
        var isClosed: Bool?
        var parts: [[Coordinate]]?
        var hash: [UInt8]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case Key.name: name = try reader.readDisplayName()
            case Key.isClosed: isClosed = try reader.readBool()
            case Key.parts: parts = try Self.readParts(from: &reader)
            case Key.hash: hash = try reader.readBytes(exactly: RouteHash.byteCount)
            default: return false
            }
            return true
        }
        self.init(
            name: try name.required(key: Key.name),
            isClosed: try isClosed.required(key: Key.isClosed),
            parts: try parts.required(key: Key.parts)
        )
        guard self.hash.bytes == (try hash.required(key: Key.hash)) else {
            throw .invalid(what: "hash of a route", why: "its points have another one")
        }
    }

    /// Reads the parts; the bound is on the points of all of them together.
    private static func readParts(
        from reader: inout CBORReader
    ) throws(WireError) -> [[Coordinate]] {
        var room = RideLimits.routePointsMaximum
        let parts = try reader.readArray(atMost: room) { (reader) throws(WireError) in
            let bytes = try reader.readBytes(atMost: room * PointCoding.pointBytesMaximum)
            let part = try PointCoding.decoded(bytes, atMost: room)
            room -= part.count
            return part
        }
        guard !parts.isEmpty else { throw .invalid(what: "route", why: "it has no point") }
        return parts
    }
}
