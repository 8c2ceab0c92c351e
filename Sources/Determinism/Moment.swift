/// A point on this daemon's monotonic clock, counted from its start.
///
/// Pure rooms never read a clock: they are told the moment. A simulated LAN makes moments up.
public struct Moment: Hashable, Comparable, Sendable {
    /// Nanoseconds since the daemon's start; 292 years fit.
    public let nanoseconds: Int64

    /// Makes a moment that many nanoseconds after the daemon's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Makes a moment that long after the daemon's start.
    public init(sinceStart duration: Duration) {
        self.nanoseconds = duration.wholeNanoseconds
    }

    /// The daemon's start.
    public static let zero = Moment(nanoseconds: 0)

    /// The time since the daemon's start.
    public var sinceStart: Duration { .nanoseconds(self.nanoseconds) }

    public static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    public static func + (moment: Moment, duration: Duration) -> Moment {
        Moment(nanoseconds: moment.nanoseconds + duration.wholeNanoseconds)
    }

    public static func - (moment: Moment, duration: Duration) -> Moment {
        Moment(nanoseconds: moment.nanoseconds - duration.wholeNanoseconds)
    }

    /// The time from `right` to `left`; negative when `left` is earlier.
    public static func - (left: Moment, right: Moment) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }

    /// The earlier of two deadlines, where `nil` means never.
    public static func earliest(_ left: Moment?, _ right: Moment?) -> Moment? {
        guard let left else { return right }
        guard let right else { return left }
        return min(left, right)
    }
}

extension Duration {
    /// This duration in whole nanoseconds, clamped to what 64 bits hold.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = self.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        if carry { return seconds < 0 ? .min : .max }
        return sum
    }

    /// This duration in milliseconds, with its fraction.
    public var milliseconds: Double { Double(self.wholeNanoseconds) / 1_000_000 }
}
