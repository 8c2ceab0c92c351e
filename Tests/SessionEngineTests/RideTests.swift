import Activities
import Cycling
import Determinism
import GeodesyTesting
import Links
import Peers
import SessionEngine
import Testing
import Wire

/// The ride as an activity of the session: who is told, and what others may say.
@Suite struct RideTests {
    private func body(_ status: RiderStatus = .cruisin, at latitude: Double = 1) -> [UInt8] {
        RideState(
            RiderReport(
                status: status,
                coordinate: place(latitude, 1),
                speed: 0,
                course: nil,
                progress: nil
            )
        ).encoded
    }

    private let here = RideCommand.here(latitude: 0, longitude: 0)

    @Test func `what is said of the ride goes to members that list it, and to no others`() throws {
        var daemon = try RidingDaemon(simulants: 1)
        daemon.join(9)
        daemon.join(10, activities: [1])
        daemon.join(11, activities: [])
        daemon.join(12, activities: [2, 77])
        daemon.wait(seconds: 2, hearing: [9, 10, 11, 12])
        daemon.command(self.here)
        daemon.command(.status(.helpin))
        daemon.wait(seconds: 2, hearing: [9, 10, 11, 12])
        daemon.command(.away)
        for byte: UInt8 in [9, 12] {
            let said = Set(daemon.said(to: byte))
            let expected = ["snapshot", "introduction", "state 0", "state 1", "helpArrived"]
            #expect(said.isSuperset(of: expected + ["removal 0"]), "\(said)")
        }
        #expect(daemon.said(to: 10).isEmpty)
        #expect(daemon.said(to: 11).isEmpty)
    }

    @Test func `a state is the same bytes for all, each time`() throws {
        var daemon = try RidingDaemon(simulants: 3)
        for byte: UInt8 in 9...12 { daemon.join(byte) }
        daemon.forget()
        daemon.wait(seconds: 10, hearing: [9, 10, 11, 12])
        let states = (UInt8(9)...12).map { byte in
            daemon.messages(to: byte).filter { if case .state = $0 { true } else { false } }
        }
        #expect(states[0].count > 20)
        #expect(states.allSatisfy { $0 == states[0] })
    }

    @Test func `another name of the person reaches the others as an introduction`() throws {
        var daemon = try RidingDaemon()
        daemon.join(9)
        daemon.command(self.here)
        daemon.forget()
        daemon.rename("Grace")
        let introductions = daemon.messages(to: 9).compactMap { message -> RideMessage? in
            guard case .activity(let message) = message else { return nil }
            return try? RideMessage.decode(message.body)  // tidy-ok: an engine's own.
        }
        let grace = RiderIntroduction(number: 0, kind: .person, name: Daemon.name("Grace"))
        #expect(introductions.count == 1)
        guard case .introduction(_, [grace])? = introductions.first else {
            Issue.record("\(introductions)")
            return
        }
    }

    // MARK: What is malformed

    static let malformed: [(LinkMessage, String)] = [
        (RidingDaemon.state(1, 1, [9]), "a state of the ride: "),
        (RidingDaemon.state(1, 1 << 54, [UInt8](repeating: 0, count: 12)), "a state of the ride: "),
        (RidingDaemon.state(1 << 32, 1, [1]), "a state of the ride: "),
        (RidingDaemon.activity([0xA0], 9), "a message of the ride: "),
        (RidingDaemon.activity([], 9), "a message of the ride: "),
        (RidingDaemon.chunk([0xFF]), "a message of the ride: "),
        (
            RidingDaemon.activity(RideMessage.snapshot(version: 1, [], nil).encoded, 9),
            "a message of the ride of kind snapshot outside a snapshot"
        ),
        (
            RidingDaemon.chunk(RideMessage.route(version: 1, nil).encoded),
            "a message of the ride of kind route in a snapshot"
        ),
    ]

    @Test(arguments: 0..<8)
    func `what is malformed ends the link with a sentence, and does nothing else`(
        index: Int
    ) throws {
        let (message, sentence) = Self.malformed[index]
        var daemon = try RidingDaemon()
        daemon.join(9)
        daemon.join(10)
        daemon.says([RidingDaemon.state(0, 1, self.body())], 10)
        daemon.forget()
        let before = daemon.ride
        daemon.says([message, RidingDaemon.state(2, 2, self.body())], 9)
        #expect(daemon.violations.count == 1)
        #expect(daemon.violations.first?.hasPrefix(sentence) == true, "\(daemon.violations)")
        #expect(daemon.goodbyes(to: 9) == [.malformed])
        #expect(daemon.goodbyes(to: 10).isEmpty)
        #expect(daemon.rideNotices.isEmpty)
        #expect(daemon.ride.others == before.others)
        #expect(daemon.engine.unknownActivityMessages == 0)
    }

    @Test func `states of an activity that nobody knows are counted, and so are the ride's here`()
        throws
    {
        var daemon = try RidingDaemon()
        daemon.join(9)
        let key = StateKey(activity: 200, key: 1)
        daemon.says(
            [
                .state(StateMessage(key: key, version: 1, body: [0])),
                .removal(StateRemoval(key: key, version: 1)),
                .state(StateMessage(key: StateKey(activity: 1, key: 1), version: 1, body: [0])),
            ],
            9
        )
        #expect(daemon.engine.unknownActivityMessages == 3)
        #expect(daemon.goodbyes(to: 9).isEmpty)
        var other = Daemon(5)
        other.greet(9, on: 1)
        other.receive([RidingDaemon.state(1, 1, [9])], on: 1)
        #expect(other.engine.unknownActivityMessages == 1)
        #expect(other.engine.load.links == 1)
    }

    // MARK: Profiles

    private func profile(_ activities: [UInt64], name: String = "peer10") -> LinkMessage {
        .profile(Profile(name: Daemon.name(name), activities: activities))
    }

    @Test func `who takes part from now on is told all, and who does not any more nothing`()
        throws
    {
        var daemon = try RidingDaemon(simulants: 2)
        daemon.join(9)
        daemon.join(10, activities: [1])
        daemon.wait(seconds: 2, hearing: [9, 10])
        daemon.forget()
        daemon.says([self.profile([1, 2])], 10)
        #expect(daemon.said(to: 10).sorted() == ["snapshot", "state 1", "state 2"])
        #expect(daemon.said(to: 9).isEmpty)
        // The same again says nothing new, nor does another name.
        daemon.forget()
        daemon.says([self.profile([1, 2]), self.profile([1, 2, 3], name: "Eve")], 10)
        #expect(daemon.said(to: 10).isEmpty)
        daemon.says([self.profile([1], name: "Eve")], 10)
        daemon.wait(seconds: 5, hearing: [9, 10])
        daemon.command(self.here)
        daemon.command(.simulants(1))
        #expect(daemon.said(to: 10).isEmpty)
        #expect(daemon.said(to: 9).contains("removal 2"))
        daemon.forget()
        daemon.says([self.profile([2], name: "Eve")], 10)
        #expect(daemon.said(to: 10).sorted() == ["snapshot", "state 0", "state 1"])
    }

    @Test func `a member that comes and goes without end is cut off`() throws {
        var daemon = try RidingDaemon(simulants: 2)
        daemon.join(9)
        daemon.join(10)
        daemon.forget()
        for _ in 0..<40 {
            daemon.says([self.profile([1]), self.profile([1, 2])], 10)
        }
        let violation = SessionNotice.violation(
            Daemon.peer(10),
            name: Daemon.name("peer10"),
            detail: "it takes part in activities anew without end"
        )
        #expect(daemon.notices.count { $0 == violation } == 1)
        #expect(daemon.said(to: 10).count { $0 == "snapshot" } == 16)
        #expect(daemon.said(to: 9).isEmpty)
    }

    @Test func `a name that came with a new link reaches people and activities`() throws {
        var daemon = try RidingDaemon()
        daemon.join(9)
        daemon.says([RidingDaemon.state(1, 1, self.body())], 9)
        daemon.take(.linkClosed(LinkID(9), detail: "reset"))
        daemon.forget()
        daemon.join(9, name: "Nova")
        let peer = Daemon.peer(9)
        let renamed = SessionNotice.renamed(
            peer,
            from: Daemon.name("peer9"),
            to: Daemon.name("Nova")
        )
        #expect(daemon.notices.count { $0 == renamed } == 1)
        #expect(daemon.ride.riders(at: daemon.daemon.now).first?.owner == Daemon.name("Nova"))
    }

    @Test func `the hello of another link is no newer than what the elected one has said`() throws {
        var daemon = try RidingDaemon()
        daemon.join(9, activities: [1, 2])
        daemon.says([.profile(Profile(name: Daemon.name("Nova"), activities: [1, 2]))], 9)
        // A second link, opened before: its hello was under way for long.
        daemon.forget()
        var late = daemon.daemon
        late.greet(9, on: 77, held: 1)
        #expect(late.engine.member(Daemon.peer(9), at: late.now)?.name == Daemon.name("Nova"))
        #expect(!late.notices.contains { if case .renamed = $0 { true } else { false } })
    }

    @Test func `who is renamed between hello and election says so after it`() {
        // The peer is the arbiter.
        var daemon = Daemon(5)
        daemon.greet(3, on: 1)
        _ = daemon.command(.rename("Ada", isForced: true))
        daemon.receive([.elect(1)], on: 1)
        let profile = LinkMessage.profile(Profile(name: Daemon.name("Ada"), activities: [1]))
        #expect(daemon.written(on: 1).contains(profile))
        // And not when the hello had it already.
        var other = Daemon(5)
        _ = other.command(.rename("Ada", isForced: true))
        other.wait(.seconds(1))
        other.greet(3, on: 1)
        other.receive([.elect(1)], on: 1)
        #expect(!other.written(on: 1).contains(profile))
    }

    // MARK: Bounds

    @Test func `a peer with all keys there are, that change without end, takes no more room`()
        throws
    {
        var daemon = try RidingDaemon()
        daemon.join(9)
        var version: UInt64 = 0
        for round: UInt64 in 0..<20 {
            for key: UInt64 in 0..<1_024 {
                version += 1
                daemon.says([RidingDaemon.state(round * 7_919 + key, version, self.body())], 9)
            }
            let statuses = daemon.ride.others.statuses(of: Daemon.peer(9), at: daemon.daemon.now)
            #expect(statuses.count == 1_024)
            guard round < 19 else { continue }
            for key: UInt64 in 0..<1_024 {
                version += 1
                daemon.says([RidingDaemon.removal(round * 7_919 + key, version)], 9)
            }
            #expect(
                daemon.ride.others.statuses(of: Daemon.peer(9), at: daemon.daemon.now).isEmpty
            )
        }
        #expect(daemon.goodbyes(to: 9).isEmpty)
        #expect(daemon.engine.load.linkBytes == 0)
        #expect(daemon.rideNotices.isEmpty)
        // One key more is one too many.
        daemon.says([RidingDaemon.state(5, version + 1, self.body())], 9)
        #expect(daemon.goodbyes(to: 9) == [.malformed])
        #expect(daemon.violations == ["more than 1024 live keys on the state lane"])
    }
}
