/// Makes text that came from elsewhere safe for a terminal.
enum Printable {
    /// The text with control characters, and those that turn its direction, written as `\u{1B}`.
    ///
    /// A name could otherwise move the cursor, or pass for a line of its own.
    static func text(_ text: String) -> String {
        self.replacing(in: text, where: self.isUnsafe) { "\\u{\($0)}" }
    }

    /// A document of XML with the same characters, but for its line breaks, as references: its
    /// meaning stays as it is.
    static func markup(_ document: String) -> String {
        self.replacing(in: document) { scalar in
            self.isUnsafe(scalar) && !"\n\r\t".unicodeScalars.contains(scalar)
        } with: {
            "&#x\($0);"
        }
    }

    /// The text with some of its scalars written by their numbers, in hexadecimal digits.
    private static func replacing(
        in text: String,
        where isReplaced: (Unicode.Scalar) -> Bool,
        with written: (String) -> String
    ) -> String {
        guard text.unicodeScalars.contains(where: isReplaced) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if isReplaced(scalar) {
                safe += written(String(scalar.value, radix: 16, uppercase: true))
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
