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
    ///
    /// Days to civil date by the usual era arithmetic of the proleptic Gregorian calendar.
    public var iso8601: String {
        let (days, rest) = self.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        let hours = Self.padded(rest / 3_600_000, 2)
        let minutes = Self.padded(rest / 60_000 % 60, 2)
        let seconds = Self.padded(rest / 1_000 % 60, 2)
        return "\(date)T\(hours):\(minutes):\(seconds).\(Self.padded(rest % 1_000, 3))Z"
    }

    private static func padded(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
