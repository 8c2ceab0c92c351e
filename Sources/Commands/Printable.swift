/// Makes text that came from elsewhere safe for a terminal.
enum Printable {
    /// The text with control characters, and those that turn its direction, written as `\u{1B}`.
    ///
    /// A name could otherwise move the cursor, or pass for a line of its own.
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: self.isUnsafe) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if self.isUnsafe(scalar) {
                safe += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
