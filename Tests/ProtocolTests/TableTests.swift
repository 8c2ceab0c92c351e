import Cycling
import Guessing
import Links
import Peers
import Testing
import Wire

/// The numbers in Protocol.md's tables, against the constants that they tell of.
@Suite struct TableTests {
    @Test(arguments: FrameKind.allCases)
    func `each kind has its number, its lane and its place`(kind: FrameKind) throws {
        let place = kind.travelsBeforeElection ? "yes" : "no"
        #expect(
            try ProtocolFile().says("| \(kind) | \(kind.rawValue) | \(kind.lane) | \(place) |")
        )
    }

    @Test(arguments: Lane.allCases)
    func `each lane has its number`(lane: Lane) throws {
        #expect(try ProtocolFile().says("\(lane.rawValue) \(lane)"))
    }

    @Test func `each goodbye reason is listed, and whether it is a refusal`() throws {
        let file = try ProtocolFile()
        for reason in GoodbyeReason.allCases {
            let name = Self.name(of: reason)
            let row = try #require(file.row(of: ["\(reason.rawValue)", name]), "\(name)")
            #expect(row.count == 5)
            #expect(row[3] == (reason.isRefusal ? "yes" : "no"), "\(name)")
        }
        #expect(file.says("reason = 1..\(GoodbyeReason.allCases.count)"))
    }

    @Test(arguments: Self.limits)
    func `each limit is the code's`(limit: Limit) throws {
        let row = try #require(try ProtocolFile().row(of: [limit.name]), "\(limit.name)")
        var found = row[1].split(whereSeparator: { !$0.isNumber && $0 != "," })
            .map { $0.filter(\.isNumber) }.filter { !$0.isEmpty }.compactMap { Int($0) }
        for number in limit.numbers {
            let index = try #require(
                found.firstIndex(of: number),
                "\(number) is not in “\(row[1])”"
            )
            found.remove(at: index)
        }
    }

    /// A row of the table of limits, and the numbers that must stand in it.
    struct Limit: Sendable, CustomTestStringConvertible {
        let name: String
        let numbers: [Int]

        init(_ name: String, _ numbers: Int...) {
            self.name = name
            self.numbers = numbers
        }

        var testDescription: String { self.name }
    }

    private static let limits = [
        Limit("opening, from the TCP connect to the election", Self.seconds(LinkLimits.opening)),
        Limit(
            "frame body before, after the hello is accepted",
            FrameLimit.opening,
            FrameLimit.open
        ),
        Limit("bytes handed to TLS at a time", LinkLimits.writeBytesMaximum),
        Limit("nesting", CBORReader.depthMaximum),
        Limit("name", DisplayName.bytesMaximum),
        Limit("activities in a hello", Hello.activitiesMaximum),
        Limit("retry-after", Self.seconds(Goodbye.retryAfterMaximum) * 1_000),
        Limit(
            "hints in members; endpoints in a hint",
            LinkMessage.membersMaximum,
            MemberHint.endpointsMaximum
        ),
        Limit("activity body", ActivityMessage.bodyBytesMaximum),
        Limit(
            "chunk; snapshot; activities with snapshots on a link",
            SnapshotChunk.bytesMaximum,
            LinkLimits.snapshotBytesMaximum
        ),
        Limit(
            "live keys on the state lane; body of a state; removals remembered",
            LinkLimits.stateKeysMaximum,
            StateMessage.bodyBytesMaximum,
            LinkLimits.stateKeysMaximum
        ),
        Limit("an ack is due after", LinkLimits.ackFrames, LinkLimits.ackBytes),
        Limit(
            "reliable lane, unacknowledged",
            LinkLimits.reliableFramesMaximum,
            LinkLimits.reliableBytesMaximum
        ),
        Limit("control lane, unsent", LinkLimits.controlBytesMaximum),
        Limit("state lane, unsent", LinkLimits.stateKeysMaximum, LinkLimits.stateBytesMaximum),
        Limit(
            "bulk window; credit is granted from",
            Int(LinkLimits.bulkWindow),
            Int(LinkLimits.bulkWindow / 4)
        ),
        Limit(
            "ping, suspect, cut",
            Self.seconds(LinkLimits.pingAfter),
            Self.seconds(LinkLimits.suspectAfter),
            Self.seconds(LinkLimits.silenceMaximum)
        ),
        Limit("draining before a goodbye", Self.seconds(LinkLimits.drain)),
        Limit("log of a game", GuessLimits.logEventsMaximum, GuessLimits.logEventsMaximum - 2),
        Limit("numbers of a game", Int(GuessLimits.numberMaximum)),
        Limit(
            "guess that waits blocks a new game for",
            Self.seconds(GuessLimits.answerTimeout) / 60
        ),
        Limit(
            "riders of one owner; of all others together",
            RideLimits.ridersMaximum,
            RideLimits.remoteRidersMaximum
        ),
        Limit(
            "riders of one owner that have room whatever the others have",
            RideLimits.ridersShare
        ),
        Limit("points of a shared route", RideLimits.routePointsMaximum),
        Limit("speed of a rider", Int(RideLimits.speedMaximum)),
        Limit(
            "a rider is told of when moving, at rest, wrong by more than",
            Self.seconds(RideLimits.movingHeartbeat),
            Self.seconds(RideLimits.restingHeartbeat),
            Int(RideLimits.errorMaximum)
        ),
        Limit(
            "what is shown lies back; goes on straight, along a route",
            Int(RideLimits.delayMaximum * 1_000),
            Int(RideLimits.straightMaximum * 1_000),
            Int(RideLimits.routeMaximum * 1_000)
        ),
        Limit(
            "a report may be ahead of its owner's clock",
            Self.seconds(RideLimits.aheadMaximum)
        ),
        Limit(
            "a rider is stale, gone after",
            Self.seconds(RideLimits.liveMaximum),
            Self.seconds(RideLimits.goneAfter)
        ),
        Limit("routes of one owner are measured", Self.seconds(RideLimits.routeInterval)),
    ]

    private static func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) }

    /// The reason's name in the file; its own description is a clause for people.
    private static func name(of reason: GoodbyeReason) -> String {
        switch reason {
        case .leaving: "leaving"
        case .duplicate: "duplicate"
        case .unsupported: "unsupported"
        case .malformed: "malformed"
        case .identityInUse: "identityInUse"
        case .selfReached: "selfReached"
        case .blocked: "blocked"
        case .disconnected: "disconnected"
        case .wrongGroup: "wrongGroup"
        case .full: "full"
        case .overloaded: "overloaded"
        case .tooSlow: "tooSlow"
        case .unexpectedPeer: "unexpectedPeer"
        case .fault: "fault"
        }
    }
}
