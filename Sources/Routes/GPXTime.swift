import Determinism

/// A point in time as GPX has it: `xsd:dateTime`, to a nanosecond.
///
/// Seconds count as POSIX counts them: a leap second has the number of the second after it.
public struct GPXTime: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    public let seconds: Int64
    /// What is beyond them: 0 to 999,999,999.
    public let nanoseconds: UInt32

    /// The time that long after 1970-01-01T00:00:00Z.
    ///
    /// More than 999,999,999 nanoseconds are taken as that; seconds are kept within the years that
    /// `CivilDate` has.
    public init(seconds: Int64, nanoseconds: UInt32 = 0) {
        self.seconds = min(max(seconds, -Self.secondsMaximum), Self.secondsMaximum)
        self.nanoseconds = min(nanoseconds, 999_999_999)
    }

    /// Some 900 million years.
    private static let secondsMaximum: Int64 = 28_400_000_000_000_000

    public static func < (left: GPXTime, right: GPXTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Seconds from another time to this one; negative when this is the earlier.
    public func seconds(since earlier: GPXTime) -> Double {
        Double(self.seconds - earlier.seconds)
            + (Double(self.nanoseconds) - Double(earlier.nanoseconds)) / 1e9
    }

    /// The time as `xsd:dateTime` in UTC, with as much of a fraction as it has.
    public var text: String {
        let days = (self.seconds - (self.seconds < 0 ? 86_399 : 0)) / 86_400
        let date = CivilDate(daysSince1970: days).iso8601
        let time = CivilDate.iso8601(secondsOfDay: UInt64(self.seconds - days * 86_400))
        guard self.nanoseconds > 0 else { return "\(date)T\(time)Z" }
        var fraction = String(String(1_000_000_000 + UInt64(self.nanoseconds)).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(date)T\(time).\(fraction)Z"
    }
}
