/// A day of the proleptic Gregorian calendar, which is ISO 8601's.
///
/// Years are astronomical: 0 is 1 BC, as in XML Schema 1.1.
public struct CivilDate: Hashable, Sendable {
    public let year: Int64
    /// 1 to 12.
    public let month: Int64
    /// 1 to 31.
    public let day: Int64

    /// The day with that date; `nil` where there is none, such as 30 February.
    ///
    /// Years reach from −999,999,999 to 999,999,999.
    public init?(year: Int64, month: Int64, day: Int64) {
        guard
            (-999_999_999...999_999_999).contains(year),
            (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that many days after 1970-01-01, or before it.
    ///
    /// By the usual arithmetic of eras of 400 years, which begin on a 1 March. Days beyond 10¹² are
    /// taken as 10¹².
    public init(daysSince1970 days: Int64) {
        let shifted = min(max(days, -1_000_000_000_000), 1_000_000_000_000) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        self.month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.year = yearOfEra + era * 400 + (self.month <= 2 ? 1 : 0)
    }

    /// How many days after 1970-01-01 it is; negative before.
    public var daysSince1970: Int64 {
        let year = self.month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let shiftedMonth = self.month > 2 ? self.month - 3 : self.month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + self.day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// How many days a month has: 28 to 31.
    public static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The date as ISO 8601 has it, such as `2026-11-30`.
    public var iso8601: String {
        let year = Self.padded(self.year.magnitude, 4)
        let month = Self.padded(self.month.magnitude, 2)
        return "\(self.year < 0 ? "-" : "")\(year)-\(month)-\(Self.padded(self.day.magnitude, 2))"
    }

    /// A number with zeros before it, so that it has at least `width` digits.
    static func padded(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// A time of day as ISO 8601 has it, such as `08:36:17`, from the seconds since midnight.
    public static func iso8601(secondsOfDay seconds: UInt64) -> String {
        let hours = self.padded(seconds / 3_600, 2)
        return "\(hours):\(self.padded(seconds / 60 % 60, 2)):\(self.padded(seconds % 60, 2))"
    }
}
