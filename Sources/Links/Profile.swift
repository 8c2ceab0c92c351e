public import Peers
public import Wire

/// What of a hello may change while a link lives: the name and the activities.
public struct Profile: Equatable, Sendable, CBOREncodable, CBORDecodable {
    public let name: DisplayName
    public let activities: [UInt64]

    public init(name: DisplayName, activities: [UInt64]) {
        self.name = name
        self.activities = activities
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var name: DisplayName?
        var activities: [UInt64]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 1: name = try DisplayName(from: &reader)
            case 2: activities = try Self.readActivities(from: &reader)
            default: return false
            }
            return true
        }
        self.name = try name.required(key: 1)
        self.activities = try activities.required(key: 2)
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, text: self.name.text)
            map.set(key: 2) { Self.write(activities: self.activities, into: &$0) }
        }
    }

    static func write(activities: [UInt64], into writer: inout CBORWriter) {
        writer.writeArrayHead(activities.count)
        for activity in activities { writer.write(unsigned: activity) }
    }

    /// Reads activity numbers, which must ascend, so that one list has one form.
    static func readActivities(from reader: inout CBORReader) throws(WireError) -> [UInt64] {
        let list = try reader.readArray(atMost: Hello.activitiesMaximum) {
            (reader) throws(WireError) in try reader.readUnsigned()
        }
        for (earlier, later) in zip(list, list.dropFirst()) where earlier >= later {
            throw .invalid(what: "activities", why: "\(later) follows \(earlier)")
        }
        return list
    }
}

extension DisplayName {
    /// Reads a name as a peer sends it.
    ///
    /// What people here could not type, a peer can't send: a name in another form is malformed.
    init(from reader: inout CBORReader) throws(WireError) {
        let text = try reader.readText(atMostBytes: DisplayName.bytesMaximum)
        do throws(DisplayName.Problem) {
            self = try DisplayName(text)
        } catch {
            throw .invalid(what: "name", why: "\(error)")
        }
        guard self.text == text else {
            throw .invalid(what: "name", why: "it begins or ends with white space")
        }
    }
}

extension PeerID {
    /// Reads the 32 bytes of an id.
    init(from reader: inout CBORReader) throws(WireError) {
        let bytes = try reader.readBytes(exactly: PeerID.byteCount)
        guard let peer = PeerID(bytes) else {
            throw .bytesCountMismatch(count: UInt64(bytes.count), expected: PeerID.byteCount)
        }
        self = peer
    }
}
