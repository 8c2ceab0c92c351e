import Commands
import Testing

/// Where places lie in a picture.
@Suite struct MapViewTests {
    private static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// 160 by 92 dots, as a terminal of 80 by 24 has.
    private static func view(_ centre: Coordinate, scale: Double = 10) -> MapView {
        MapView(centre: centre, scale: scale, width: 160, height: 92)
    }

    /// Whether two are as good as equal.
    private static func isNear(_ a: Double, _ b: Double, within share: Double = 1e-6) -> Bool {
        (a - b).magnitude <= share * max(1, b.magnitude)
    }

    @Test func `places that are none are nil, and 180 east is 180 west`() {
        let none: [(Double, Double)] = [
            (90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0),
            (0, -.infinity),
        ]
        for (latitude, longitude) in none {
            #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
        }
        #expect(Coordinate(latitude: 0, longitude: 180)?.longitude == -180)
    }

    @Test func `a degree is as long as on the Earth, north up and east to the right`() throws {
        let view = Self.view(try Self.place(60, 10))
        #expect(view.point(of: try Self.place(60, 10)) == MapPoint(x: 80, y: 46))
        let north = view.point(of: try Self.place(60.001, 10))
        #expect(north.x == 80)
        #expect(Self.isNear(north.y, 46 - 11.119_508))
        let east = view.point(of: try Self.place(60, 10.001))
        // Half as long as at the equator.
        #expect(Self.isNear(east.x, 80 + 11.119_508 / 2))
        #expect(east.y == 46)
    }

    @Test func `neighbours across the antimeridian are neighbours`() throws {
        let (west, east) = (try Self.place(0, 179.99), try Self.place(0, -179.99))
        for centre in [west, east, try Self.place(0, 180)] {
            let view = Self.view(centre)
            let distance = view.point(of: east).x - view.point(of: west).x
            // 0.02° are 2,223.9 m.
            #expect(Self.isNear(distance, 222.390_16))
        }
        #expect(Self.isNear(Self.view(west).metres(to: east), 2_223.901_6))
        var view = Self.view(try Self.place(50, 0))
        view.fit([west, east])
        #expect(view.centre.longitude == -180)
        #expect(view.scale < 20)
        #expect(view.shows(view.point(of: west)) && view.shows(view.point(of: east)))
    }

    @Test func `a fitted view holds everybody, by the smallest arc`() throws {
        let groups: [[(Double, Double)]] = [
            [(37.3, -122.1), (37.4, -121.9)], [(-90, 0), (90, 0)],
            [(10, 170), (12, -175), (11, -160)], [(0, 0), (0, 120), (0, -120)],
            [(89, 0), (89, 90), (89.5, -179)], [(-60, -70), (75, 100)], [(5, 5)],
        ]
        for group in groups {
            let places = try group.map { try Self.place($0.0, $0.1) }
            var view = Self.view(try Self.place(0, 0))
            view.fit(places)
            for place in places { #expect(view.shows(view.point(of: place)), "\(group)") }
        }
        var view = Self.view(try Self.place(0, 0))
        view.fit(try groups[2].map { try Self.place($0.0, $0.1) })
        // 170° east to 160° west are 30°.
        #expect(Self.isNear(view.centre.longitude, -175))
        #expect(Self.isNear(view.scale * 160 * 0.8, 30 * 111_195.08 * 0.981_627, within: 1e-4))
    }

    @Test func `one alone fills no continent, and nobody moves nothing`() throws {
        var view = Self.view(try Self.place(1, 2), scale: 7)
        view.fit([])
        #expect(view == Self.view(try Self.place(1, 2), scale: 7))
        view.fit([try Self.place(50, 60)])
        #expect(view.centre == (try Self.place(50, 60)))
        #expect(Self.isNear(view.scale * 92 * 0.8, 200))
    }

    @Test func `at 89 degrees and on the pole itself everything is finite`() throws {
        var view = Self.view(try Self.place(89, 10))
        let east = view.point(of: try Self.place(89, 11))
        // A degree of longitude is 1,940.6 m there.
        #expect(Self.isNear(east.x - 80, 194.06, within: 1e-4))
        view.pan(right: 194.06, down: 0)
        #expect(Self.isNear(view.centre.longitude, 11, within: 1e-4))
        for _ in 0..<1_000 { view.pan(right: 40, down: -40) }
        #expect(view.centre.latitude == 90)
        let place = view.point(of: try Self.place(89.999, 100))
        #expect(place.x.isFinite && place.y.isFinite)
    }

    @Test func `panning moves what is seen by as many dots, round the Earth`() throws {
        var view = Self.view(try Self.place(52, 179.999), scale: 50)
        let place = try Self.place(52.001, -179.99)
        let before = view.point(of: place)
        view.pan(right: 16, down: 0)
        #expect(Self.isNear(view.point(of: place).x, before.x - 16))
        view.pan(right: 0, down: 8)
        #expect(Self.isNear(view.point(of: place).y, before.y - 8))
        #expect(view.centre.longitude < 0)
    }

    @Test func `zooming keeps the centre and ends at the scales' ends`() throws {
        let centre = try Self.place(52, 13)
        var view = Self.view(centre)
        view.zoom(by: 2)
        #expect(view.scale == 5 && view.centre == centre)
        for _ in 0..<100 { view.zoom(by: 2) }
        #expect(view.scale == MapView.scales.lowerBound)
        for _ in 0..<100 { view.zoom(by: 0.5) }
        #expect(view.scale == MapView.scales.upperBound)
    }

    @Test func `distances are along great circles`() throws {
        let berlin = Self.view(try Self.place(52.5, 13.4))
        // To San Francisco, on a sphere.
        let metres = berlin.metres(to: try Self.place(37.774_9, -122.419_4))
        #expect(Self.isNear(metres, 9_105_000, within: 1e-3))
        let antipode = Self.view(try Self.place(0, 0)).metres(to: try Self.place(0, 180))
        #expect(Self.isNear(antipode, 180 * 111_195.08))
    }
}
