/// The form of gpsd's times: `2026-03-04T05:06:07.250Z`, of ISO 8601 and always UTC.
///
/// Of anything else libgps makes a time too: of `hello`, a day in 1899.
enum ReportTime {
    /// Nanoseconds are the most that libgps holds.
    private static let fractionDigitsMaximum = 9
    /// Nobody had a receiver before; and libgps is a day off before 1968.
    private static let firstYear = 1970

    /// Whether it is a time that there is, leap seconds among them.
    static func isOne(_ text: ArraySlice<UInt8>) -> Bool {
        let form = Array("dddd-dd-ddTdd:dd:dd".utf8)
        var rest = text.dropFirst(form.count)
        let isFormed = zip(form, text).allSatisfy { wanted, byte in
            wanted == UInt8(ascii: "d") ? self.isDigit(byte) : byte == wanted
        }
        guard text.count > form.count, isFormed, rest.popLast() == UInt8(ascii: "Z") else {
            return false
        }
        if !rest.isEmpty {
            guard rest.popFirst() == UInt8(ascii: "."),
                (1...self.fractionDigitsMaximum).contains(rest.count),
                rest.allSatisfy(self.isDigit)
            else { return false }
        }
        let numbers = text.prefix(form.count).split { !self.isDigit($0) }.map { digits in
            digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        return numbers[0] >= self.firstYear && (1...12).contains(numbers[1])
            && (1...self.days(year: numbers[0], month: numbers[1])).contains(numbers[2])
            && numbers[3] < 24 && numbers[4] < 60 && numbers[5] <= 60
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func days(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
