import Cycling
import Geodesy
import GeodesyTesting
import Testing

/// How a correction is drawn.
@Suite struct SharingDrawnErrorTests {
    private static let right = place(37.3, -122)

    private static func beside(_ metres: Double) throws -> Coordinate {
        let there = Geodesic.destination(from: Self.right, azimuth: 60, metres: metres)
        return try #require(there).coordinate
    }

    private static let frame: Duration = .nanoseconds(16_666_667)

    @Test func `a correction moves nothing at first`() throws {
        var error = DrawnError()
        let shown = try Self.beside(3)
        error.corrected(from: shown, to: Self.right)
        #expect(error.drawn(Self.right).metres(to: shown) < 1e-6)
    }

    @Test(arguments: [(0.2, 0.19), (0.25, 0.237_5), (0.625, 0.562_5), (1, 0.85), (4, 3.4)])
    func `a frame takes 5 % of a small error and 15 % of a large one`(
        metres: Double,
        left: Double
    ) throws {
        var error = DrawnError()
        error.corrected(from: try Self.beside(metres), to: Self.right)
        error.advance(by: Self.frame)
        #expect(abs(error.drawn(Self.right).metres(to: Self.right) - left) < 1e-6)
    }

    @Test func `it shrinks with each frame and is gone within 2 s, however time is cut`() throws {
        for parts in [1, 3, 10] {
            var error = DrawnError()
            error.corrected(from: try Self.beside(4), to: Self.right)
            var last = 4.0
            for _ in 0..<(120 * parts) {
                error.advance(by: Self.frame / parts)
                let metres = error.drawn(Self.right).metres(to: Self.right)
                #expect(metres <= last + 1e-6)
                last = metres
            }
            #expect(error.drawn(Self.right) == Self.right)
        }
    }

    @Test func `a second correction begins where the mark is drawn`() throws {
        var error = DrawnError()
        error.corrected(from: try Self.beside(4), to: Self.right)
        error.advance(by: Self.frame * 3)
        let drawn = error.drawn(Self.right)
        let other = try Self.beside(-2)
        error.corrected(from: Self.right, to: other)
        #expect(error.drawn(other).metres(to: drawn) < 1e-6)
    }

    @Test func `more than 50 m is another place, and the mark is there at once`() throws {
        var error = DrawnError()
        error.corrected(from: try Self.beside(51), to: Self.right)
        #expect(error.drawn(Self.right) == Self.right)
        // A long time and a backward one do no harm.
        error.corrected(from: try Self.beside(4), to: Self.right)
        error.advance(by: .seconds(-5))
        error.advance(by: .seconds(1 << 40))
        #expect(error.drawn(Self.right) == Self.right)
    }
}
