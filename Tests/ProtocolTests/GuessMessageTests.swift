import Activities
import Determinism
import Guessing
import Links
import Peers
import Testing
import Wire

/// The frames of Protocol.md, section 16.
@Suite struct GuessMessageTests {
    /// Who says what in a golden block, and which of the origin's messages it is.
    struct Example {
        let name: String
        let message: GuessMessage
        let origin: PeerID
        let originSequence: UInt64
    }

    /// The frame's sequence is this much above the origin's.
    private static let sequencesBefore: UInt64 = 10

    static func examples() throws -> [Example] {
        let ada = try Cast.ada.get()
        let bob = try Cast.bob.get()
        let game = try GoldenGame()
        let id = game.key.id
        let adas: [(String, GuessMessage)] = [
            ("event.newGame", .event(game.start)), ("event.guess", .event(game.guess)),
            ("event.answer", .event(game.answer)), ("event.over", .event(game.over)),
            ("event.withdrawn", .event(game.withdrawn)),
            ("event.cancelled", .event(game.cancelled)),
            ("refused", .refused(game: id, token: 1, reason: .onePending)),
            (
                "head",
                .head(
                    GameHead(
                        game: game.key,
                        number: 2,
                        hash: EventHash(of: game.answer),
                        isLive: true
                    )
                )
            ),
        ]
        let bobs: [(String, GuessMessage)] = [
            ("guess", .guess(game: id, token: 1, number: 42)),
            ("withdraw", .withdraw(game: id, token: 1)),
            ("superseded", .superseded(by: game.key)),
        ]
        let snapshot = ("snapshot", GuessMessage.snapshot([game.start, game.guess]))
        return Self.numbered(adas, ada) + Self.numbered(bobs, bob)
            + Self.numbered([snapshot], ada)
    }

    private static func numbered(
        _ messages: [(String, GuessMessage)],
        _ origin: PeerID
    ) -> [Example] {
        messages.enumerated().map { index, entry in
            Example(
                name: "guess.\(entry.0)",
                message: entry.1,
                origin: origin,
                originSequence: UInt64(index + 1)
            )
        }
    }

    /// What travels on the link for it.
    private static func linkMessage(_ example: Example) -> LinkMessage {
        let body = example.message.encoded
        guard case .snapshot(let events) = example.message else {
            return .activity(
                ActivityMessage(
                    activity: ActivityKind.guess.rawValue,
                    origin: example.origin,
                    originSequence: example.originSequence,
                    body: body
                )
            )
        }
        return .chunk(
            SnapshotChunk(
                activity: ActivityKind.guess.rawValue,
                snapshot: 1,
                version: UInt64(events.count),
                index: 0,
                isLast: true,
                bytes: body
            )
        )
    }

    private static func body(of message: LinkMessage) -> [UInt8] {
        switch message {
        case .activity(let activity): activity.body
        case .chunk(let chunk): chunk.bytes
        case .prove, .hello, .elect, .ping, .pong, .goodbye, .ack, .credit, .members, .profile,
            .state, .removal:
            []
        }
    }

    // MARK: Tests

    @Test func `each message is the bytes that stand in the file, and comes back from them`()
        throws
    {
        let file = try ProtocolFile()
        for example in try Self.examples() {
            let bytes = try file.bytes(.golden, example.name)
            let message = Self.linkMessage(example)
            let sequence =
                message.kind.lane == .reliable
                ? Self.sequencesBefore + example.originSequence : nil
            #expect(framed(message, sequence: sequence) == bytes, "\(example.name)")
            let read = try #require(try LinkMessage(try onlyFrame(in: bytes)), "\(example.name)")
            #expect(read == message, "\(example.name)")
            let body = Self.body(of: read)
            #expect(try GuessMessage.decode(body) == example.message, "\(example.name)")
        }
    }

    @Test func `every kind of message and of event has a block`() throws {
        let file = try ProtocolFile()
        var kinds: Set<GuessMessage.Kind> = []
        var events: Set<UInt8> = []
        for name in file.names(of: .golden) where name.hasPrefix("guess.") {
            let frame = try onlyFrame(in: try file.bytes(.golden, name))
            let link = try #require(try LinkMessage(frame), "\(name)")
            let message = try GuessMessage.decode(Self.body(of: link))
            kinds.insert(message.kind)
            // {0: kind, …}: the map's head, key 0, then the kind.
            if case .event(let event) = message { events.insert(event.encoded[2]) }
        }
        #expect(kinds == Set(GuessMessage.Kind.allCases))
        #expect(events == Set(EventKind.allCases.map { UInt8($0.rawValue) }))
    }
}
