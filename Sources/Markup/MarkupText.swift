/// Text on its way into a document.
public enum MarkupText {
    /// The text as it may stand between tags or in a double-quoted attribute.
    ///
    /// It reads back the same, with one exception: characters that no XML 1.0 document can hold,
    /// not even by reference (most control characters, U+FFFE, U+FFFF), become U+FFFD.
    public static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy(self.isPlain) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            // Only “]]>” must not occur in text, but this way nobody has to look back.
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // A parser turns these, as they are, into line feeds or blanks.
            case "\t": escaped += "&#9;"
            case "\n": escaped += "&#10;"
            case "\r": escaped += "&#13;"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
