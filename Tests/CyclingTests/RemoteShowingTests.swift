import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Routes
import Testing

/// Where and how others' riders are shown between their reports.
@Suite struct RemoteShowingTests {
    private typealias Samples = SharingSamples

    private static let rider = RiderID(owner: Samples.bob, number: 1)

    /// Bob's rider, reported at those milliseconds, without any delay on the way.
    private static func reported(
        _ reports: [(at: Int64, report: RiderReport)],
        route: RideRoute? = nil
    ) throws -> RemoteRiders {
        var riders = RemoteRiders()
        riders.joined(Samples.bob)
        riders.told(.route(version: 1, route), from: Samples.bob, at: .zero)
        for (milliseconds, report) in reports {
            let outcome = try riders.heard(
                RideState(report).encoded,
                key: 1,
                version: UInt64(milliseconds),
                from: Samples.bob,
                at: .ms(milliseconds)
            )
            #expect(outcome == .taken)
        }
        return riders
    }

    private static func shown(_ riders: RemoteRiders, _ milliseconds: Int64) throws -> ShownRider {
        try #require(riders.shown(Self.rider, at: .ms(milliseconds)))
    }

    /// What is shown lies back by this much with a report a second.
    private static let delay: Int64 = 750

    // MARK: Between two reports

    @Test func `halfway between two reports it is halfway, 750 ms later`() throws {
        let (start, end) = (place(0, 0), place(0, 0.000_1))
        let riders = try Self.reported([
            (1_000, Samples.report(at: start, speed: 10, course: 90)),
            (2_000, Samples.report(at: end, speed: 12, course: 90)),
        ])
        let shown = try Self.shown(riders, 1_500 + Self.delay)
        #expect(abs(shown.coordinate.metres(to: start) - 5.566) < 0.001)
        #expect(abs(shown.speed - 11) < 1e-9)
        #expect(try Self.shown(riders, 1_000).coordinate == start)
        #expect(try Self.shown(riders, 2_000 + Self.delay).coordinate == end)
    }

    @Test func `the status is that of the newest report, at once`() throws {
        let riders = try Self.reported([
            (1_000, Samples.report(.cruisin, at: place(0, 0), speed: 10, course: 90)),
            (2_000, Samples.report(.flat, at: place(0, 0.000_1))),
        ])
        #expect(try Self.shown(riders, 2_000).status == .flat)
    }

    @Test func `three intervals between reports are the delay, up to 750 ms`() throws {
        // Ten reports a second: 300 ms, once it has been seen for long enough.
        let reports = (10...100).map { index in
            (
                at: Int64(index) * 100,
                report: Samples.report(
                    at: place(0, Double(index) * 1e-5),
                    speed: 11.13,
                    course: 90
                )
            )
        }
        let riders = try Self.reported(reports)
        let shown = try Self.shown(riders, 10_000)
        #expect(abs(shown.coordinate.longitude - 97 * 1e-5) < 1e-7)
    }

    // MARK: Heading

    @Test(arguments: [(350.0, 10.0, 0.0), (5, 355, 0), (10, 350, 0), (90, 180, 135)])
    func `350 to 10 goes through north, not through 180 (ride 4, case 17)`(
        start: Double,
        end: Double,
        middle: Double
    ) throws {
        let riders = try Self.reported([
            (1_000, Samples.report(at: place(0, 0), speed: 1, course: start)),
            (2_000, Samples.report(at: place(0, 0.000_01), speed: 1, course: end)),
        ])
        let course = try #require(try Self.shown(riders, 1_500 + Self.delay).course)
        #expect(abs(Azimuth.turn(from: course, to: middle)) < 1e-9)
    }

    @Test func `who stands keeps the last course and does not turn south (ride 4, case 18)`() throws
    {
        let riders = try Self.reported([
            (1_000, Samples.report(at: place(0, 0), speed: 1, course: 45)),
            (2_000, Samples.report(.breather, at: place(0, 0))),
            (7_000, Samples.report(.breather, at: place(0, 0))),
        ])
        for time: Int64 in [1_000, 2_200, 7_000, 9_000] {
            #expect(try Self.shown(riders, time).course == 45)
        }
        let never = try Self.reported([(1_000, Samples.report(at: place(0, 0)))])
        #expect(try Self.shown(never, 1_000).course == nil)
    }

    // MARK: Antimeridian and pole

    @Test func `halfway from 179.9999 to -179.9999 is 180 and not 0 (ride 4, case 15)`() throws {
        let riders = try Self.reported([
            (1_000, Samples.report(at: place(0, 179.999_9), speed: 22, course: 90)),
            (2_000, Samples.report(at: place(0, -179.999_9), speed: 22, course: 90)),
        ])
        let shown = try Self.shown(riders, 1_500 + Self.delay)
        #expect(abs(abs(shown.coordinate.longitude) - 180) < 1e-9)
        let end = try Self.shown(riders, 1_000 + Self.delay + 999)
        #expect(end.coordinate.longitude < -179.999)
    }

    @Test
    func `over the pole the longitude flips and nothing is divided by zero (ride 4, case 11)`()
        throws
    {
        let riders = try Self.reported([
            (1_000, Samples.report(at: place(89.999_9, 0), speed: 22, course: 0)),
            (2_000, Samples.report(at: place(89.999_9, -180), speed: 22, course: 180)),
        ])
        let middle = try Self.shown(riders, 1_500 + Self.delay).coordinate
        #expect(middle.metres(to: place(90, 0)) < 0.001)
        let later = try Self.shown(riders, 1_900 + Self.delay).coordinate
        #expect(abs(abs(later.longitude) - 180) < 1e-6)
        // Straight on from there it rides away from the pole.
        let on = try Self.shown(riders, 2_000 + Self.delay + 250).coordinate
        #expect(abs(on.metres(to: place(90, 0)) - (11.17 + 5.5)) < 0.02)
    }

    // MARK: With no news

    @Test func `straight on it goes for a quarter of a second, then it stands`() throws {
        let riders = try Self.reported([
            (1_000, Samples.report(at: place(0, 0), speed: 8, course: 90))
        ])
        for (time, metres) in [(1_000, 0.0), (1_750, 0), (1_875, 1), (2_000, 2), (9_000, 2)] {
            let shown = try Self.shown(riders, Int64(time))
            #expect(abs(shown.coordinate.metres(to: place(0, 0)) - metres) < 0.001, "\(time)")
        }
    }

    @Test func `along its owner's route it goes on to the next heartbeat, round the bend`() throws {
        let corner = [place(0, 0), place(0, 0.000_05), place(0.001, 0.000_05)]
        let shared = try RideRoute(name: Samples.name("bend"), Route([corner]))
        let route = try shared.route()
        let riders = try Self.reported(
            [(1_000, Samples.riding(route, along: 1, speed: 8))],
            route: shared
        )
        let bend = try Self.shown(riders, 2_000 + Self.delay)
        #expect(bend.coordinate.metres(to: route.point(at: 9).coordinate) < 0.1)
        #expect(abs(Azimuth.turn(from: bend.course ?? 90, to: 0)) < 1e-6)
        // Not beyond, and never off the route.
        #expect(try Self.shown(riders, 9_000).coordinate == bend.coordinate)
    }

    @Test func `at the end of a route it stays there`() throws {
        let shared = try RideRoute(
            name: Samples.name("short"),
            Route([[place(0, 0), place(0, 0.000_05)]])
        )
        let riders = try Self.reported(
            [(1_000, Samples.riding(shared.route(), along: 4, speed: 20))],
            route: shared
        )
        #expect(try Self.shown(riders, 4_000).coordinate == place(0, 0.000_05))
    }

    @Test func `over the join of a loop, forward and back, it goes the short way`() throws {
        let shared = try Samples.loop(around: place(0, 179.999))
        let route = try shared.route()
        for isForward in [true, false] {
            let (start, end) = isForward ? (route.metres - 4, 4.0) : (4, route.metres - 4)
            func report(_ along: Double) -> RiderReport {
                Samples.report(
                    isForward ? .cruisin : .returnin,
                    at: route.point(at: along).coordinate,
                    speed: 8,
                    course: 0,
                    progress: RiderReport.Progress(along: along, isForward: isForward)
                )
            }
            let riders = try Self.reported(
                [(1_000, report(start)), (2_000, report(end))],
                route: shared
            )
            let middle = try Self.shown(riders, 1_500 + Self.delay)
            #expect(middle.coordinate.metres(to: route.point(at: 0).coordinate) < 0.1)
            let ahead = try #require(route.point(at: isForward ? 0.1 : route.metres - 0.1).azimuth)
            let course = isForward ? ahead : ahead + 180
            #expect(abs(Azimuth.turn(from: middle.course ?? 0, to: course)) < 2)
        }
    }

    @Test func `who says to be on the route and is not is not put there`() throws {
        let shared = try RideRoute(
            name: Samples.name("x"),
            Route([[place(0, 0), place(0, 0.01)]])
        )
        let astray = Samples.report(
            at: place(0.01, 0),
            speed: 8,
            course: 0,
            progress: RiderReport.Progress(along: 100, isForward: true)
        )
        let riders = try Self.reported([(1_000, astray)], route: shared)
        let shown = try Self.shown(riders, 9_000)
        #expect(abs(shown.coordinate.metres(to: place(0.01, 0)) - 2) < 0.001)
    }

    @Test func `an empty or unknown route leaves riders where they are reported`() throws {
        let one = try RideRoute(name: Samples.name("one"), Route([[place(0, 0)]]))
        for route in [one, nil] {
            let report = Samples.report(
                at: place(0, 0),
                speed: 8,
                course: nil,
                progress: RiderReport.Progress(along: 1e9, isForward: false)
            )
            let riders = try Self.reported([(1_000, report)], route: route)
            #expect(try Self.shown(riders, 5_000).coordinate == place(0, 0))
        }
    }

    // MARK: Standing, and being put elsewhere

    @Test func `a standing rider whose fix trembles does not move at all`() throws {
        var dice = SeededGenerator(seed: 11)
        let reports = (0..<40).map { index in
            let fix = Geodesic.destination(
                from: place(37.3, -122),
                azimuth: Double(dice.within(0...359)),
                metres: index == 0 ? 0 : Double(dice.within(0...35)) / 10
            )
            return (
                at: Int64(index + 1) * 1_000,
                report: Samples.report(.breather, at: fix?.coordinate ?? place(0, 0))
            )
        }
        for count in 1...reports.count {
            let riders = try Self.reported(Array(reports.prefix(count)))
            let shown = try Self.shown(riders, Int64(count) * 1_000)
            #expect(shown.coordinate == place(37.3, -122))
        }
    }

    @Test func `who is put elsewhere by hand is there at once, and slides over no map`() throws {
        let riders = try Self.reported([
            (1_000, Samples.report(.breather, at: place(37.3, -122))),
            (2_000, Samples.report(.breather, at: place(48.1, 11.5))),
        ])
        #expect(try Self.shown(riders, 2_000).coordinate == place(48.1, 11.5))
    }

    // MARK: Routes

    @Test func `a route that changes again within 5 s is measured later, the last one only`() throws
    {
        var riders = RemoteRiders()
        riders.joined(Samples.bob)
        let routes = try (1...3).map { index in
            try RideRoute(
                name: Samples.name("r"),
                Route([[place(0, 0), place(0, Double(index) / 100)]])
            )
        }
        for (index, route) in routes.enumerated() {
            let message = RideMessage.route(version: UInt64(index + 1), route)
            riders.told(message, from: Samples.bob, at: .ms(Int64(index)))
        }
        let first = try routes[0].route()
        #expect(riders.route(of: Samples.bob)?.route == first)
        let state = RideState(Samples.report(at: place(0, 0))).encoded
        _ = try riders.heard(state, key: 1, version: 1, from: Samples.bob, at: .ms(4_999))
        #expect(riders.route(of: Samples.bob)?.route == first)
        _ = try riders.heard(state, key: 1, version: 2, from: Samples.bob, at: .ms(5_000))
        let last = try routes[2].route()
        #expect(riders.route(of: Samples.bob)?.route == last)
        // An older message does not bring an older route back; that it has none is so at once.
        riders.told(.route(version: 2, routes[1]), from: Samples.bob, at: .ms(20_000))
        #expect(riders.route(of: Samples.bob)?.route == last)
        #expect(riders.route(of: Samples.bob)?.name == Samples.name("r"))
        riders.told(.route(version: 4, nil), from: Samples.bob, at: .ms(20_001))
        #expect(riders.route(of: Samples.bob) == nil)
    }
}
