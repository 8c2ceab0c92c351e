import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Routes
import Testing

/// Distance and time between riders along a route.
@Suite struct RemoteGapTests {
    private typealias Samples = SharingSamples

    @Test(arguments: [
        (100.0, 5.0, 150.0, 8.0, 50.0, 10.0), (150, 5, 100, 8, -50, 6.25),
        // Over the join of the loop.
        (6_290, 5, 10, 8, 19.98, 3.997), (10, 5, 6_290, 8, -19.98, 2.498),
    ])
    func `who is behind needs that long`(
        own: Double,
        ownSpeed: Double,
        other: Double,
        otherSpeed: Double,
        metres: Double,
        seconds: Double
    ) throws {
        let route = try Samples.loop().route()
        let gap = RouteGap(
            from: RoutePosition(along: own, speed: ownSpeed),
            to: RoutePosition(along: other, speed: otherSpeed),
            on: route
        )
        #expect(abs(gap.metres - metres) < 0.5)
        let time = try #require(gap.time)
        #expect(abs(time.milliseconds / 1_000 - seconds) < 0.1)
    }

    @Test func `who stands closes no gap, and off the route there is none`() throws {
        let route = try Route([[place(0, 0), place(0, 0.01)]])
        let standing = try #require(RoutePosition(of: place(0, 0.001), speed: 0, on: route))
        let ahead = try #require(RoutePosition(of: place(0.000_1, 0.002), speed: 5, on: route))
        let gap = RouteGap(from: standing, to: ahead, on: route)
        #expect(abs(gap.metres - 111.319) < 0.01)
        #expect(gap.time == nil)
        #expect(RoutePosition(of: place(0.001, 0), speed: 5, on: route) == nil)
    }

    @Test func `each shown rider has its gap along the route that is asked about`() throws {
        var riders = RemoteRiders()
        riders.joined(Samples.bob)
        let route = try Samples.loop().route()
        let reports = [
            Samples.riding(route, along: 300, speed: 6), Samples.report(at: place(48, 11)),
        ]
        for (index, report) in reports.enumerated() {
            _ = try riders.heard(
                RideState(report).encoded,
                key: UInt64(index),
                version: 1,
                from: Samples.bob,
                at: .zero
            )
        }
        let own = RoutePosition(along: 250, speed: 10)
        let shown = riders.shown(at: .zero, from: own, along: route)
        let gap = try #require(shown[0].gap)
        #expect(abs(gap.metres - 50) < 0.1)
        #expect(gap.time == .milliseconds((gap.metres / 10 * 1_000).rounded()))
        #expect(shown[1].gap == nil)
        #expect(riders.shown(at: .zero)[0].gap == nil)
    }
}
