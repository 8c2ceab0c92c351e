public import Peers
public import Wire

/// Who a peer says it is, once its proof has verified.
///
/// Travels once in each direction.
public struct Hello: Equatable, Sendable, CBOREncodable, CBORDecodable {
    /// The minor versions of protocol 1 that the sender speaks, lowest and highest.
    public let minorVersions: ClosedRange<UInt64>
    public let name: DisplayName
    public let instance: InstanceID
    /// The numbers of the activities that the sender takes part in, ascending.
    public let activities: [UInt64]
    /// The port that the sender listens on, so that others can be told; 0 where it does not.
    public let port: UInt16
    /// The number of the election that the sender still holds with the receiver's instance.
    public let held: UInt64?

    /// Activities that a hello may list.
    public static let activitiesMaximum = 64

    /// More elections than two daemons could hold in an age; a number past it is a lie.
    public static let electionMaximum: UInt64 = 1 << 53

    public init(
        minorVersions: ClosedRange<UInt64>,
        name: DisplayName,
        instance: InstanceID,
        activities: [UInt64],
        port: UInt16,
        held: UInt64?
    ) {
        self.minorVersions = minorVersions
        self.name = name
        self.instance = instance
        self.activities = activities
        self.port = port
        self.held = held
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var lowest: UInt64?
        var highest: UInt64?
        var name: DisplayName?
        var instance: InstanceID?
        var activities: [UInt64]?
        var port: UInt64?
        var held: UInt64?
        try reader.readMap(atMost: 16) { (key, reader) throws(WireError) in
            switch key {
            case 1: lowest = try reader.readUnsigned(atMost: 1 << 32)
            case 2: highest = try reader.readUnsigned(atMost: 1 << 32)
            case 3: name = try reader.readDisplayName()
            case 4: instance = InstanceID(try reader.readBytes(exactly: InstanceID.byteCount))
            case 5: activities = try Profile.readActivities(from: &reader)
            case 6: port = try reader.readUnsigned(atMost: UInt64(UInt16.max))
            case 7: held = try reader.readUnsigned(atMost: Self.electionMaximum)
            default: return false
            }
            return true
        }
        let (low, high) = (try lowest.required(key: 1), try highest.required(key: 2))
        guard low <= high else {
            throw .invalid(what: "minor versions", why: "the lowest is above the highest")
        }
        self.minorVersions = low...high
        self.name = try name.required(key: 3)
        self.instance = try instance.required(key: 4)
        self.activities = try activities.required(key: 5)
        self.port = UInt16(try port.required(key: 6))
        self.held = held
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, unsigned: self.minorVersions.lowerBound)
            map.set(key: 2, unsigned: self.minorVersions.upperBound)
            map.set(key: 3, text: self.name.text)
            map.set(key: 4, bytes: self.instance.bytes)
            map.set(key: 5) { Profile.write(activities: self.activities, into: &$0) }
            map.set(key: 6, unsigned: UInt64(self.port))
            map.set(key: 7, unsigned: self.held)
        }
    }
}
