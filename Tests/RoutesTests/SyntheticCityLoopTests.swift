import Geodesy
import GeodesyTesting
import Routes
import Testing

/// Golden values, found with another implementation of geodesics.
@Suite struct SyntheticCityLoopTests {
    private let loop = SyntheticCityLoop(around: place(37.33182, -122.03118))

    @Test func `its points, to 1e-7 of a degree`() throws {
        let golden = [
            (0, place(37.3420503, -122.0311800)), (1, place(37.3420606, -122.0311052)),
            (2, place(37.3420704, -122.0310302)), (935, place(37.3420393, -122.0312547)),
        ]
        #expect(self.loop.points.count == 936)
        for (index, place) in golden {
            #expect(abs(self.loop.points[index].latitude - place.latitude) < 1e-7)
            #expect(abs(self.loop.points[index].longitude - place.longitude) < 1e-7)
        }
    }

    @Test func `its legs, its length and its box`() throws {
        let route = try self.loop.route()
        #expect(route.legs.count == 936)
        #expect(route.isClosed)
        #expect(abs(route.metres - 6_299.984) < 0.001)
        for leg in route.legs {
            #expect((6.730_65...6.730_85).contains(leg.segment.metres))
        }
        #expect(abs((route.legs.last?.segment.metres ?? 0) - 6.7307) < 0.000_05)
        let box = try #require(CoordinateBox(around: self.loop.points))
        #expect(abs(box.south - 37.32149) < 1e-5 && abs(box.north - 37.34215) < 1e-5)
        #expect(abs(box.west + 122.04084) < 1e-5 && abs(box.east + 122.02262) < 1e-5)
    }

    @Test(arguments: [(0.0, 179.99), (89, 0), (-89.995, -179.99), (52.5, 13.4)])
    func `anywhere else it is as long, also on the antimeridian and round a pole`(
        latitude: Double,
        longitude: Double
    ) throws {
        let anchor = place(latitude, longitude)
        let route = try SyntheticCityLoop(around: anchor).route()
        #expect(abs(route.metres - 6_299.984) < 0.001)
        for leg in route.legs {
            #expect((6.730_65...6.730_85).contains(leg.segment.metres))
            #expect((700...1_200).contains(leg.segment.start.metres(to: anchor)))
        }
    }

    @Test func `it says what it is`() {
        #expect(SyntheticCityLoop.name == "Synthetic City Loop")
        #expect(SyntheticCityLoop.description.contains("follows no streets"))
    }
}
