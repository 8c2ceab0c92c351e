import Geodesy
import GeodesyTesting
import Testing

@Suite struct GeodesicSegmentTests {
    private func segment(_ start: Coordinate, _ end: Coordinate) throws -> GeodesicSegment {
        try #require(GeodesicSegment(from: start, to: end))
    }

    @Test func `halfway to just before the pole is not the pole (MobilityDB#2730)`() throws {
        let segment = try self.segment(place(89.999999, 0), place(89.9999999, 0))
        let middle = segment.point(at: segment.metres / 2).coordinate
        #expect(abs(middle.latitude - 89.999_999_45) < 1e-11)
    }

    @Test func `the middle of 179.9 and −179.9 is 180, not 0 (movingpandas#274)`() throws {
        let segment = try self.segment(place(0, 179.9), place(0, -179.9))
        let middle = segment.point(at: segment.metres / 2)
        #expect(abs(abs(middle.coordinate.longitude) - 180) < 1e-9)
        #expect(abs(middle.azimuth - 90) < 1e-9)
    }

    @Test func `its ends are exactly its ends, and beyond them it does not go`() throws {
        let (start, end) = (place(37.33182, -122.03118), place(37.4, -122.1))
        let segment = try self.segment(start, end)
        #expect(segment.point(at: 0).coordinate == start)
        #expect(segment.point(at: -5).coordinate == start)
        #expect(segment.point(at: segment.metres).coordinate == end)
        #expect(segment.point(at: .infinity).coordinate == end)
        #expect(segment.point(at: .nan).coordinate == start)
        let last = try #require(Geodesic(from: start, to: end).azimuths).end
        #expect(abs(segment.point(at: segment.metres).azimuth - last) < 1e-9)
    }

    @Test func `no segment leads from a place to itself`() {
        #expect(GeodesicSegment(from: place(1, 2), to: place(1, 2)) == nil)
        #expect(GeodesicSegment(from: place(-90, 2), to: place(-90, 3)) == nil)
    }

    @Test func `from its own start it is 0 m along and 0 m off (chrisveness/geodesy#76)`() throws {
        let segment = try self.segment(place(51, 0), place(51.01, 0.01))
        let atStart = segment.nearest(to: segment.start)
        #expect(atStart.along == 0)
        #expect(atStart.away == 0)
        let atEnd = segment.nearest(to: segment.end)
        #expect(atEnd.along == segment.metres)
        #expect(atEnd.away == 0)
    }

    @Test(arguments: [(0.0, 179.99), (37.3, -122), (89.9, 10), (-60, 0)])
    func `what lies abeam of a point is nearest there`(latitude: Double, longitude: Double) throws {
        let start = place(latitude, longitude)
        let end = try #require(
            Geodesic.destination(from: start, azimuth: 70, metres: 8_000)
        ).coordinate
        let segment = try self.segment(start, end)
        for along in [1.0, 2_000, 7_999] {
            let point = segment.point(at: along)
            for off in [0.0, 0.5, 90, 1_000] {
                let place = try #require(
                    Geodesic.destination(
                        from: point.coordinate,
                        azimuth: point.azimuth + 90,
                        metres: off
                    )
                ).coordinate
                let nearest = segment.nearest(to: place)
                #expect(abs(nearest.along - along) < 0.001)
                #expect(abs(nearest.away - off) < 0.001)
            }
        }
    }

    @Test func `what lies behind or beyond is nearest to an end`() throws {
        let segment = try self.segment(place(0, 0), place(0, 0.01))
        #expect(segment.nearest(to: place(0, -0.01)).along == 0)
        #expect(segment.nearest(to: place(0.001, 0.02)).along == segment.metres)
        #expect(segment.nearest(to: place(0, -179.995)).away > 19_900_000)
    }

    @Test func `the bound of a distance is below it, but not far`() {
        let places = stride(from: -90.0, through: 90, by: 7.5).flatMap { latitude in
            stride(from: -180.0, to: 180, by: 20).map { place(latitude, $0) }
        }
        let points = places.map(SpacePoint.init)
        var (above, slack) = (0, 0.0)
        for (a, first) in zip(places, points) {
            for (b, second) in zip(places, points) where a.metres(to: b) > 0 {
                let (bound, metres) = (first.leastMetres(to: second), a.metres(to: b))
                if bound > metres + 1e-6 { above += 1 }
                // Antipodes have much the same chord however far they are.
                if metres < 15_000_000 { slack = max(slack, 1 - bound / metres) }
            }
        }
        #expect(above == 0)
        #expect(slack < 0.015)
        let near = (place(37.33182, -122.03118), place(37.332720131, -122.03118))
        let bound = SpacePoint(near.0).leastMetres(to: SpacePoint(near.1))
        #expect(abs(bound - 0.999 * 99.9) < 0.001)
    }
}
