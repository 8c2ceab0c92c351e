public import Geodesy
import Peers
public import Wire

/// What daemons say to each other of their riders, beside the states: the body of an activity
/// message, or of a snapshot.
///
/// A map whose key 0 is the kind. All but `snapshot` travel on the reliable lane. To hear one twice
/// changes nothing. Protocol.md, section 24.3.
public enum RideMessage: Equatable, Sendable {
    /// Who some of the sender's riders are: new ones, and such as have another name now.
    ///
    /// In ascending order of their numbers. `version` counts what the sender said of its riders and
    /// its route since its instance began, from 1; of two about the same the higher holds.
    case introduction(version: UInt64, [RiderIntroduction])
    /// The sender's route from now on; `nil` for none.
    case route(version: UInt64, RideRoute?)
    /// A rider of the sender's has stopped to help at that place.
    ///
    /// `count` grows with each of the sender's calls, restarts included.
    case helpArrived(rider: UInt32, count: UInt64, at: Coordinate)
    /// A rider of the sender's was repaired by that rider, which may be itself; `nil` for somebody
    /// who does not want to be seen.
    ///
    /// `count` grows with each of the sender's repairs, restarts included.
    case fixed(rider: UInt32, count: UInt64, by: RiderID?)
    /// All of the sender's riders and its route, for one who has just come.
    case snapshot(version: UInt64, [RiderIntroduction], RideRoute?)

    /// The kind on the wire.
    public enum Kind: UInt64, CaseIterable, Hashable, Sendable {
        case introduction = 1
        case route = 2
        case helpArrived = 3
        case fixed = 4
        case snapshot = 5
    }

    /// The message's kind.
    public var kind: Kind {
        switch self {
        case .introduction: .introduction
        case .route: .route
        case .helpArrived: .helpArrived
        case .fixed: .fixed
        case .snapshot: .snapshot
        }
    }
}

extension RideMessage: CBOREncodable {
    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: RideMessageKey.kind.rawValue, unsigned: self.kind.rawValue)
            switch self {
            case .introduction(let version, let riders):
                map.set(key: RideMessageKey.version.rawValue, unsigned: version)
                map.set(key: RideMessageKey.riders.rawValue, array: riders)
            case .route(let version, let route):
                map.set(key: RideMessageKey.version.rawValue, unsigned: version)
                map.set(key: RideMessageKey.route.rawValue, value: route)
            case .helpArrived(let rider, let count, let place):
                map.set(key: RideMessageKey.rider.rawValue, unsigned: UInt64(rider))
                map.set(key: RideMessageKey.count.rawValue, unsigned: count)
                map.set(key: RideMessageKey.place.rawValue, bytes: Self.bytes(of: place))
            case .fixed(let rider, let count, let helper):
                map.set(key: RideMessageKey.rider.rawValue, unsigned: UInt64(rider))
                map.set(key: RideMessageKey.count.rawValue, unsigned: count)
                if let helper {
                    map.set(key: RideMessageKey.helperOwner.rawValue, bytes: helper.owner.bytes)
                    map.set(key: RideMessageKey.helper.rawValue, unsigned: UInt64(helper.number))
                }
            case .snapshot(let version, let riders, let route):
                map.set(key: RideMessageKey.version.rawValue, unsigned: version)
                map.set(key: RideMessageKey.riders.rawValue, array: riders)
                map.set(key: RideMessageKey.route.rawValue, value: route)
            }
        }
    }

    /// Latitude and longitude in whole 1e-7°, as in a state.
    private static func bytes(of place: Coordinate) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(place)
        return writer.bytes
    }
}

extension RideMessage: CBORDecodable {
    public init(from reader: inout CBORReader) throws(WireError) {
        self = try RideMessageFields(from: &reader).message()
    }
}
