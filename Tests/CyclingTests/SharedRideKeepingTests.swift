import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

@testable import Cycling

/// What a daemon keeps of its ride: settings, the track, and what it has told.
@Suite struct SharedRideKeepingTests {
    private let ada = Samples.peer(1)
    private let bob = Samples.peer(2)

    @Test func `what is to be remembered is said exactly when it has changed`() throws {
        var wire = try RideWire(self.ada, self.bob, simulants: 3)
        func remembered(_ command: RideCommand) -> [RideSettings] {
            wire.forgetEffects()
            wire.command(command, at: self.ada)
            return wire.effects[self.ada]?.remembered ?? []
        }
        var settings = RideSettings(dice: .tutorial)
        #expect(remembered(.here(latitude: 1, longitude: 1)).isEmpty)
        #expect(remembered(.status(.flat)).isEmpty)
        #expect(remembered(.away).isEmpty)
        #expect(remembered(.satellites).isEmpty)
        #expect(remembered(.invisible(false)).isEmpty)
        settings.privacy.isInvisible = true
        #expect(remembered(.invisible(true)) == [settings])
        #expect(remembered(.invisible(true)).isEmpty)
        settings.privacy.precision = 50
        #expect(remembered(.precision(metres: 50)) == [settings])
        #expect(remembered(.precision(metres: 0.5)).isEmpty)
        settings.dice = .party
        #expect(remembered(.dice(.party)) == [settings])
        #expect(remembered(.removeZone(name: Samples.name("nowhere"))).isEmpty)
        // Nobody has said how many shall ride until somebody has.
        #expect(remembered(.simulants(5_000)).isEmpty)
        settings.simulants = 3
        #expect(remembered(.simulants(3)) == [settings])
        #expect(remembered(.simulants(3)).isEmpty)
        settings.simulants = 0
        #expect(remembered(.simulants(0)) == [settings])
        #expect(remembered(.removeSimulant).isEmpty)
        settings.simulants = 1
        #expect(remembered(.addSimulant) == [settings])
    }

    @Test func `a refusal to take away who is not there says nothing about how many shall ride`()
        throws
    {
        var wire = try RideWire(self.ada)
        guard case .refused? = wire.command(.removeSimulant, at: self.ada) else {
            Issue.record("A simulant was removed where there is none.")
            return
        }
        #expect(wire.effects[self.ada]?.remembered == [])
    }

    // MARK: What others are told

    @Test func `what one newcomer is told makes nobody else's knowledge older`() throws {
        let route = try Samples.square()
        var publisher = RidePublisher(route: route)
        func riders(_ seconds: Double) -> [UInt32: RiderReport] {
            [1: SharingSamples.riding(route, along: 100 + seconds * 9, speed: 9)]
        }
        #expect(publisher.tick(riders(0), at: .ms(10_000)).count == 1)
        let all = publisher.everything(riders(0.8), at: .ms(10_800))
        guard case .state(1, 10_800, _)? = all.first else {
            Issue.record("\(all)")
            return
        }
        // It rides as everybody thinks: there is no news, and the next heartbeat is not due.
        #expect(publisher.tick(riders(0.9), at: .ms(10_900)).isEmpty)
        // And when it stands still, everybody is told by a higher version than the newcomer had.
        let still = SharingSamples.report(at: route.point(at: 110).coordinate)
        let told = publisher.tick([1: still], at: .ms(10_800))
        guard case .state(1, 10_801, _)? = told.first else {
            Issue.record("\(told)")
            return
        }
    }

    // MARK: The track

    private func metres(_ metres: Double) -> Coordinate { place(0, metres / 111_319.490_793) }

    private func track(_ points: [(seconds: Double, metres: Double, age: Double)]) -> RideTrack {
        var track = RideTrack()
        for point in points {
            let now = Moment.seconds(point.seconds)
            let report = SharingSamples.report(
                at: self.metres(point.metres),
                fixAge: .seconds(point.age)
            )
            track.add(report, at: now, wall: Samples.wall.advanced(by: now.sinceStart))
        }
        return track
    }

    @Test func `a track has a point for each metre that was ridden, with its time`() throws {
        let track = self.track([(0, 0, 0), (1, 5, 0.5), (2, 5.4, 0), (3, 10, 0)])
        let segment = try #require(track.segments.first)
        #expect(track.segments.count == 1)
        #expect(track.count == 3)
        let start = Int64(Samples.wall.milliseconds / 1_000)
        #expect(segment.map(\.time?.seconds) == [start, start, start + 3])
        #expect(segment.map(\.time?.nanoseconds) == [0, 500_000_000, 0])
        #expect(segment.map(\.coordinate) == [0, 5, 10].map(self.metres))
    }

    @Test func `where nobody knows where somebody was a new segment begins`() {
        var track = self.track([(0, 0, 0), (1, 5, 0)])
        track.add(nil, at: .seconds(2), wall: Samples.wall)
        for second in 3...4 {
            let report = SharingSamples.report(at: self.metres(Double(second) * 5))
            track.add(report, at: .seconds(Double(second)), wall: Samples.wall)
        }
        #expect(track.segments.map(\.count) == [2, 2])
        // From elsewhere, too, even within the same second.
        track.interrupt()
        let there = SharingSamples.report(at: self.metres(25))
        track.add(there, at: .seconds(5), wall: Samples.wall)
        #expect(track.segments.map(\.count) == [2, 2, 1])
    }

    @Test func `a fix of long ago is no point, and what comes after it is another segment`() {
        let track = self.track([(0, 0, 0), (20, 5, 9.9), (21, 10, 10), (22, 15, 11), (23, 20, 0)])
        #expect(track.segments.map(\.count) == [2, 1])
    }

    @Test func `nobody slides across the map to where a hand has put it`() {
        // 5 km in a second, after an hour of standing; then 90 m in a second, which can be.
        let track = self.track([(0, 0, 0), (3_600, 0, 0), (3_601, 5_000, 0), (3_602, 5_090, 0)])
        #expect(track.segments.map(\.count) == [1, 2])
    }

    @Test func `times never go back within a segment, though the wall clock is set back`() {
        var track = RideTrack()
        for second in 0..<4 {
            track.add(
                SharingSamples.report(.cruisin, at: place(0, Double(second) * 0.000_1), speed: 10),
                at: .seconds(Double(second)),
                wall: Samples.wall.advanced(by: .seconds(second < 2 ? second : second - 3_600))
            )
        }
        #expect(track.segments.map(\.count) == [2, 2])
    }

    @Test func `a track keeps two hours and forgets the oldest`() throws {
        let points = (0..<RideTrack.pointsMaximum + 10).map { (Double($0), Double($0) * 5, 0.0) }
        let track = self.track(points)
        #expect(track.count == 7_200)
        let segment = try #require(track.segments.first)
        #expect(track.segments.count == 1)
        #expect(segment.count == 7_200)
        #expect(segment.first?.coordinate == self.metres(50))
        #expect(segment.last?.coordinate == self.metres(7_209 * 5))
    }

    @Test func `a ride that is left and begun elsewhere has two segments`() throws {
        var wire = try RideWire(self.ada)
        wire.command(.here(latitude: 0, longitude: 0), at: self.ada)
        wire.run(seconds: 3)
        // Nothing ticks while nobody is there.
        wire.command(.away, at: self.ada)
        wire.run(seconds: 3_600)
        wire.command(.here(latitude: 0, longitude: 0.001), at: self.ada)
        wire.run(seconds: 3)
        #expect(wire[self.ada].track.segments.map(\.count) == [1, 1])
        // It goes on while it hides: it is for the person alone.
        wire.command(.invisible(true), at: self.ada)
        wire.command(.here(latitude: 0, longitude: 0.001_1), at: self.ada)
        wire.run(seconds: 3)
        #expect(wire[self.ada].track.segments.map(\.count) == [1, 2])
        #expect(wire.effects[self.ada]?.leaving.isEmpty == false)
    }
}
