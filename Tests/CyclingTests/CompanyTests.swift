import Gameplay
import Geodesy
import GeodesyTesting
import Routes
import Testing

@testable import Cycling

/// How simulants mind each other.
@Suite struct CompanyTests {
    /// Two on a square: the second rides towards the first, who has a flat tyre.
    private func world(
        ahead metres: Double,
        direction: RideDirection = .outward
    ) throws
        -> (world: RiderWorld, flat: Entity, rider: Entity)
    {
        var world = try Samples.world(simulants: 2, dice: .party)
        let (flat, rider) = (world.simulants[0], world.simulants[1])
        world.rides[flat]?.along = 500
        world.enter(.flat(Puncture(resuming: .outward)), flat)
        let isForward = direction == .outward
        world.rides[rider]?.isForward = true
        world.rides[rider]?.along = isForward ? 500 - metres : 500 + metres
        if !isForward {
            world.enter(.breather(seconds: 0), rider)
            world.enter(.riding(.back, seconds: 0), rider)
        }
        _ = world.takeEvents()
        return (world, flat, rider)
    }

    @Test(arguments: [RideDirection.outward, .back])
    func `a simulant that comes by rides to a flat, stops beside it, repairs it and rides on`(
        direction: RideDirection
    ) throws {
        var (world, _, rider) = try self.world(ahead: 100, direction: direction)
        let lines = world.run(40).filter { $0.what != .rolled(120) }.map(\.sentence)
        let state = direction == .outward ? "CruisinState" : "ReturninState"
        #expect(
            lines.prefix(9) == [
                "Sue is riding to help Waldo", "Sue is leaving \(state)",
                "Sue is entering HelpinState", "Sue has arrived to help",
                "Sue has fixed the flat tire of Waldo", "Waldo is leaving FlatState",
                "Waldo is entering CruisinState", "Sue is leaving HelpinState",
                "Sue is entering \(state)",
            ]
        )
        #expect(world.helpers.isEmpty && world.rides[rider]?.isMoving == true)
    }

    @Test func `it stands while it helps, beside the other`() throws {
        var (world, flat, rider) = try self.world(ahead: 60)
        while world.conditions[rider]?.status != .helpin, world.second < 60 { world.step() }
        let (stop, other) = (world.rides[rider], world.rides[flat])
        #expect(abs((stop?.along ?? 0) - (other?.along ?? 0)) < 4)
        world.step()
        #expect(world.rides[rider]?.along == stop?.along)
    }

    @Test func `only one rides to each flat, and who has passed does not turn back`() throws {
        var world = try Samples.world(simulants: 40, dice: .party)
        for entity in world.simulants {
            world.rides[entity]?.along = 450
            world.rides[entity]?.isForward = true
        }
        let flat = world.simulants[0]
        world.rides[flat]?.along = 500
        world.enter(.flat(Puncture(resuming: .outward)), flat)
        _ = world.takeEvents()
        let waldo = try #require(world.identities[flat]?.label)
        #expect(world.run(3).count { $0.what == .goesToHelp(waldo) } == 1)

        var passed = try self.world(ahead: -50).world
        #expect(passed.run(20).allSatisfy { $0.what != .helpArrived })
    }

    @Test func `a flat that is repaired on the way lets its helper ride on`() throws {
        var (world, flat, rider) = try self.world(ahead: 150)
        world.step()
        #expect(world.rides[rider]?.errand != nil)
        world.enter(.riding(.outward, seconds: 0), flat)
        world.step()
        #expect(world.rides[rider]?.errand == nil && world.helpers.isEmpty)
    }

    @Test func `a simulant helps another's flat beside the route, until its owner says it is done`()
        throws
    {
        var world = try Samples.world(simulants: 1, dice: .party)
        let rider = world.simulants[0]
        world.rides[rider]?.along = 400
        world.rides[rider]?.isForward = true
        var surroundings = RiderWorld.Surroundings()
        let beside = world.route.point(at: 500).coordinate
        surroundings.others = [
            Samples.sighting(.flat, at: place(beside.latitude, beside.longitude + 0.0004))
        ]
        _ = world.takeEvents()
        while world.conditions[rider]?.status != .helpin, world.second < 60 {
            world.step(in: surroundings)
        }
        let helper = try #require(world.sighting(of: rider, in: surroundings))
        #expect(HelpRule.canHelp(helper, surroundings.others[0]))
        world.step(in: surroundings)
        #expect(world.conditions[rider]?.status == .helpin)
        surroundings.others = []
        world.step(in: surroundings)
        #expect(world.conditions[rider]?.status == .cruisin)
    }

    @Test func `nobody waits for ever for word of another's tyre, or rides where no way leads`()
        throws
    {
        var world = try Samples.world(simulants: 1, dice: .party)
        let rider = world.simulants[0]
        world.rides[rider]?.along = 480
        world.rides[rider]?.isForward = true
        var surroundings = RiderWorld.Surroundings()
        surroundings.others = [Samples.sighting(.flat, at: world.route.point(at: 500).coordinate)]
        var helping = 0
        for _ in 0..<60 {
            world.step(in: surroundings)
            if world.conditions[rider]?.status == .helpin { helping += 1 }
        }
        // The first of its seconds is that in which it arrives, and the last that in which it goes.
        #expect(helping == HelpStop.secondsMaximum - 1)

        var far = try Samples.world(simulants: 30, dice: .party)
        surroundings.others = [Samples.sighting(.flat, at: place(0.01, 0.01))]
        let events = far.run(100, in: surroundings)
        #expect(events.allSatisfy { $0.what != .goesToHelp(surroundings.others[0].rider) })
    }

    @Test func `under the tutorial's dice nobody stops for anybody`() throws {
        var world = try Samples.world(simulants: 200)
        #expect(world.run(500).allSatisfy { $0.what != .entering(.helpin) })
    }

    @Test func `who is near and fresh stops; who is far or tired does not`() {
        func isWilling(_ metres: Double, _ secondsLeft: Int) -> Bool {
            StopRule.isWilling(
                StopRule.Knowledge(metres: metres, secondsLeft: secondsLeft, speed: 5)
            )
        }
        #expect(isWilling(50, 60))
        #expect(!isWilling(199, 200))
        #expect(!isWilling(250, 200))
        #expect(!isWilling(50, 11))
        #expect(!isWilling(50, 5))
        #expect(isWilling(50, 15))
    }

    @Test func `friends who ride the same way stay together, where strangers part`() throws {
        let route = try Samples.square()
        func friend(_ along: Double, _ speed: Double) -> RouteRide {
            var ride = RouteRide(along: along, isForward: true, speed: speed)
            ride.isMoving = true
            return ride
        }
        var friends = [friend(0, 6), friend(5, 7), friend(2, 7.5)]
        var strangers = friends
        for _ in 0..<100 {
            for (index, pace) in GroupRide.paces(of: friends, on: route).enumerated() {
                #expect(abs(pace / friends[index].speed - 1) < 0.151)
                friends[index].pace = pace
            }
            friends = friends.map { $0.after(1, on: route) }
            strangers = strangers.map { $0.after(1, on: route) }
        }
        let spread: ([RouteRide]) -> Double = { rides in
            let along = rides.map { $0.ahead(to: rides[0].along + 400, on: route) ?? 0 }
            return (along.max() ?? 0) - (along.min() ?? 0)
        }
        #expect(spread(friends) < 25)
        #expect(spread(strangers) > 100)
    }

    @Test func `friends out of sight, and who rides alone, keep their own speed`() throws {
        let route = try Samples.square()
        let rides = [
            RouteRide(along: 0, isForward: true, speed: 6),
            RouteRide(along: 90, isForward: true, speed: 7),
        ]
        #expect(GroupRide.paces(of: rides, on: route) == [6, 7])
        #expect(GroupRide.paces(of: [], on: route).isEmpty)
        #expect(GroupRide.paces(of: [rides[0]], on: route) == [6])
    }

    @Test func `Waldo, Sue and Vikas are friends, and wait for each other when they ride alike`()
        throws
    {
        var world = try Samples.world(simulants: 4, dice: .party)
        for entity in world.simulants {
            world.rides[entity]?.along = 10
            world.rides[entity]?.isForward = true
        }
        world.step()
        world.step()
        let paces = world.simulants.compactMap { world.rides[$0] }.map { $0.pace == $0.speed }
        #expect(paces.suffix(1) == [true])
        #expect(paces.prefix(3).contains(false))
    }
}
