import Determinism
import Geodesy
public import Routes

/// Where the person at this machine has been, as far as it is kept: for a GPX file.
///
/// A gap in what is known begins a new segment, and so does a place that nobody can have got to in
/// the time. It never leaves this machine by itself.
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

    /// The place of the newest point, and when somebody was there.
    private struct Last: Equatable, Sendable {
        let coordinate: Coordinate
        let moment: Moment
        /// Milliseconds of the wall clock, as written.
        let time: UInt64
    }

    /// Full, it is a ring; `first` is the place of its oldest.
    private var ring: [Mark] = []
    private var first = 0
    private var last: Last?

    init() {}

    /// Points that are kept.
    public var count: Int { self.ring.count }

    /// Where the person is comes from elsewhere now, or from nowhere: nothing leads there.
    mutating func interrupt() { self.last = nil }

    /// Takes where the person is now; `nil` when nobody knows.
    mutating func add(_ report: RiderReport?, at now: Moment, wall: WallTime) {
        guard let report, report.fixAge < Self.ageMaximum else {
            self.last = nil
            return
        }
        let moment = now - report.fixAge
        if let last {
            let metres = last.coordinate.metres(to: report.coordinate)
            guard metres >= Self.stepMinimum else {
                // Who stands for an hour has not been on its way for an hour.
                self.last = Last(coordinate: last.coordinate, moment: moment, time: last.time)
                return
            }
            let seconds = (moment - last.moment).milliseconds / 1_000
            let reach = max(RideLimits.errorMaximum, seconds * RideLimits.speedMaximum)
            if metres > reach { self.interrupt() }
        }
        let time = wall.advanced(by: .zero - report.fixAge).milliseconds
        // The wall clock was set back: in a segment the times go on.
        if let last, time < last.time { self.interrupt() }
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
        self.last = Last(coordinate: report.coordinate, moment: moment, time: time)
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
