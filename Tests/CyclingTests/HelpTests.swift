import Determinism
import Gameplay
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

@testable import Cycling

/// Tyres that others repair.
@Suite struct HelpTests {
    /// A world where some simulants have a flat tyre, and all stand where they are put.
    private func world(
        flatsAt places: [Double],
        dice: DiceMode = .party
    ) throws -> RiderWorld {
        var world = try Samples.world(simulants: places.count, dice: dice)
        for (entity, along) in zip(world.simulants, places) {
            world.rides[entity]?.along = along
            world.enter(.flat(Puncture(resuming: .outward)), entity)
        }
        _ = world.takeEvents()
        return world
    }

    private func surroundings(_ others: [RiderSighting]) -> RiderWorld.Surroundings {
        var surroundings = RiderWorld.Surroundings()
        surroundings.others = others
        return surroundings
    }

    private func fixes(_ events: [RiderEvent]) -> [RiderEvent] {
        events.filter { if case .fixed = $0.what { true } else { false } }
    }

    @Test func `under the tutorial's dice help takes one update, and the old way is resumed`()
        throws
    {
        var world = try Samples.world(simulants: 1)
        let entity = world.simulants[0]
        world.rides[entity]?.along = 100
        world.enter(.breather(seconds: 0), entity)
        world.enter(.riding(.back, seconds: 0), entity)
        world.enter(.flat(Puncture(resuming: .back)), entity)
        _ = world.takeEvents()
        let helper = Samples.sighting(.helpin, at: world.route.point(at: 150).coordinate)
        // Nothing happens but in an update.
        #expect(world.conditions[entity]?.status == .flat)
        let lines = world.run(1, in: self.surroundings([helper])).map(\.sentence)
        #expect(
            lines == [
                "Bob 0 has fixed the flat tire of Waldo", "Waldo is leaving FlatState",
                "Waldo is entering ReturninState",
            ]
        )
    }

    @Test func `one helper repairs one tyre at a time, the nearest first, four seconds each`()
        throws
    {
        var world = try self.world(flatsAt: [100, 140, 120])
        let helper = Samples.sighting(.helpin, at: world.route.point(at: 101).coordinate)
        var fixed: [(UInt64, String)] = []
        for event in world.run(12, in: self.surroundings([helper])) {
            if case .fixed(let by?) = event.what, by == helper.rider {
                fixed.append((event.second, event.rider.name.text))
            }
        }
        #expect(fixed.map(\.1) == ["Waldo", "Vikas", "Sue"])
        #expect(fixed.map(\.0) == [4, 8, 12])
    }

    @Test func `help that arrives while Helpin' lasts is help, though no button was pressed`()
        throws
    {
        var world = try self.world(flatsAt: [500], dice: .tutorial)
        let far = Samples.sighting(.helpin, at: world.route.point(at: 200).coordinate)
        #expect(self.fixes(world.run(1, in: self.surroundings([far]))).isEmpty)
        let near = Samples.sighting(.helpin, at: world.route.point(at: 450).coordinate)
        #expect(self.fixes(world.run(1, in: self.surroundings([near]))).count == 1)
    }

    @Test func `a helper who goes before the end has repaired nothing`() throws {
        var world = try self.world(flatsAt: [100])
        let helper = Samples.sighting(.helpin, at: world.route.point(at: 100).coordinate)
        let entity = world.simulants[0]
        _ = world.run(3, in: self.surroundings([helper]))
        #expect(world.puncture(of: entity)?.care?.seconds == 3)
        _ = world.run(1)
        #expect(world.puncture(of: entity)?.care == nil)
        #expect(self.fixes(world.run(3, in: self.surroundings([helper]))).isEmpty)
        #expect(self.fixes(world.run(1, in: self.surroundings([helper]))).count == 1)
    }

    @Test func `of two helpers the nearest is named, and who is at work is not pushed aside`()
        throws
    {
        var world = try self.world(flatsAt: [100])
        let far = Samples.sighting(.helpin, number: 1, at: world.route.point(at: 160).coordinate)
        let near = Samples.sighting(.helpin, number: 2, at: world.route.point(at: 110).coordinate)
        var late = world
        #expect(
            self.fixes(world.run(4, in: self.surroundings([far, near]))).map(\.what)
                == [.fixed(by: near.rider)]
        )
        _ = late.run(2, in: self.surroundings([far]))
        #expect(
            self.fixes(late.run(2, in: self.surroundings([near, far]))).map(\.what)
                == [.fixed(by: far.rider)]
        )
    }

    @Test func `who is not flat, too far or without a place is not helped, and helps nobody`()
        throws
    {
        var riders = try Samples.riders(simulants: 3, dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        // Without a place, the person helps nobody.
        #expect(riders.command(.status(.helpin)) == .done("You are Helpin' now."))
        for effect in riders.effects(of: .tick(others: []), at: .seconds(30)) {
            if case .fixed(let rider, let by, _) = effect { #expect(by == rider) }
        }
        var world = try self.world(flatsAt: [100, 400], dice: .tutorial)
        let helper = Samples.sighting(.helpin, at: world.route.point(at: 210).coordinate)
        #expect(self.fixes(world.run(1, in: self.surroundings([helper]))).isEmpty)
    }

    @Test func `another's flat that is nearer keeps a helper busy: its owner sees to it`() throws {
        var world = try self.world(flatsAt: [100], dice: .tutorial)
        let helper = Samples.sighting(.helpin, at: world.route.point(at: 130).coordinate)
        let other = Samples.sighting(.flat, number: 1, at: world.route.point(at: 120).coordinate)
        let both = self.surroundings([helper, other])
        #expect(self.fixes(world.run(1, in: both)).isEmpty)
        #expect(self.fixes(world.run(1, in: self.surroundings([helper]))).count == 1)
    }

    @Test func `a person repairs simulants, and is repaired by others, once and by name`() throws {
        var riders = try Samples.riders(simulants: 1, dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        let entity = riders.world.simulants[0]
        riders.world.rides[entity]?.along = 100
        riders.world.enter(.flat(Puncture(resuming: .outward)), entity)
        let beside = riders.world.route.point(at: 150).coordinate
        _ = riders.command(
            .here(latitude: beside.latitude, longitude: beside.longitude)
        )
        _ = riders.command(.status(.helpin))
        var effects = riders.effects(of: .tick(others: []), at: .seconds(1))
        let (ada, waldo) = (riders.person, riders.world.identities[entity]?.label)
        #expect(effects.contains(.fixed(rider: try #require(waldo), by: ada, asTold: ada)))
        #expect(effects.last == .changed(try #require(waldo).id))

        _ = riders.command(.status(.cruisin))
        #expect(riders.command(.status(.flat)) == .done("You are Flat! now."))
        let helper = Samples.sighting(.helpin, at: beside)
        effects = riders.effects(of: .tick(others: [helper]), at: .seconds(2))
        #expect(effects.contains(.fixed(rider: ada, by: helper.rider, asTold: helper.rider)))
        #expect(riders.world.personStatus == .cruisin)
        effects = riders.effects(of: .tick(others: [helper]), at: .seconds(3))
        #expect(!effects.contains(.fixed(rider: ada, by: helper.rider, asTold: helper.rider)))
    }

    @Test func `a call for help is heard before its state, once, and not by a later flat`() throws {
        var riders = try Samples.riders(dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.command(.here(latitude: 0, longitude: 0.001))
        _ = riders.command(.status(.flat))
        let helper = Samples.sighting(.helpin, at: place(0, 0.0012))
        let call = RideInput.helpArrived(helper, call: 5)
        let heard = riders.effects(of: call, at: .seconds(0.2))
        #expect(heard.count == 1)
        guard case .logged(let entry) = heard.first else {
            Issue.record("The call is not logged: \(heard)")
            return
        }
        #expect(entry.event.sentence == "Bob 0 has arrived to help")
        // The same again, and an older one, are nothing.
        #expect(riders.effects(of: call, at: .seconds(0.4)).isEmpty)
        #expect(riders.effects(of: .helpArrived(helper, call: 4), at: .seconds(0.4)).isEmpty)
        let effects = riders.effects(of: .tick(others: []), at: .seconds(1))
        let bob = helper.rider
        #expect(effects.contains(.fixed(rider: riders.person, by: bob, asTold: bob)))

        _ = riders.command(.status(.flat), at: .seconds(1))
        #expect(riders.effects(of: call, at: .seconds(1.5)).isEmpty)
        _ = riders.effects(of: .tick(others: []), at: .seconds(5))
        #expect(riders.world.personStatus == .flat)
    }

    @Test func `a call before the flat helps no flat after it`() throws {
        var riders = try Samples.riders(dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.command(.here(latitude: 0, longitude: 0.001))
        let helper = Samples.sighting(.helpin, at: place(0, 0.0012))
        _ = riders.effects(of: .helpArrived(helper, call: 5), at: .seconds(0.2))
        _ = riders.effects(of: .tick(others: []), at: .seconds(1))
        _ = riders.command(.status(.flat), at: .seconds(1.1))
        _ = riders.effects(of: .tick(others: []), at: .seconds(9))
        #expect(riders.world.personStatus == .flat)
    }

    @Test func `our own riders that come back from others are no others`() throws {
        var riders = try Samples.riders(dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.command(.here(latitude: 0, longitude: 0.001))
        _ = riders.command(.status(.flat))
        let echo = Samples.sighting(.helpin, number: 7, of: 1, at: place(0, 0.001))
        #expect(riders.effects(of: .helpArrived(echo, call: 1), at: .seconds(0.5)).isEmpty)
        _ = riders.effects(of: .tick(others: [echo]), at: .seconds(5))
        #expect(riders.world.personStatus == .flat)
        // Nor is an old place of one of them a place to help it at.
        let flat = Samples.sighting(.flat, number: 0, of: 1, at: place(1, 1))
        let helper = Samples.sighting(.helpin, at: place(1, 1))
        _ = riders.effects(of: .tick(others: [flat, helper]), at: .seconds(9))
        #expect(riders.world.personStatus == .flat)
    }

    @Test func `more riders of others than are looked at help nobody`() throws {
        let far = (0..<OwnRiderLimits.othersMaximum).map {
            Samples.sighting(.helpin, number: UInt32($0), at: place(5, 5))
        }
        let near = Samples.sighting(.helpin, of: 8, at: place(0, 0.001))
        for (others, status) in [(far + [near], RiderStatus.flat), ([near] + far, .cruisin)] {
            var riders = try Samples.riders(dice: .tutorial)
            _ = riders.effects(of: .started, at: .zero)
            _ = riders.command(.here(latitude: 0, longitude: 0.001))
            _ = riders.command(.status(.flat))
            _ = riders.effects(of: .tick(others: others), at: .seconds(1))
            #expect(riders.world.personStatus == status)
        }
    }

    @Test func `calls of more riders than are remembered forget the oldest`() throws {
        var riders = try Samples.riders()
        for number in 0..<2_000 as Range<UInt32> {
            let helper = Samples.sighting(.helpin, number: number, at: place(0, 0))
            _ = riders.effects(of: .helpArrived(helper, call: UInt64(number) + 1), at: .zero)
        }
        let last = Samples.sighting(.helpin, number: 1_999, at: place(0, 0))
        #expect(riders.effects(of: .helpArrived(last, call: 2_000), at: .zero).isEmpty)
        let first = Samples.sighting(.helpin, number: 0, at: place(0, 0))
        #expect(riders.effects(of: .helpArrived(first, call: 1), at: .zero).count == 1)
    }
}
