import Determinism
import Geodesy
public import Routes

/// Where the person at this machine has been, as far as it is kept: for a GPX file.
///
/// A gap in what is known begins a new segment. It never leaves this machine by itself.
public struct RideTrack: Equatable, Sendable {
    /// Points that are kept, the oldest forgotten first: two hours at a point each second.
    public static let pointsMaximum = 7_200
    /// Metres below which a point is the one before.
    static let stepMinimum = 1.0
    /// A position older than this is no place where anybody is known to be.
    static let ageMaximum = Duration.seconds(10)

    private struct Mark: Equatable, Sendable {
        let point: GPXPoint
        let beginsSegment: Bool
    }

    /// Full, it is a ring; `first` is the place of its oldest.
    private var ring: [Mark] = []
    private var first = 0
    private var last: Coordinate?

    init() {}

    /// Points that are kept.
    public var count: Int { self.ring.count }

    /// Takes where the person is now; `nil` when nobody knows.
    mutating func add(_ report: RiderReport?, at wall: WallTime) {
        guard let report, report.fixAge < Self.ageMaximum else {
            self.last = nil
            return
        }
        if let last, last.metres(to: report.coordinate) < Self.stepMinimum { return }
        let time = wall.advanced(by: .zero - report.fixAge).milliseconds
        let mark = Mark(
            point: GPXPoint(
                report.coordinate,
                time: GPXTime(
                    seconds: Int64(time / 1_000),
                    nanoseconds: UInt32(time % 1_000) * 1_000_000
                )
            ),
            beginsSegment: self.last == nil
        )
        self.last = report.coordinate
        if self.ring.count < Self.pointsMaximum {
            self.ring.append(mark)
        } else {
            self.ring[self.first] = mark
            self.first = (self.first + 1) % Self.pointsMaximum
        }
    }

    /// The segments, each of at least one point, in the order of time.
    public var segments: [[GPXPoint]] {
        var segments: [[GPXPoint]] = []
        for mark in self.ring[self.first...] + self.ring[..<self.first] {
            if mark.beginsSegment || segments.isEmpty { segments.append([]) }
            segments[segments.count - 1].append(mark.point)
        }
        return segments
    }
}
