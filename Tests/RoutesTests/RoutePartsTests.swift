import Geodesy
import GeodesyTesting
import Routes
import Testing

/// The points of a route, got back from it.
@Suite struct RoutePartsTests {
    @Test(arguments: [
        [[place(0, 0), place(0, 1), place(1, 1)]],
        [[place(0, 0), place(0, 1)], [place(2, 0), place(2, 1), place(3, 1)]],
        [[place(0, 0), place(0, 1), place(0, 0)]],
        [[place(0, 0), place(0, 1)]],
        [[place(5, 5)]],
    ])
    func `parts are the points that it was made of, closed or not`(parts: [[Coordinate]]) throws {
        for isClosed in [false, true] {
            let route = try Route(parts, isClosed: isClosed)
            #expect(route.parts == parts)
            #expect(try Route(route.parts, isClosed: isClosed) == route)
        }
    }

    @Test func `what adds nothing is left out, and the way is the same`() throws {
        let route = try Route([
            [place(0, 0), place(0, 0), place(0, 1)], [place(7, 7)], [place(2, 0), place(2, 1)],
        ])
        #expect(route.parts == [[place(0, 0), place(0, 1)], [place(2, 0), place(2, 1)]])
        let again = try Route(route.parts)
        #expect(again.legs == route.legs && again.metres == route.metres)
    }

    @Test
    func `at a pole, where two coordinates are one place, no leg is taken for the closing one`()
        throws
    {
        let points = [place(90, 0), place(89, 10), place(90, 50)]
        let route = try Route([points], isClosed: true)
        #expect(route.legs.count == 2)
        #expect(route.parts == [points])
    }

    @Test func `few points stay as they are, many are thinned with their ends`() throws {
        let points = (0..<1_000).map { place(0, Double($0) / 10_000) }
        let route = try Route([points])
        #expect(route.parts(thinnedTo: 1_000) == [points])
        let thinned = try #require(route.parts(thinnedTo: 100))
        #expect((50...100).contains(thinned[0].count))
        #expect(thinned[0].first == points.first && thinned[0].last == points.last)
        #expect(route.parts(thinnedTo: 1) == nil)
    }
}
