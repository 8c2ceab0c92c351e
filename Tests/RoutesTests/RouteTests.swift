import Geodesy
import GeodesyTesting
import Glibc
import Routes
import Testing

@Suite struct RouteTests {
    // MARK: Odd routes

    @Test func `an empty route is refused with a sentence`() {
        #expect(throws: RouteError.noPoints) { try Route([]) }
        #expect(throws: RouteError.noPoints) { try Route([[], []], isClosed: true) }
        #expect(throws: RouteError.noPoints) {
            try Route(GPXDocument(waypoints: [GPXPoint(place(1, 1))]))
        }
        #expect(RouteError.noPoints.description == "The route has no point; it needs at least one.")
    }

    @Test func `too many points are refused`() {
        let points = Array(repeating: place(0, 0), count: Route.pointsMaximum + 1)
        let refusal = RouteError.tooManyPoints(count: 100_001, accepted: 100_000)
        #expect(throws: refusal) { try Route([points]) }
    }

    @Test(arguments: [true, false])
    func `a route of one point is that place at every distance`(isClosed: Bool) throws {
        for points in [[place(1, 2)], [place(1, 2), place(1, 2), place(1, 2)]] {
            let route = try Route([points], isClosed: isClosed)
            #expect(route.metres == 0)
            for distance in [0, 5, -5, 1e300, .nan, .infinity] {
                #expect(route.point(at: distance).coordinate == place(1, 2))
                #expect(route.point(at: distance).azimuth == nil)
            }
            let nearest = route.nearest(to: place(1, 3))
            #expect(nearest.along == 0)
            #expect(nearest.away == place(1, 3).metres(to: place(1, 2)))
        }
    }

    @Test func `legs of no length add nothing and never turn a rider south`() throws {
        let (a, b) = (place(0, 0), place(0, 0.001))
        let route = try Route([[a, a, b, b, b, place(0, 0.002)]])
        #expect(route.legs.count == 2)
        #expect(abs(route.metres - 222.639) < 0.001)
        for distance in [0, 50, 111.319_4, 111.32, 222.7] {
            #expect(abs((route.point(at: distance).azimuth ?? 0) - 90) < 1e-6)
        }
    }

    @Test func `between segments the distance stands still, and nobody rides the gap`() throws {
        let parts = [
            [place(0, 0), place(0, 0.001)], [place(1, 0), place(1, 0.001)], [place(2, 0)],
        ]
        let route = try Route(parts)
        #expect(abs(route.metres - 222.622) < 0.001)
        #expect(route.point(at: 111.3).coordinate.latitude == 0)
        #expect(abs(route.point(at: 111.4).coordinate.latitude - 1) < 1e-9)
        #expect(route.nearest(to: place(0.5, 0)).away > 55_000)
        #expect(route.end == place(2, 0))
    }

    // MARK: Places along it

    @Test func `cumulative metres are geodesics`() throws {
        let route = try Route([[place(0, 0), place(0, 1), place(0, 2)]])
        #expect(route.legs.map(\.from).count == 2)
        #expect(route.legs[0].from == 0)
        #expect(abs(route.legs[1].from - 111_319.491) < 0.001)
        #expect(abs(route.metres - 222_638.982) < 0.001)
    }

    @Test func `an open route has ends`() throws {
        let route = try Route([[place(0, 0), place(0, 0.001)]])
        #expect(route.point(at: -1).coordinate == place(0, 0))
        #expect(route.point(at: 1e9).coordinate == place(0, 0.001))
        #expect(route.point(at: .nan).coordinate == place(0, 0))
        #expect(abs(route.point(at: route.metres / 2).coordinate.longitude - 0.0005) < 1e-12)
    }

    @Test func `a closed route goes round, in both directions`() throws {
        let corners = [place(0, 0), place(0, 0.001), place(0.001, 0.001), place(0.001, 0)]
        let route = try Route([corners], isClosed: true)
        #expect(route.legs.count == 4)
        #expect(abs(route.metres - 443.788) < 0.02)
        let end = route.point(at: route.metres - 1).coordinate
        #expect(end.metres(to: place(0, 0)) < 1.001)
        #expect(route.point(at: -1).coordinate.metres(to: end) < 1e-6)
        #expect(
            route.point(at: 7 * route.metres + 5).coordinate.metres(
                to: route.point(at: 5).coordinate
            ) < 1e-6
        )
        #expect(route.distance(of: -1e-30) == 0)
        #expect(route.distance(of: route.metres) == 0)
        #expect(route.point(at: route.metres).coordinate == place(0, 0))
        let again = try Route([corners + [place(0, 0)]], isClosed: true)
        #expect(again.legs == route.legs)
    }

    @Test func `the direction is that of the leg, at a corner of the next one`() throws {
        let route = try Route([[place(0, 0), place(0, 0.001), place(0.001, 0.001)]])
        #expect(abs((route.point(at: 10).azimuth ?? -1) - 90) < 1e-6)
        #expect(abs(route.point(at: route.legs[1].from).azimuth ?? -1) < 1e-6)
        #expect(abs(route.point(at: route.metres).azimuth ?? -1) < 1e-6)
    }

    // MARK: Hard places

    @Test func `over the antimeridian it is one leg of 111.319 m (Leaflet#3914)`() throws {
        let route = try Route([[place(0, 179.9995), place(0, -179.9995)]])
        #expect(abs(route.metres - 111.319) < 0.001)
        let middle = route.point(at: route.metres / 2).coordinate
        #expect(abs(abs(middle.longitude) - 180) < 1e-9)
        let before = route.point(at: 10).coordinate.longitude
        let after = route.point(at: 100).coordinate.longitude
        #expect(before > 179.9995 && after < -179.9995)
        let nearest = route.nearest(to: place(0.0001, 180))
        #expect(abs(nearest.along - 55.66) < 0.001)
        #expect(abs(nearest.away - 11.057) < 0.001)
    }

    @Test func `over a pole it passes 90 and comes down on the other side (tawhiri#25)`() throws {
        let route = try Route([[place(89.5, 0), place(89.5, 180)]])
        #expect(abs(route.metres - 111_693.951) < 0.001)
        #expect(abs(route.point(at: route.metres / 2).coordinate.latitude - 90) < 1e-7)
        let up = route.point(at: 1_000)
        let down = route.point(at: route.metres - 1_000)
        #expect(abs(up.coordinate.longitude) < 1e-6 && abs(up.azimuth ?? -1) < 1e-6)
        #expect(abs(abs(down.coordinate.longitude) - 180) < 1e-6)
        #expect(abs((down.azimuth ?? -1) - 180) < 1e-6)
        #expect(abs(route.nearest(to: place(89.99, 90)).along - route.metres / 2) < 1)
    }

    // MARK: From a place to a distance

    @Test func `the nearest distance is the first of the nearest`() throws {
        let there = [place(0, 0), place(0, 0.001), place(0, 0.002)]
        let route = try Route([there + there.dropLast().reversed()])
        let nearest = route.nearest(to: place(0.0001, 0.0005))
        #expect(abs(nearest.along - 55.66) < 0.001)
        #expect(abs(nearest.away - 11.057) < 0.001)
    }

    @Test func `beyond an end, straight ahead, the end is nearest`() throws {
        for step in 1...50 {
            let metres = 7.3 * Double(step)
            let points = try (0...2).map { index in
                try #require(
                    Geodesic.destination(
                        from: place(48, 11),
                        azimuth: 7 * Double(step),
                        metres: metres * Double(index)
                    )
                ).coordinate
            }
            let route = try Route([Array(points.prefix(2))])
            let nearest = route.nearest(to: points[2])
            #expect(abs(nearest.along - metres) < 1e-3)
            #expect(abs(nearest.away - metres) < 1e-3)
        }
    }

    @Test func `every place of a loop finds itself, and so does one beside it`() throws {
        let route = try SyntheticCityLoop(around: place(37.33182, -122.03118)).route()
        for distance in stride(from: 0.0, to: route.metres, by: 61.7) {
            let point = route.point(at: distance)
            let found = route.nearest(to: point.coordinate)
            #expect(abs(found.along - distance) < 0.001)
            #expect(found.away < 0.001)
            let beside = try #require(
                Geodesic.destination(
                    from: point.coordinate,
                    azimuth: (point.azimuth ?? 0) - 90,
                    metres: 20
                )
            ).coordinate
            let near = route.nearest(to: beside)
            #expect(abs(near.along - distance) < 2)
            #expect(near.away <= 20.000_1 && near.away > 19.8)
        }
    }

    @Test func `the quick bound finds what the slow search finds`() throws {
        let loop = SyntheticCityLoop(around: place(89, 179.99)).points
        let route = try Route([loop], isClosed: true)
        for index in 0..<40 {
            let (angle, off) = (Double(index) * 9, pow(1.52, Double(index)))
            let place = try #require(
                Geodesic.destination(from: loop[0], azimuth: angle, metres: off)
            ).coordinate
            let slow = route.legs.map { $0.segment.nearest(to: place).away }.min()
            #expect(abs(route.nearest(to: place).away - (slow ?? .nan)) < 1e-6)
        }
    }

    // MARK: From a file

    @Test func `a file's first track with a point is ridden, else its first such route`() throws {
        let track = GPXTrack(segments: [[], [GPXPoint(place(0, 0)), GPXPoint(place(0, 0.001))]])
        let way = GPXRoute(points: [GPXPoint(place(5, 5))])
        let empty = GPXTrack(segments: [[]])
        #expect(try Route(GPXDocument(routes: [way], tracks: [empty, track])).legs.count == 1)
        #expect(
            try Route(GPXDocument(routes: [GPXRoute(points: []), way], tracks: [empty])).start
                == place(5, 5)
        )
    }
}
