/// Numbers as people type them: digits, perhaps with a point and digits behind it.
///
/// Stricter than `Double`, which takes `nan`, `inf`, `1e3` and `0x1p3` for numbers.
enum DecimalText {
    /// 32: more digits than any measure has.
    private static let charactersMaximum = 32

    /// The number, with a sign if it has one; `nil` if the text is none.
    static func value(of text: some StringProtocol) -> Double? {
        guard text.utf8.count <= self.charactersMaximum else { return nil }
        // U+2212 is what a web page has before a longitude.
        let plain = String(text).replacing("−", with: "-")
        let unsigned = plain.hasPrefix("-") || plain.hasPrefix("+") ? plain.dropFirst() : plain[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        let hasDigit = parts.contains { !$0.isEmpty }
        guard parts.count <= 2, areDigits, hasDigit else { return nil }
        let sign = plain.hasPrefix("-") ? "-" : ""
        // `Double` wants digits on both sides of a point.
        let fraction = parts.count == 2 && !parts[1].isEmpty ? parts[1] : "0"
        return Double("\(sign)0\(parts[0]).\(fraction)")
    }

    /// Whether the text is a number but for a comma where the point should be.
    static func hasDecimalComma(_ text: some StringProtocol) -> Bool {
        text.contains(",") && self.value(of: String(text).replacing(",", with: ".")) != nil
    }
}
