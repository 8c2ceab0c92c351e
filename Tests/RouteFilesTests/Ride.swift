import Determinism
import Geodesy
import GeodesyTesting
import Routes

/// A made-up recording, the same for the same seed.
struct Ride {
    private var dice: SeededGenerator
    private var here: Coordinate
    private var azimuth = 0.0
    private var seconds: Int64 = 1_777_220_547

    init(seed: UInt64, from start: Coordinate) {
        self.dice = SeededGenerator(seed: seed)
        self.here = start
    }

    /// A number from 0 to 1.
    private mutating func die() -> Double {
        Double(self.dice.next() >> 11) / 9_007_199_254_740_992
    }

    /// The next point: some metres on, a second later, rounded as receivers do.
    mutating func point() -> GPXPoint {
        self.azimuth += 30 * self.die() - 15
        let metres = 3 + 9 * self.die()
        let next = Geodesic.destination(from: self.here, azimuth: self.azimuth, metres: metres)
        let end = next?.coordinate ?? self.here
        self.here = place(
            (end.latitude * 1e7).rounded() / 1e7,
            (end.longitude * 1e7).rounded() / 1e7
        )
        self.seconds += 1
        let elevation = (self.die() * 4_000).rounded() / 10
        return GPXPoint(self.here, elevation: elevation, time: GPXTime(seconds: self.seconds))
    }

    /// A file of that many tracks of three segments, with so many points each, and of other things.
    mutating func document(tracks: Int, points: Int) -> GPXDocument {
        let named = (0..<5).map { index in
            var point = self.point()
            point.name = "Place \(index) & Söhne"
            return point
        }
        return GPXDocument(
            GPXLabel(name: "Made up", description: "<for tests>"),
            waypoints: named,
            routes: [GPXRoute(GPXLabel(name: "Way"), points: named)],
            tracks: (0..<tracks).map { index in
                GPXTrack(
                    GPXLabel(name: "Track \(index)"),
                    segments: (0..<3).map { _ in
                        // Between two segments the receiver was off for a while.
                        self.seconds += 600
                        return (0..<points).map { _ in self.point() }
                    }
                )
            }
        )
    }
}
