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
            case 1: name = try reader.readDisplayName()
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
