import Gameplay
import Testing

@Suite struct PathTests {
    private static let square: [SIMD2<Double>] = [[0, 0], [10, 0], [10, 10], [0, 10]]

    @Test func `an open path ends at its ends`() throws {
        let path = try Path(points: Self.square, radius: 1)
        #expect(path.length == 30)
        #expect(path.point(atDistance: -5) == [0, 0])
        #expect(path.point(atDistance: 15) == [10, 5])
        #expect(path.point(atDistance: 20) == [10, 10])
        #expect(path.point(atDistance: 99) == [0, 10])
        #expect(path.point(atDistance: .nan) == [0, 0])
    }

    @Test func `a cyclical path goes round in both directions`() throws {
        let path = try Path(points: Self.square, radius: 1, isCyclical: true)
        #expect(path.length == 40)
        #expect(path.point(atDistance: 35) == [0, 5])
        #expect(path.point(atDistance: 95) == [10, 5])
        #expect(path.point(atDistance: -5) == [0, 5])
    }

    @Test func `the nearest point knows how far along it is`() throws {
        let path = try Path(points: Self.square, radius: 1, isCyclical: true)
        let inside = path.projection(of: [9, 4])
        #expect(inside.point == [10, 4])
        #expect(inside.distanceAlong == 14)
        #expect(inside.offset == 1)
        let closing = path.projection(of: [-3, 5])
        #expect(closing.point == [0, 5])
        #expect(closing.distanceAlong == 35)
        let open = try Path(points: Self.square, radius: 1)
        #expect(open.projection(of: [-3, 1]).point == [0, 0])
    }

    @Test func `points that lie on each other are passed over`() throws {
        let path = try Path(points: [[0, 0], [0, 0], [4, 0], [4, 0]], radius: 0)
        #expect(path.length == 4)
        #expect(path.point(atDistance: 1) == [1, 0])
        #expect(path.projection(of: [9, 0]).distanceAlong == 4)
        let dot = try Path(points: [[2, 2], [2, 2]], radius: 0, isCyclical: true)
        #expect(dot.point(atDistance: 7) == [2, 2])
        #expect(dot.projection(of: [2, 3]).offset == 1)
    }

    @Test func `what is no path is an error that says why`() {
        #expect(throws: PathFault.tooFewPoints(1)) { try Path(points: [[0, 0]], radius: 1) }
        #expect(throws: PathFault.noRadius(-1)) { try Path(points: Self.square, radius: -1) }
        #expect(throws: PathFault.notFinite(place: 2)) {
            try Path(points: [[0, 0], [1, 0], [.infinity, 0], [3, 0]], radius: 1)
        }
        #expect(PathFault.tooFewPoints(1).description == "A path needs at least 2 points, not 1.")
    }
}
