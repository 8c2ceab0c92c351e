import Determinism
import Gameplay
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

@testable import Cycling

/// Who rides, and how riders move.
@Suite struct RiderWorldTests {
    @Test func `Waldo, Sue and Vikas come first, each with an id of its own, then more for ever`() {
        let names = (1...100).map { SimulantNames.name($0).text }
        #expect(names.prefix(3) == ["Waldo", "Sue", "Vikas"])
        #expect(Set(names).count == 100)
        #expect(SimulantNames.name(.max).text.hasSuffix(" 134217728"))
    }

    @Test func `each simulant has an identity, a place and a state, and says that it entered it`()
        throws
    {
        var world = try Samples.world(simulants: 3)
        for (number, entity) in zip(1..., world.simulants) {
            let identity = try #require(world.identities[entity])
            #expect(identity.id == RiderID(owner: Samples.me, number: UInt32(number)))
            #expect(world.rides[entity]?.isMoving == true)
            #expect(world.conditions[entity]?.status == .cruisin)
        }
        let sentences = world.takeEvents().map(\.sentence)
        #expect(
            sentences == [
                "Ada is entering CruisinState", "Waldo has joined",
                "Waldo is entering CruisinState",
                "Sue has joined", "Sue is entering CruisinState", "Vikas has joined",
                "Vikas is entering CruisinState",
            ]
        )
    }

    @Test func `riders come and go while others ride on undisturbed`() throws {
        var alone = try Samples.world(simulants: 2)
        var busy = try Samples.world(simulants: 2)
        let waldoAndSue: ([RiderEvent]) -> [RiderEvent] = { $0.filter { $0.rider.id.number <= 2 } }
        _ = (alone.takeEvents(), busy.takeEvents())
        busy.setSimulants(50)
        var (first, second) = (alone.run(200), busy.run(200))
        busy.setSimulants(2)
        #expect(busy.identities.count == 3 && busy.rides.count == 2 && busy.conditions.count == 3)
        first += alone.run(200)
        second += busy.run(200)
        #expect(first == waldoAndSue(second))
        #expect(second.count { $0.what == .left } == 48)
    }

    @Test func `starts are anywhere on the route, and directions fair, each without the other`()
        throws
    {
        let world = try Samples.world(simulants: 4_000)
        let rides = world.simulants.compactMap { world.rides[$0] }
        let metres = world.route.metres
        var eighths = [Int](repeating: 0, count: 8)
        var forward = [Int](repeating: 0, count: 2)
        for ride in rides {
            let eighth = min(7, Int(ride.along / metres * 8))
            eighths[eighth] += 1
            if ride.isForward { forward[eighth % 2] += 1 }
        }
        #expect(eighths.allSatisfy { abs($0 - 500) < 65 })
        #expect(forward.allSatisfy { abs($0 - 1_000) < 95 })
    }

    @Test func `everybody rides at a speed of its own, and somebody overtakes`() throws {
        let world = try Samples.world(simulants: 200)
        let speeds = Set(world.simulants.compactMap { world.rides[$0]?.speed })
        #expect(speeds.count > 150)
        let route = try Samples.square()
        let slow = Self.ride(along: 10, speed: 5), fast = Self.ride(along: 0, speed: 9)
        #expect(fast.after(4, on: route).along > slow.after(4, on: route).along)
    }

    private static func ride(along: Double, speed: Double, isForward: Bool = true) -> RouteRide {
        var ride = RouteRide(along: along, isForward: isForward, speed: speed)
        ride.isMoving = true
        return ride
    }

    @Test func `Returnin' goes the other way, and who stands stays`() throws {
        let route = try Samples.square()
        var ride = Self.ride(along: 100, speed: 5)
        #expect(ride.after(2, on: route).along == 110)
        ride.direction = .back
        #expect(ride.after(2, on: route).along == 90)
        ride.isForward = false
        #expect(ride.after(2, on: route).along == 110)
        ride.isMoving = false
        #expect(ride.after(2, on: route) == ride)
    }

    @Test func `a closed route is ridden round, in both directions`() throws {
        let route = try Samples.square()
        let ride = Self.ride(along: route.metres - 3, speed: 5)
        #expect(abs(ride.after(1, on: route).along - 2) < 1e-9)
        let back = Self.ride(along: 3, speed: 5, isForward: false)
        #expect(abs(back.after(1, on: route).along - (route.metres - 2)) < 1e-9)
        #expect(ride.after(1, on: route).isForward)
    }

    @Test func `at the ends of an open route riders turn, however short it is`() throws {
        let route = try Samples.square(isClosed: false)
        let there = Self.ride(along: route.metres - 3, speed: 5).after(1, on: route)
        #expect(abs(there.along - (route.metres - 2)) < 1e-9 && !there.isForward)
        let here = Self.ride(along: 3, speed: 5, isForward: false).after(1, on: route)
        #expect(abs(here.along - 2) < 1e-9 && here.isForward)
        let short = try Route([[place(0, 0), place(0, 0.000_01)]])
        let ride = Self.ride(along: 0, speed: 9).after(1, on: short)
        #expect((0...short.metres).contains(ride.along))
    }

    @Test func `a route of one point is ridden on the spot, and one of none is refused`() throws {
        let point = try Route([[Samples.cupertino]])
        var riders = try Samples.riders(simulants: 5, on: point)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.events(perSecond: 1, seconds: 100)
        for (_, report) in riders.reports(at: .seconds(100.5)) {
            #expect(report.coordinate == Samples.cupertino)
            #expect(report.speed == 0 && report.course == nil)
        }
        #expect(throws: RouteError.noPoints) { try Route([]) }
        #expect(throws: RouteReplay.Fault.route(.noPoints)) {
            try RouteReplay(GPXDocument(), speed: 5)
        }
    }

    @Test func `all move before any state changes, so a new state moves from the next second on`()
        throws
    {
        var world = try Samples.world(simulants: 300)
        var stopped = 0
        for _ in 0..<60 {
            let before = world
            world.step()
            for entity in world.simulants {
                let (old, new) = (before.rides[entity], world.rides[entity])
                let wasRiding = before.conditions[entity]?.direction != nil
                #expect((old?.along != new?.along) == wasRiding)
                if wasRiding, world.conditions[entity]?.direction == nil { stopped += 1 }
            }
        }
        #expect(stopped > 100)
    }

    @Test func `over the antimeridian and round a pole riders go on`() throws {
        for anchor in [place(0, 179.9999), place(89.9999, 12)] {
            let route = try SyntheticCityLoop(around: anchor).route()
            var riders = try Samples.riders(simulants: 3, dice: .party, on: route)
            _ = riders.effects(of: .started, at: .zero)
            var last = riders.reports(at: .zero).map(\.report.coordinate)
            for second in 1...200 {
                _ = riders.effects(of: .tick(others: []), at: .seconds(Double(second)))
                let next = riders.reports(at: .seconds(Double(second))).map(\.report.coordinate)
                for (from, to) in zip(last, next) { #expect(from.metres(to: to) < 11) }
                last = next
            }
        }
    }
}
