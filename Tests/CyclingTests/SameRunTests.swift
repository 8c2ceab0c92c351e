import Determinism
import Gameplay
import Geodesy
import Routes
import Testing

@testable import Cycling

/// The same seed leads to the same run: on every machine, and at every rate of ticks.
@Suite struct SameRunTests {
    private func hash(_ events: [RiderEvent]) -> UInt64 {
        var hash = StableHash()
        for event in events {
            hash.combine(event.second)
            hash.combine(UInt64(event.rider.id.number))
            hash.combine(event.sentence)
        }
        return hash.value
    }

    private func run(seed: UInt64, dice: DiceMode) throws -> UInt64 {
        var world = try Samples.world(simulants: 20, dice: dice, seed: seed)
        return self.hash(world.run(2_000))
    }

    @Test func `a seed has one log, byte for byte, and another seed another`() throws {
        let first = try self.run(seed: 1, dice: .tutorial)
        #expect(try first == self.run(seed: 1, dice: .tutorial))
        #expect(try first != self.run(seed: 2, dice: .tutorial))
        // Nothing in this run comes out of libm or PROJ: it is the same on every machine.
        #expect(first == 8_446_010_917_345_613_908)
    }

    @Test(arguments: DiceMode.allCases)
    func `1, 4 and 10 ticks a second lead to the same log and the same places`(
        dice: DiceMode
    )
        throws
    {
        let route = try Samples.square()
        let runs = try [1, 4, 10, 3].map { rate in
            var riders = try Samples.riders(simulants: 60, dice: dice, on: route)
            _ = riders.effects(of: .started, at: .zero)
            let flat = Samples.sighting(.flat, at: route.point(at: 300).coordinate)
            let events = riders.events(perSecond: rate, seconds: 600, others: [flat])
            return (
                self.hash(events), events.count, riders.reports(at: .seconds(600)).map(\.report)
            )
        }
        for run in runs.dropFirst() {
            #expect(run.0 == runs[0].0)
            #expect(run.1 == runs[0].1 && run.1 > 100)
            #expect(run.2 == runs[0].2)
        }
    }

    @Test func `between two seconds reports move on, to where the next second finds the rider`()
        throws
    {
        var riders = try Samples.riders(simulants: 10)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.events(perSecond: 1, seconds: 5)
        let ahead = riders.reports(at: .seconds(6))
        let half = riders.reports(at: .seconds(5.5))
        let now = riders.reports(at: .seconds(5))
        _ = riders.effects(of: .tick(others: []), at: .seconds(6))
        for (index, (_, report)) in riders.reports(at: .seconds(6)).enumerated() {
            #expect(report.coordinate == ahead[index].report.coordinate)
            let way = now[index].report.coordinate.metres(to: half[index].report.coordinate)
            #expect(abs(way - half[index].report.speed / 2) < 0.5)
        }
    }

    @Test func `who is not started does not ride; twice started is not twice as fast`() throws {
        var riders = try Samples.riders(simulants: 5, dice: .tutorial)
        let start = riders.reports(at: .zero).map(\.report)
        #expect(riders.nextDeadline == nil)
        #expect(riders.events(perSecond: 1, seconds: 50).isEmpty == false)
        #expect(riders.reports(at: .seconds(50)).map(\.report) == start)

        var once = riders, twice = riders
        _ = once.effects(of: .started, at: .seconds(50))
        _ = twice.effects(of: .started, at: .seconds(50))
        _ = twice.effects(of: .started, at: .seconds(50.3))
        #expect(once.nextDeadline == .seconds(51) && twice.nextDeadline == .seconds(51))
        let logs = (
            once.events(perSecond: 1, seconds: 100, from: 50),
            twice.events(perSecond: 1, seconds: 100, from: 50)
        )
        #expect(logs.0 == logs.1 && !logs.0.isEmpty)

        _ = once.effects(of: .stopped, at: .seconds(150))
        let stopped = once.reports(at: .seconds(150)).map(\.report)
        let call = RideInput.helpArrived(
            Samples.sighting(.helpin, at: stopped[0].coordinate),
            call: 1
        )
        _ = once.effects(of: call, at: .seconds(151))
        #expect(once.events(perSecond: 1, seconds: 100, from: 151).isEmpty)
        #expect(once.reports(at: .seconds(300)).map(\.report) == stopped)
    }

    @Test func `a machine that slept makes up for a minute and leaves out the rest`() throws {
        var riders = try Samples.riders(simulants: 3)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.effects(of: .tick(others: []), at: .seconds(3_600.25))
        #expect(riders.world.second == 60)
        #expect(riders.skippedSeconds == 3_540)
        #expect(riders.nextDeadline == .seconds(3_601))
    }
}
