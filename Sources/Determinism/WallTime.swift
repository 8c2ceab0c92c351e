/// A point on the wall clock, for people to read; never for deciding.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let milliseconds: UInt64

    public init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The wall time that long after this one, clamped to what the type holds.
    public func advanced(by duration: Duration) -> WallTime {
        let milliseconds = duration.wholeNanoseconds / 1_000_000
        if milliseconds >= 0 {
            let (sum, overflow) = self.milliseconds.addingReportingOverflow(UInt64(milliseconds))
            return WallTime(milliseconds: overflow ? .max : sum)
        }
        let back = milliseconds.magnitude
        return WallTime(milliseconds: self.milliseconds > back ? self.milliseconds - back : 0)
    }

    /// This time as ISO 8601 in UTC with milliseconds, such as `2026-11-30T08:36:17.042Z`.
    public var iso8601: String {
        let (days, rest) = self.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        let date = CivilDate(daysSince1970: Int64(days)).iso8601
        let time = CivilDate.iso8601(secondsOfDay: rest / 1_000)
        return "\(date)T\(time).\(CivilDate.padded(rest % 1_000, 3))Z"
    }
}
