import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing
import Wire

@testable import Cycling

/// Replicas of the ride that hear each other: who is there, and who is not any more.
@Suite struct SharedRideTests {
    private let ada = Samples.peer(1)
    private let bob = Samples.peer(2)
    private let cyd = Samples.peer(3)

    private func id(_ owner: PeerID, _ number: UInt32) -> RiderID {
        RiderID(owner: owner, number: number)
    }

    @Test func `who rides alone costs nobody anything, and who comes hears all`() throws {
        var wire = try RideWire(self.ada, simulants: 2)
        wire.run(seconds: 5)
        wire.forgetEffects()
        try wire.add(self.bob)
        wire.join(self.ada, self.bob)
        let said = try #require(wire.effects[self.ada])
        guard case .snapshot(_, let riders, let route)? = said.snapshots.first else {
            Issue.record("\(said)")
            return
        }
        #expect(said.snapshots.count == 1)
        #expect(riders.map(\.number) == [1, 2])
        #expect(riders.allSatisfy { $0.kind == .simulant })
        #expect(route == wire[self.ada].route)
        #expect(said.states == [1, 2])
        let shown = wire.shown(at: self.bob)
        #expect(shown.keys.sorted() == [self.id(self.ada, 1), self.id(self.ada, 2)])
        #expect(shown.values.allSatisfy { $0.owner == RideWire.name(self.ada) && $0.isLive })
        #expect(wire[self.bob].others.route(of: self.ada)?.hash == wire[self.ada].route.hash)
        let joined = wire.notices(at: self.bob).map(\.sentence)
        #expect(
            joined.sorted()
                == shown.values.map { "\($0.rider.name) of peer 1 rides along." }.sorted()
        )
    }

    @Test func `a new rider is introduced before its first state`() throws {
        var wire = try RideWire(self.ada, self.bob)
        wire.command(.simulants(1), at: self.ada)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        let said = try #require(wire.effects[self.ada])
        for number: UInt32 in [0, 1] {
            let introduced = said.firstIndex { effect in
                guard case .broadcast(let body) = effect,
                    case .introduction(_, let riders) = RideWire.message(body)
                else { return false }
                return riders.contains { $0.number == number }
            }
            let reported = said.firstIndex { effect in
                if case .sendState(UInt64(number), _, _, nil) = effect { true } else { false }
            }
            #expect(try #require(introduced) < #require(reported))
        }
        #expect(wire.notices(at: self.bob).count == 2)
        // And is not introduced a second time, whatever it does.
        wire.forgetEffects()
        wire.run(seconds: 30)
        #expect(!wire.broadcasts(of: self.ada).contains { $0.kind == .introduction })
    }

    @Test func `another name of the person is an introduction, and a message of nobody hidden`()
        throws
    {
        var wire = try RideWire(self.ada, self.bob)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.forgetEffects()
        wire.give(.renamed(self.ada, Samples.name("Lovelace")), to: self.ada)
        #expect(wire.broadcasts(of: self.ada).map(\.kind) == [.introduction])
        let shown = wire.shown(at: self.bob)
        #expect(shown[self.id(self.ada, 0)]?.rider.name == Samples.name("Lovelace"))
        #expect(wire.notices(at: self.bob).isEmpty)
        wire.command(.invisible(true), at: self.ada)
        wire.forgetEffects()
        wire.give(.renamed(self.ada, Samples.name("Nobody")), to: self.ada)
        #expect(wire.effects[self.ada]?.leaving.isEmpty != false)
    }

    @Test func `one's own route is told once somebody rides it, and not before`() throws {
        var wire = try RideWire(self.ada, self.bob)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.run(seconds: 10)
        #expect(!wire.broadcasts(of: self.ada).contains { $0.kind == .route })
        wire.command(.simulants(1), at: self.ada)
        wire.run(seconds: 10)
        let routes = wire.broadcasts(of: self.ada).filter { $0.kind == .route }
        #expect(routes.count == 1)
        #expect(wire[self.bob].others.route(of: self.ada)?.name == Samples.name("round"))
        // Whoever comes later hears of it, too.
        try wire.add(self.cyd)
        wire.join(self.ada, self.cyd)
        #expect(wire[self.cyd].others.route(of: self.ada) != nil)
    }

    @Test func `an owner that starts again has the same riders, and nobody joins a second time`()
        throws
    {
        var wire = try RideWire(self.ada, self.bob, simulants: 2)
        wire.run(seconds: 100)
        let before = wire.shown(at: self.bob)
        wire.forgetEffects()
        wire.leave(self.ada, .restarted)
        #expect(wire.shown(at: self.bob).values.allSatisfy { !$0.isLive })
        wire.start(self.ada)
        wire.run(seconds: 1)
        wire.join(self.ada, self.bob)
        wire.run(seconds: 2)
        let after = wire.shown(at: self.bob)
        #expect(after.keys.sorted() == before.keys.sorted())
        #expect(after.values.allSatisfy { $0.isLive && $0.lastHeard < .seconds(2) })
        #expect(after.mapValues(\.rider) == before.mapValues(\.rider))
        let comings = wire.notices(at: self.bob).filter {
            switch $0 {
            case .joined, .left: true
            case .helpArrived, .fixed, .logged, .fixRefused: false
            }
        }
        #expect(comings.isEmpty)
    }

    @Test func `who rode with an owner's last run and not with this one is gone at once`() throws {
        var wire = try RideWire(self.ada, self.bob, simulants: 1)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.run(seconds: 3)
        #expect(wire.shown(at: self.bob).count == 2)
        wire.forgetEffects()
        wire.leave(self.ada, .restarted)
        wire.start(self.ada)
        wire.run(seconds: 1)
        wire.join(self.ada, self.bob)
        #expect(wire.shown(at: self.bob).keys.sorted() == [self.id(self.ada, 1)])
        #expect(wire.notices(at: self.bob).map(\.sentence) == ["peer 1 is off the map."])
        // It is the same when it comes back.
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        #expect(wire.shown(at: self.bob).count == 2)
    }

    @Test func `a goodbye takes riders along, silence leaves them grey`() throws {
        for (cause, isForgotten) in [
            (LeaveCause.goodbye(.leaving), true), (.closedHere(.blocked), true),
            (.silence, false), (.restarted, false),
        ] {
            var wire = try RideWire(self.ada, self.bob, simulants: 1)
            wire.run(seconds: 2)
            wire.leave(self.ada, cause)
            let shown = wire.shown(at: self.bob)
            #expect(shown.isEmpty == isForgotten)
            #expect(shown.values.allSatisfy { !$0.isLive })
            wire.run(seconds: 299)
            #expect(wire.shown(at: self.bob).isEmpty == isForgotten)
            wire.run(seconds: 62)
            #expect(wire.shown(at: self.bob).isEmpty)
            #expect(wire[self.bob].others.isEmpty)
        }
    }

    @Test func `who was taken off while the link was down is gone with the next link`() throws {
        var wire = try RideWire(self.ada, self.bob, simulants: 2)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.run(seconds: 2)
        wire.fall(self.ada, self.bob)
        wire.command(.invisible(true), at: self.ada)
        wire.command(.simulants(1), at: self.ada)
        wire.run(seconds: 3)
        #expect(wire.shown(at: self.bob).count == 3)
        wire.forgetEffects()
        wire.link(self.ada, self.bob)
        #expect(wire.shown(at: self.bob).keys.sorted() == [self.id(self.ada, 1)])
        #expect(wire.notices(at: self.bob).count == 2)
        wire.command(.invisible(false), at: self.ada)
        #expect(wire.shown(at: self.bob).count == 2)
    }

    @Test func `a snapshot that is overtaken takes nobody away who came after it`() throws {
        var wire = try RideWire(self.ada, self.bob)
        wire.forgetEffects()
        let told = wire.give(.linkBegan(self.bob), to: self.ada)
        guard case .sendSnapshot(let early, _, _)? = told.first else {
            Issue.record("\(told)")
            return
        }
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.give(.snapshot(from: self.ada, body: early), to: self.bob)
        #expect(wire.shown(at: self.bob).count == 1)
        wire.command(.away, at: self.ada)
        #expect(wire.shown(at: self.bob).isEmpty)
    }

    @Test func `a rider that is seen before its name is said to come when it has one, once`()
        throws
    {
        var wire = try RideWire(self.ada, self.bob)
        let state = RideState(SharingSamples.report(at: place(1, 1))).encoded
        wire.give(.state(from: self.ada, key: 7, version: 5, body: state), to: self.bob)
        let rider = self.id(self.ada, 7)
        #expect(wire.shown(at: self.bob)[rider]?.rider.name == Samples.name("rider 7"))
        #expect(wire.shown(at: self.bob)[rider]?.owner == RideWire.name(self.ada))
        #expect(wire.notices(at: self.bob).isEmpty)
        let waldo = RiderIntroduction(number: 7, kind: .simulant, name: Samples.name("Waldo"))
        for version: UInt64 in [9, 9, 10] {
            let message = RideMessage.introduction(version: version, [waldo])
            wire.give(.message(from: self.ada, body: message.encoded), to: self.bob)
        }
        #expect(wire.shown(at: self.bob)[rider]?.rider.name == Samples.name("Waldo"))
        #expect(wire.notices(at: self.bob).map(\.sentence) == ["Waldo of peer 1 rides along."])
    }

    @Test func `nobody is said to leave who was never said to come`() throws {
        var wire = try RideWire(self.ada, self.bob)
        let state = RideState(SharingSamples.report(at: place(1, 1))).encoded
        wire.give(.state(from: self.ada, key: 7, version: 5, body: state), to: self.bob)
        #expect(wire.shown(at: self.bob).count == 1)
        wire.give(.removal(from: self.ada, key: 7, version: 6), to: self.bob)
        #expect(wire.shown(at: self.bob).isEmpty)
        #expect(wire.notices(at: self.bob).isEmpty)
    }

    @Test func `where nobody is there is nothing to wake up for, and again when somebody comes`()
        throws
    {
        var wire = try RideWire(self.ada, self.bob)
        #expect(wire[self.ada].nextDeadline == nil)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.run(seconds: 60.5)
        #expect(wire[self.ada].nextDeadline == .seconds(61))
        // Whoever only looks on wakes up to forget, twice a minute.
        #expect(try #require(wire[self.bob].nextDeadline) > wire.now + .seconds(20))
        wire.command(.away, at: self.ada)
        #expect(wire[self.ada].nextDeadline == nil)
        wire.run(seconds: 40)
        #expect(wire[self.bob].nextDeadline == nil)
        wire.forgetEffects()
        wire.run(seconds: 1_000)
        #expect(wire.effects.isEmpty)
        wire.command(.addSimulant, at: self.ada)
        #expect(wire[self.ada].nextDeadline == wire.now + .seconds(1))
        wire.command(.removeSimulant, at: self.ada)
        #expect(wire[self.ada].nextDeadline == nil)
    }

    @Test func `riders that are there from the start ride at once, without being asked`() throws {
        let wire = try RideWire(self.ada, simulants: 1)
        #expect(wire[self.ada].nextDeadline == .zero)
    }
}
