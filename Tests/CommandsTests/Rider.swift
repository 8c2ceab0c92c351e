import Control

/// A rider as `ride.riders` has it, for tests to change a little.
enum Rider {
    static func json(
        _ name: String,
        _ latitude: Double = 0,
        _ longitude: Double = 0,
        _ changes: JSONObject = [:]
    ) -> JSONValue {
        var rider: JSONObject = [
            "id": .string("id of \(name)"), "name": .string(name), "kind": "person",
            "owner": ["id": "7qk2f3mdxyzw", "name": .string("host of \(name)")],
            "state": "cruisin", "latitude": .double(latitude), "longitude": .double(longitude),
            "speed": 6.722, "course": nil, "fixAge": 1.5, "lastHeard": 0.25, "live": true,
            "own": false, "uncertainty": 0, "hidden": false, "gap": nil,
        ]
        for member in changes.members { rider[member.name] = member.value }
        return .object(rider)
    }

    static func all(_ riders: [JSONValue], more: Int64 = 0) -> JSONValue {
        ["riders": .array(riders), "more": .int(more)]
    }
}
