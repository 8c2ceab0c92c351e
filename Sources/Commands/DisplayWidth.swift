/// How many columns a terminal gives to text.
public enum DisplayWidth {
    /// The blocks that are two columns wide throughout (Unicode, East Asian Width W and F).
    ///
    /// Coarse: unassigned gaps count as their block, as terminals have it.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
        0x20000...0x3FFFD,
    ]

    /// A text's columns, character by character.
    public static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + self.columns(of: $1) }
    }

    /// A character's columns: those of its widest scalar, and 2 where a selector makes it an emoji.
    public static func columns(of character: Character) -> Int {
        var widest = 0
        for scalar in character.unicodeScalars {
            if scalar == "\u{FE0F}" { return 2 }
            widest = max(widest, self.columns(of: scalar))
        }
        return widest
    }

    /// The text, or as much of its beginning as fits before an ellipsis.
    public static func cut(_ text: String, toColumns columns: Int) -> String {
        guard self.columns(of: text) > columns else { return text }
        var left = columns - 1
        let kept = text.prefix {
            left -= self.columns(of: $0)
            return left >= 0
        }
        return columns > 0 ? "\(kept)…" : ""
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator,
            .paragraphSeparator, .surrogate:
            return 0
        default:
            let isWide =
                scalar.properties.isEmojiPresentation
                || self.wideBlocks.contains { $0.contains(scalar.value) }
            return isWide ? 2 : 1
        }
    }
}
