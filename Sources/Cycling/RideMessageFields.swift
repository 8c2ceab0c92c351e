import Geodesy
import Peers
import Wire

/// The entries of a message's map as they were read, before they are known to make a message.
struct RideMessageFields {
    private var kind: RideMessage.Kind?
    private var version: UInt64?
    private var riders: [RiderIntroduction]?
    private var route: RideRoute?
    private var rider: UInt32?
    private var count: UInt64?
    private var place: Coordinate?
    private var helperOwner: PeerID?
    private var helper: UInt32?

    /// Reads one map.
    init(from reader: inout CBORReader) throws(WireError) {
        var fields = Self()
        // 9 keys, and room for as many that a later version adds to be ignored.
        try reader.readMap(atMost: 24) { (key, reader) throws(WireError) in
            guard let key = RideMessageKey(rawValue: key) else { return false }
            try fields.read(key, from: &reader)
            return true
        }
        self = fields
    }

    private init() {}

    private mutating func read(
        _ key: RideMessageKey,
        from reader: inout CBORReader
    ) throws(WireError) {
        // Key 0 comes first in every map, so nothing large is read that the kind does not have.
        if key != .kind {
            let kind = try self.kind.required(key: RideMessageKey.kind.rawValue)
            guard RideMessageKey.entries(of: kind).contains(key) else {
                throw .unknownKey(key.rawValue)
            }
        }
        switch key {
        case .kind: self.kind = try reader.readCase(of: "kind of message of the ride")
        case .version: self.version = try Self.readCount("version", from: &reader)
        case .riders: self.riders = try Self.readRiders(from: &reader)
        case .route: self.route = try reader.read()
        case .rider: self.rider = try reader.readUInt32()
        case .count: self.count = try Self.readCount("count", from: &reader)
        case .place: self.place = try Self.readPlace(from: &reader)
        case .helperOwner: self.helperOwner = try reader.readPeerID()
        case .helper: self.helper = try reader.readUInt32()
        }
    }

    // MARK: Values

    /// Reads what is counted from 1.
    private static func readCount(
        _ what: String,
        from reader: inout CBORReader
    ) throws(WireError) -> UInt64 {
        let count = try reader.readUnsigned(atMost: RideLimits.versionMaximum)
        guard count > 0 else { throw .invalid(what: what, why: "it is 0; they start at 1") }
        return count
    }

    /// Reads introductions, whose numbers must ascend, so that one list has one form.
    private static func readRiders(
        from reader: inout CBORReader
    ) throws(WireError) -> [RiderIntroduction] {
        let riders = try reader.readArray(
            of: RiderIntroduction.self,
            atMost: RideLimits.ridersMaximum
        )
        for (earlier, later) in zip(riders, riders.dropFirst())
        where earlier.number >= later.number {
            throw .invalid(what: "riders", why: "\(later.number) follows \(earlier.number)")
        }
        return riders
    }

    private static func readPlace(from reader: inout CBORReader) throws(WireError) -> Coordinate {
        var bytes = ByteReader(try reader.readBytes(exactly: 8))
        return try bytes.readCoordinate()
    }

    // MARK: What they make

    /// The message, or why they make none.
    func message() throws(WireError) -> RideMessage {
        switch try self.require(self.kind, .kind) {
        case .introduction:
            .introduction(
                version: try self.require(self.version, .version),
                try self.require(self.riders, .riders)
            )
        case .route:
            .route(version: try self.require(self.version, .version), self.route)
        case .helpArrived:
            .helpArrived(
                rider: try self.require(self.rider, .rider),
                count: try self.require(self.count, .count),
                at: try self.require(self.place, .place)
            )
        case .fixed:
            .fixed(
                rider: try self.require(self.rider, .rider),
                count: try self.require(self.count, .count),
                by: try self.helperID()
            )
        case .snapshot:
            .snapshot(
                version: try self.require(self.version, .version),
                try self.require(self.riders, .riders),
                self.route
            )
        }
    }

    /// Both entries, or neither.
    private func helperID() throws(WireError) -> RiderID? {
        guard self.helperOwner != nil || self.helper != nil else { return nil }
        return RiderID(
            owner: try self.require(self.helperOwner, .helperOwner),
            number: try self.require(self.helper, .helper)
        )
    }

    private func require<Value>(
        _ value: Value?,
        _ key: RideMessageKey
    ) throws(WireError) -> Value {
        try value.required(key: key.rawValue)
    }
}
