import Cycling
import Digest
import Geodesy
import GeodesyTesting
import Links
import Peers
import Routes
import Testing
import Wire

/// The frames of Protocol.md, section 24.
@Suite struct RideMessageTests {
    /// What a golden block shows: its name, the message of the link, and its sequence.
    struct Example {
        let name: String
        let message: LinkMessage
        var sequence: UInt64?
    }

    /// Ada's loop, of three points and a part over the antimeridian.
    private static func loop() throws -> RideRoute {
        let points = [
            [
                place(37.342_050_3, -122.031_180_0), place(37.342_060_6, -122.031_105_2),
                place(37.342_070_4, -122.031_030_2),
            ], [place(-16.5, 179.999), place(-16.5, -179.999)],
        ]
        return try RideRoute(name: DisplayName("loop"), Route(points, isClosed: true))
    }

    private static func messages() throws -> [(String, RideMessage)] {
        let riders = [
            RiderIntroduction(number: 0, kind: .person, name: try DisplayName("ada")),
            RiderIntroduction(number: 1, kind: .simulant, name: try DisplayName("Waldo")),
        ]
        let bob = RiderID(owner: try Cast.bob.get(), number: RiderID.person)
        return [
            ("introduction", .introduction(version: 1, riders)),
            ("route", .route(version: 2, try Self.loop())),
            ("route.none", .route(version: 3, nil)),
            ("helpArrived", .helpArrived(rider: 0, count: 1, at: place(37.33182, -122.03118))),
            ("fixed", .fixed(rider: 1, count: 2, by: bob)),
            ("snapshot", .snapshot(version: 3, riders, try Self.loop())),
        ]
    }

    private static func states() -> [(String, UInt64, RiderReport)] {
        [
            (
                "state", 1,
                RiderReport(
                    status: .cruisin,
                    coordinate: place(37.33182, -122.03118),
                    speed: 6.731,
                    course: 90.25,
                    progress: RiderReport.Progress(along: 1_234.5, isForward: true)
                )
            ),
            (
                "state.flat", 0,
                RiderReport(
                    status: .flat,
                    coordinate: place(-16.5, 179.999),
                    speed: 0,
                    course: 359.99,
                    progress: RiderReport.Progress(along: 6.3, isForward: false),
                    fixAge: .seconds(172_800),
                    uncertainty: 365
                )
            ),
        ]
    }

    static func examples() throws -> [Example] {
        let states = Self.states().map { name, number, report in
            let state = StateMessage(
                key: StateKey(activity: RideActivity.number, key: number),
                version: 61_500,
                body: RideState(report).encoded
            )
            return Example(name: "ride.\(name)", message: .state(state))
        }
        let messages = try Self.messages().enumerated().map { index, entry in
            let (name, message) = entry
            guard case .snapshot(let version, _, _) = message else {
                let activity = ActivityMessage(
                    activity: RideActivity.number,
                    origin: try Cast.ada.get(),
                    originSequence: UInt64(index + 1),
                    body: message.encoded
                )
                return Example(
                    name: "ride.\(name)",
                    message: .activity(activity),
                    sequence: UInt64(index + 11)
                )
            }
            let chunk = SnapshotChunk(
                activity: RideActivity.number,
                snapshot: 2,
                version: version,
                index: 0,
                isLast: true,
                bytes: message.encoded
            )
            return Example(name: "ride.\(name)", message: .chunk(chunk))
        }
        return states + messages
    }

    // MARK: Tests

    @Test func `each frame is the bytes that stand in the file, and comes back from them`() throws {
        let file = try ProtocolFile()
        for example in try Self.examples() {
            let bytes = try file.bytes(.golden, example.name)
            #expect(framed(example.message, sequence: example.sequence) == bytes, "\(example.name)")
            #expect(try LinkMessage(try onlyFrame(in: bytes)) == example.message, "\(example.name)")
        }
    }

    @Test func `the bodies that stand in the file are the messages and the reports`() throws {
        let file = try ProtocolFile()
        var kinds: Set<RideMessage.Kind> = []
        func body(_ name: String) throws -> [UInt8] {
            switch try LinkMessage(try onlyFrame(in: file.bytes(.golden, "ride.\(name)"))) {
            case .activity(let activity): activity.body
            case .chunk(let chunk): chunk.bytes
            case .state(let state): state.body
            default: []
            }
        }
        for (name, message) in try Self.messages() {
            #expect(try RideMessage.decode(try body(name)) == message, "\(name)")
            kinds.insert(message.kind)
        }
        #expect(kinds == Set(RideMessage.Kind.allCases))
        for (name, _, report) in Self.states() {
            #expect(try RideState(decoding: try body(name)).report == report, "\(name)")
        }
    }

    @Test func `the hash of a route is that of the bytes that are listed`() throws {
        let file = try ProtocolFile()
        let input = try file.bytes(.value, "ride.route.hash.input")
        #expect(SHA256.hash(input) == (try file.bytes(.value, "ride.route.hash")))
        #expect(try Self.loop().hash.bytes == SHA256.hash(input))
        #expect(file.says("These \(input.count) bytes, and their hash"))
    }

    @Test func `the number of the activity, the statuses and the kinds are listed`() throws {
        let file = try ProtocolFile()
        #expect(file.says("| \(RideActivity.number) | \(RideActivity.word) | 24 |"))
        let statuses = RiderStatus.allCases.map { "\($0.rawValue) \($0.word)" }
        #expect(file.says("| status | \(statuses.joined(separator: ", ")) |"))
        #expect(file.says("| kind | 1 person, 2 simulant |"))
        #expect(RiderKind.person.rawValue == 1 && RiderKind.simulant.rawValue == 2)
        #expect(file.says("no CBOR but 12 to \(RideState.bytesMaximum) bytes"))
    }
}
