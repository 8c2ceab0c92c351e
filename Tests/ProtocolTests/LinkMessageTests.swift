import Links
import Peers
import Testing
import Wire

/// The frames of Protocol.md, sections 5 to 8.
@Suite struct LinkMessageTests {
    /// What a golden block shows: its name, the message, and the sequence on the reliable lane.
    struct Example {
        let name: String
        let message: LinkMessage
        var sequence: UInt64?

        init(_ name: String, _ message: LinkMessage, sequence: UInt64? = nil) {
            self.name = name
            self.message = message
            self.sequence = sequence
        }
    }

    static func examples() throws -> [Example] {
        try self.control() + self.reliable() + [
            Example(
                "chunk",
                .chunk(
                    SnapshotChunk(
                        activity: 200,
                        snapshot: 1,
                        version: 9,
                        index: 0,
                        isLast: true,
                        bytes: Array("last".utf8)
                    )
                )
            ),
            Example(
                "state",
                .state(
                    StateMessage(
                        key: StateKey(activity: 200, key: 1),
                        version: 1_500,
                        body: [0]
                    )
                )
            ),
            Example(
                "removal",
                .removal(
                    StateRemoval(key: StateKey(activity: 200, key: 1), version: 1_500)
                ),
                sequence: 4
            ),
        ]
    }

    private static func control() throws -> [Example] {
        [
            Example("prove", .prove(Prove(proof: []))),
            Example("hello", .hello(try self.adasHello())),
            Example(
                "hello.held",
                .hello(
                    Hello(
                        minorVersions: 0...0,
                        name: try DisplayName("bob"),
                        instance: try Cast.instance(0x0B),
                        activities: [1],
                        port: 40_123,
                        held: 5
                    )
                )
            ),
            Example("elect", .elect(6)),
            Example("ping", .ping(1)),
            Example("pong", .pong(1)),
            Example(
                "goodbye",
                .goodbye(Goodbye(reason: .full, retryAfter: .seconds(30)))
            ),
            Example("goodbye.leaving", .goodbye(Goodbye(reason: .leaving))),
            Example("ack", .ack(3)),
            Example("credit", .credit(65_792)),
        ]
    }

    private static func reliable() throws -> [Example] {
        let eve = try Cast.eve.get()
        let four = try #require(IPAddress(bytes: [10, 77, 0, 3]))
        let six = try #require(
            IPAddress(bytes: [0xFD] + [UInt8](repeating: 0, count: 14) + [3])
        )
        let endpoints = [four, six].map { Endpoint(address: $0, port: 7_433) }
        return [
            Example(
                "members",
                .members([MemberHint(peer: eve, endpoints: endpoints)]),
                sequence: 1
            ),
            Example("members.gone", .members([MemberHint(peer: eve, endpoints: [])]), sequence: 2),
            Example(
                "profile",
                .profile(Profile(name: try DisplayName("ada lovelace"), activities: [1])),
                sequence: 3
            ),
            Example(
                "activity",
                .activity(
                    ActivityMessage(
                        activity: 200,
                        origin: try Cast.ada.get(),
                        originSequence: 1,
                        body: [0xA0]
                    )
                ),
                sequence: 4
            ),
        ]
    }

    private static func adasHello() throws -> Hello {
        Hello(
            minorVersions: 0...0,
            name: try DisplayName("ada"),
            instance: try Cast.instance(0x0A),
            activities: [1],
            port: 7_433,
            held: nil
        )
    }

    // MARK: Tests

    @Test func `each message is the bytes that stand in the file, and comes back from them`()
        throws
    {
        let file = try ProtocolFile()
        for example in try Self.examples() {
            let bytes = try file.bytes(.golden, example.name)
            let frame = try onlyFrame(in: bytes)
            #expect(framed(example.message, sequence: example.sequence) == bytes, "\(example.name)")
            #expect(try LinkMessage(frame) == example.message, "\(example.name)")
            #expect(frame.sequence == example.sequence, "\(example.name)")
        }
    }

    @Test func `every kind of frame has a block`() throws {
        let file = try ProtocolFile()
        var kinds: Set<FrameKind> = []
        for name in file.names(of: .golden) {
            let frame = try onlyFrame(in: try file.bytes(.golden, name))
            kinds.insert(try #require(FrameKind(rawValue: frame.kind), "\(name)"))
        }
        #expect(kinds == Set(FrameKind.allCases))
    }

    @Test func `no block is left unchecked`() throws {
        let file = try ProtocolFile()
        let checked =
            try Self.examples().map(\.name) + ["hello.extended"]
            + GuessMessageTests.examples().map(\.name) + RideMessageTests.examples().map(\.name)
        #expect(file.names(of: .golden) == Set(checked))
        #expect(file.names(of: .value) == Set(ValueTests.names))
        #expect(file.names(of: .refused) == ["ping"])
    }

    @Test func `an entry with a negative key is skipped`() throws {
        let frame = try onlyFrame(in: try ProtocolFile().bytes(.golden, "hello.extended"))
        #expect(try LinkMessage(frame) == .hello(try Self.adasHello()))
        #expect(frame.payload != (try Self.adasHello()).encoded)
    }

    @Test func `the frames that are to be refused are refused`() throws {
        let rows = try ProtocolFile().rows(.refused, "ping")
        #expect(rows.count == 13)
        for row in rows {
            let frame = try onlyFrame(in: row)
            #expect(frame.kind == FrameKind.ping.rawValue)
            #expect(throws: WireError.self, "\(row)") { try LinkMessage(frame) }
        }
    }
}
