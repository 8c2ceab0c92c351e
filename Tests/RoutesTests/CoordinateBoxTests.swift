import Geodesy
import GeodesyTesting
import Routes
import Testing

@Suite struct CoordinateBoxTests {
    @Test func `riders at 179.99 and −179.99 are 0.02° apart (Leaflet#6321)`() throws {
        let box = try #require(CoordinateBox(around: [place(1, 179.99), place(-1, -179.99)]))
        #expect(box.west == 179.99 && box.east == -179.99)
        #expect(abs(box.width - 0.02) < 1e-9)
        #expect(box.height == 2)
    }

    @Test func `elsewhere west is less than east`() throws {
        let box = try #require(
            CoordinateBox(around: [place(1, 10), place(2, -20), place(3, 5)])
        )
        #expect(box.west == -20 && box.east == 10 && box.width == 30)
        #expect(box.south == 1 && box.north == 3)
    }

    @Test func `one place is a box without width, none is no box`() throws {
        let box = try #require(CoordinateBox(around: [place(1, -180)]))
        #expect(box.width == 0 && box.height == 0)
        #expect(CoordinateBox(around: []) == nil)
    }
}
