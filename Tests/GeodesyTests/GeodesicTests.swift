import Geodesy
import GeodesyTesting
import Testing

@Suite struct GeodesicTests {
    // MARK: Distances

    /// Two places and how far they are apart, measured with PROJ's own program `geod`.
    private static let distances: [(String, Coordinate, Coordinate, metres: Double)] = [
        ("one degree of the equator (mapbox/turf-swift#26)", place(0, 0), place(0, 1), 111_319.491),
        (
            "antipodes (locationtech/spatial4j#81)", place(12, -94), place(-12, 86), 20_003_931.459
        ),
        ("half round the equator", place(0, 0), place(0, -180), 20_003_931.459),
        ("nearly antipodal", place(0, 0), place(0.5, 179.5), 19_936_288.579),
        ("where Vincenty's iteration fails", place(0, 0), place(0.5, 179.7), 19_944_127.421),
        ("antimeridian, in Fiji", place(-16.5, 179.999), place(-16.5, -179.999), 213.528),
        (
            "antimeridian, on the equator (Leaflet/Leaflet#3914)", place(0, 179.9995),
            place(0, -179.9995), 111.319
        ),
        ("the north pole is one place", place(90, 0), place(90, 123), 0),
        ("just over the pole", place(89.9999, 0), place(89.9999, 180), 22.339),
        ("over the pole (cuspaceflight/tawhiri#25)", place(89.5, 0), place(89.5, 180), 111_693.951),
    ]

    @Test(arguments: distances)
    func `distances to a millimetre`(_ name: String, _ a: Coordinate, _ b: Coordinate, _ m: Double)
    {
        #expect(abs(a.metres(to: b) - m) < 0.001, "\(name)")
        #expect(abs(b.metres(to: a) - m) < 0.001, "\(name), backwards")
    }

    @Test func `a place is 0 m from itself, never NaN (mapbox-gl-native#3556)`() {
        let here = place(40.711_990_356_445_31, -74.0081)
        #expect(here.metres(to: here) == 0)
    }

    @Test func `all 32,400 grid centres are 0 m from themselves (patrickrb/FT8AF#512)`() {
        var wrong = 0
        for column in 0..<180 {
            for row in 0..<180 {
                let centre = place(Double(row) - 89.5, 2 * Double(column) - 179)
                if centre.metres(to: centre) != 0 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    /// Places near a helper, on both sides of the 100 m within which help arrives.
    private static let boundary: [(String, Coordinate, metres: Double)] = [
        ("east 99.999", place(37.331819994620, -122.030051640918), 99.999),
        ("east 100.001", place(37.331819994619, -122.030051618351), 100.001),
        ("east 100.1, haversine says 99.865", place(37.331819995, -122.030050501), 100.1),
        ("north 99.9, haversine says 100.090", place(37.332720131, -122.03118), 99.9),
        ("north 99.999", place(37.332721022743, -122.03118), 99.999),
        ("north 100.001", place(37.332721040763, -122.03118), 100.001),
    ]

    @Test(arguments: boundary)
    func `the 100 m of the helper, to a millimetre`(_ name: String, _ flat: Coordinate, _ m: Double)
    {
        let metres = place(37.33182, -122.03118).metres(to: flat)
        #expect(abs(metres - m) < 0.001, "\(name)")
        #expect((metres < 100) == (m < 100), "\(name)")
    }

    // MARK: Directions

    @Test func `between a place and itself there is no direction, least of all south`() {
        let line = Geodesic(from: place(37.3, -122), to: place(37.3, -122))
        #expect(line.metres == 0)
        #expect(line.azimuths == nil)
        #expect(Geodesic(from: place(90, 0), to: place(90, 50)).azimuths == nil)
    }

    @Test func `directions are clockwise from north, 0 to 360`() throws {
        let here = place(0, 0)
        let targets = [
            (place(1, 0), 0.0), (place(0, 1), 90), (place(-1, 0), 180), (place(0, -1), 270),
        ]
        for (target, azimuth) in targets {
            let azimuths = try #require(Geodesic(from: here, to: target).azimuths)
            #expect(abs(azimuths.start - azimuth) < 1e-9)
            #expect(abs(azimuths.end - azimuth) < 1e-9)
        }
    }

    @Test func `over the pole north becomes south and the longitude flips (tawhiri#25)`() throws {
        let beyond = try #require(
            Geodesic.destination(from: place(89.5, 0), azimuth: 0, metres: 111_693.951)
        )
        #expect(abs(beyond.coordinate.latitude - 89.5) < 1e-8)
        #expect(abs(abs(beyond.coordinate.longitude) - 180) < 1e-8)
        #expect(abs(beyond.azimuth - 180) < 1e-8)
    }

    @Test func `a destination is as far and in the direction that was asked for`() throws {
        for (latitude, longitude) in [(37.33182, -122.03118), (-89.99, 5), (0.0, 179.9999)] {
            for azimuth in stride(from: 0.0, to: 360, by: 30) {
                let start = place(latitude, longitude)
                let end = try #require(
                    Geodesic.destination(from: start, azimuth: azimuth, metres: 5_000)
                )
                let line = Geodesic(from: start, to: end.coordinate)
                #expect(abs(line.metres - 5_000) < 0.001)
                let found = try #require(line.azimuths)
                #expect(abs(Azimuth.turn(from: azimuth, to: found.start)) < 1e-6)
                #expect(abs(Azimuth.turn(from: end.azimuth, to: found.end)) < 1e-6)
            }
        }
    }

    @Test func `a destination of what isn't finite is none`() {
        let here = place(1, 2)
        #expect(Geodesic.destination(from: here, azimuth: .nan, metres: 1) == nil)
        #expect(Geodesic.destination(from: here, azimuth: .infinity, metres: 1) == nil)
        #expect(Geodesic.destination(from: here, azimuth: 1, metres: .nan) == nil)
        #expect(Geodesic.destination(from: here, azimuth: 1, metres: .infinity) == nil)
    }

    @Test func `turning goes the shorter way (flybywiresim/aircraft#2032)`() {
        #expect(Azimuth.turn(from: 350, to: 10) == 20)
        #expect(Azimuth.turn(from: 5, to: 355) == -10)
        #expect(Azimuth.turn(from: 90, to: 270) == 180)
        #expect(Azimuth.turn(from: 270, to: 90) == 180)
        #expect(Azimuth.turn(from: 10, to: 730) == 0)
        #expect(Azimuth.between(350, 10, fraction: 0.5) == 0)
        #expect(Azimuth.between(5, 355, fraction: 0.5) == 0)
        #expect(Azimuth.between(10, 350, fraction: 0.75) == 355)
    }
}
