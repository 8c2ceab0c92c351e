import Determinism

/// Points in time as the control API writes them.
enum Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z of an ISO 8601 time in UTC, as `2026-11-30T09:06:51.2Z`.
    ///
    /// The fraction is dropped; `nil` for any other form.
    static func seconds(of text: String) -> Int64? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix("Z") else { return nil }
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        let time = parts[1].dropLast().split(separator: ".").first?.split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        let numbers = (date + (time ?? [])).map { $0.utf8.count <= 4 ? Int64($0) : nil }
        guard date.count == 3, time?.count == 3 else { return nil }
        guard let year = numbers[0], let month = numbers[1], let day = numbers[2],
            let hour = numbers[3], let minute = numbers[4], let second = numbers[5],
            (1970...9999).contains(year), let civil = CivilDate(year: year, month: month, day: day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return civil.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// A time of day, such as `09:06:51`, from seconds since a midnight.
    static func clock(seconds: Int64) -> String {
        let day: Int64 = 86_400
        return CivilDate.iso8601(secondsOfDay: UInt64((seconds % day + day) % day))
    }

    /// A length of time in its largest unit: `12 s`, `3 min`, `2 h`, `5 d`.
    static func age(seconds: Int64) -> String {
        switch max(0, seconds) {
        case let seconds where seconds < 60: "\(seconds) s"
        case let seconds where seconds < 3_600: "\(seconds / 60) min"
        case let seconds where seconds < 86_400: "\(seconds / 3_600) h"
        case let seconds: "\(seconds / 86_400) d"
        }
    }

    /// A round-trip time in milliseconds: `0.2 ms`, `12 ms`.
    static func roundTrip(milliseconds: Double) -> String {
        switch max(0, milliseconds) {
        case ..<0.05: return "<0.1 ms"
        case let time where time < 9.95:
            let tenths = Int64((time * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) ms"
        case let time: return "\(Int64(min(time, 1e12).rounded())) ms"
        }
    }
}
