import Determinism

extension GPXTime {
    /// Why a text is no time.
    public enum Fault: Error, Equatable, Sendable {
        /// It doesn't look like `2026-11-30T08:36:17Z`.
        case notDateTime
        /// The month doesn't have that day, or the year that month.
        case noSuchDay
        /// The hour, minute or second is too high, or 24:00 has something behind it.
        case noSuchTimeOfDay
        /// A second 60 that doesn't follow 23:59:59 UTC, where leap seconds are put.
        case noLeapSecond
        /// The offset is beyond 14 hours, which is all that XML Schema knows.
        case noSuchOffset

        /// The end of a sentence that began with the text.
        var clause: String {
            switch self {
            case .notDateTime: "is no date and time such as 2026-11-30T08:36:17Z"
            case .noSuchDay: "is a day that its year doesn't have"
            case .noSuchTimeOfDay: "is a time that no day has"
            case .noLeapSecond: "has a second 60 that doesn't follow 23:59:59 UTC"
            case .noSuchOffset: "is more than 14 hours off UTC"
            }
        }
    }

    /// Reads every form of `xsd:dateTime` (XML Schema 1.1, part 2, section 3.3.7).
    ///
    /// Fractions of any length (cut after nanoseconds), `Z` or an offset, 24:00:00 as the end of a
    /// day, years before 0 and of up to nine digits. Beyond the schema, a leap second 23:59:60 UTC
    /// is taken, since receivers write it. A time without a zone is in UTC, as GPX says that all
    /// its times are; the local time of whoever reads a file would make it mean something else at
    /// each place. White space around it doesn't count.
    public init(parsing text: String) throws(Fault) {
        var scanner = DecimalScanner(text)
        let date = try Self.date(&scanner)
        guard scanner.take("T") else { throw .notDateTime }
        let time = try Self.time(&scanner)
        let offset = try Self.offset(&scanner)
        guard scanner.isAtEnd else { throw .notDateTime }

        // An offset says how far local time is ahead.
        let seconds = date.daysSince1970 * 86_400 + time.secondsOfDay - offset
        if time.isLeapSecond {
            guard (seconds % 86_400 + 86_400) % 86_400 == 0 else { throw .noLeapSecond }
        }
        self.init(seconds: seconds, nanoseconds: time.nanoseconds)
    }

    private static func date(_ scanner: inout DecimalScanner) throws(Fault) -> CivilDate {
        let isBeforeZero = scanner.take("-")
        guard
            let year = scanner.digits(atLeast: 4, atMost: 9),
            year.count == 4 || !year.hasLeadingZero,
            scanner.take("-"),
            let month = scanner.digits(atLeast: 2, atMost: 2),
            scanner.take("-"),
            let day = scanner.digits(atLeast: 2, atMost: 2)
        else { throw .notDateTime }
        let signed = isBeforeZero ? -year.value : year.value
        guard let date = CivilDate(year: signed, month: month.value, day: day.value) else {
            throw .noSuchDay
        }
        return date
    }

    private static func time(
        _ scanner: inout DecimalScanner
    ) throws(Fault) -> (secondsOfDay: Int64, nanoseconds: UInt32, isLeapSecond: Bool) {
        guard
            let hour = scanner.digits(atLeast: 2, atMost: 2)?.value,
            scanner.take(":"),
            let minute = scanner.digits(atLeast: 2, atMost: 2)?.value,
            scanner.take(":"),
            let second = scanner.digits(atLeast: 2, atMost: 2)?.value
        else { throw .notDateTime }
        var nanoseconds: UInt32 = 0
        if scanner.take(".") {
            guard let fraction = scanner.fraction() else { throw .notDateTime }
            nanoseconds = fraction
        }
        let isEndOfDay = hour == 24 && minute == 0 && second == 0 && nanoseconds == 0
        guard isEndOfDay || hour < 24, minute < 60, second <= 60 else { throw .noSuchTimeOfDay }
        return (hour * 3_600 + minute * 60 + second, nanoseconds, second == 60)
    }

    /// Seconds by which local time is ahead of UTC; 0 where nothing is said.
    private static func offset(_ scanner: inout DecimalScanner) throws(Fault) -> Int64 {
        if scanner.isAtEnd || scanner.take("Z") { return 0 }
        let isAhead = scanner.take("+")
        guard
            isAhead || scanner.take("-"),
            let hours = scanner.digits(atLeast: 2, atMost: 2)?.value,
            scanner.take(":"),
            let minutes = scanner.digits(atLeast: 2, atMost: 2)?.value
        else { throw .notDateTime }
        let seconds = hours * 3_600 + minutes * 60
        guard minutes < 60, seconds <= 14 * 3_600 else { throw .noSuchOffset }
        return isAhead ? seconds : -seconds
    }
}
