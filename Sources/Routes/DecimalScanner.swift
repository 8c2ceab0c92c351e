/// Walks over the bytes of a number or a time as XML Schema writes them.
///
/// White space around the text is gone before it starts (XML Schema, `whiteSpace` is `collapse`).
package struct DecimalScanner {
    /// A row of digits, and what it counts.
    struct Digits {
        let value: Int64
        let count: Int
        let hasLeadingZero: Bool
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { !Self.isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !Self.isBlank($0) } ?? start - 1
        self.bytes = Array(bytes[start..<(end + 1)])
    }

    var isAtEnd: Bool { self.position == self.bytes.count }

    /// Steps over a character if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard !self.isAtEnd, UInt32(self.bytes[self.position]) == character.value else {
            return false
        }
        self.position += 1
        return true
    }

    /// All the digits that come next, if there are as many; at most 18.
    mutating func digits(atLeast least: Int, atMost most: Int) -> Digits? {
        let digits = self.bytes[self.position...].prefix(while: Self.isDigit)
        guard (least...most).contains(digits.count) else { return nil }
        self.position += digits.count
        let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return Digits(
            value: value,
            count: digits.count,
            hasLeadingZero: digits.first == UInt8(ascii: "0")
        )
    }

    /// The digits behind a point as billionths, those after the ninth cut off; `nil` without any.
    mutating func fraction() -> UInt32? {
        let digits = self.bytes[self.position...].prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        self.position += digits.count
        let billionths = digits.prefix(9).reduce(UInt32(0)) {
            $0 * 10 + UInt32($1 - UInt8(ascii: "0"))
        }
        return (digits.count..<max(9, digits.count)).reduce(billionths) { value, _ in value * 10 }
    }

    /// A whole text as a finite number; `nil` when it is none.
    ///
    /// The grammar is that of `xsd:decimal`, and an exponent behind it: OsmAnd and whatever else
    /// prints with Java writes 0.0006 as `6.0E-4` (osmandapp/OsmAnd#4664). So no comma, no
    /// hexadecimal, no NaN. The point is a point, whatever the process' locale is.
    package static func number(_ text: String) -> Double? {
        var scanner = DecimalScanner(text)
        _ = scanner.take("-") || scanner.take("+")
        var digits = scanner.skipDigits()
        if scanner.take(".") { digits += scanner.skipDigits() }
        guard digits > 0 else { return nil }
        if scanner.take("e") || scanner.take("E") {
            _ = scanner.take("-") || scanner.take("+")
            guard scanner.skipDigits() > 0 else { return nil }
        }
        guard scanner.isAtEnd else { return nil }
        let number = Double(String(decoding: scanner.bytes, as: UTF8.self))
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    private mutating func skipDigits() -> Int {
        let count = self.bytes[self.position...].prefix(while: Self.isDigit).count
        self.position += count
        return count
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// White space of XML 1.0, section 2.3.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
