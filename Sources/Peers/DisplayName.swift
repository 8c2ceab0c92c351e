/// What people call a peer: a label, never a key.
///
/// 1 to 63 bytes of UTF-8 that fit on one line.
public struct DisplayName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest name in bytes: what a DNS label holds, as Multipeer Connectivity has it.
    public static let bytesMaximum = 63

    public let text: String

    /// Why a text can't be a name.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        case empty
        case tooLong(bytes: Int)
        case unprintable(scalar: UInt32)

        public var description: String {
            switch self {
            case .empty:
                "A name needs at least one character that can be seen."
            case .tooLong(let bytes):
                "A name may have at most \(DisplayName.bytesMaximum) bytes of UTF-8; "
                    + "this one has \(bytes)."
            case .unprintable(let scalar):
                "A name may not contain the control or formatting character U+"
                    + String(scalar, radix: 16, uppercase: true) + "."
            }
        }
    }

    /// Makes a name of a text, without the white space at its ends.
    public init(_ text: String) throws(Problem) {
        // Bounded before it is looked at: a peer may send a megabyte.
        let count = text.utf8.count
        guard count <= Self.bytesMaximum else { throw .tooLong(bytes: count) }
        for scalar in text.unicodeScalars where !Self.isAllowed(scalar) {
            throw .unprintable(scalar: scalar.value)
        }
        let trimmed = Self.trimmed(text)
        guard !trimmed.isEmpty else { throw .empty }
        self.text = trimmed
    }

    /// Makes the nearest name of any text, for labels that nobody typed: a host name, an advert.
    ///
    /// What may not stand in a name is left out, and the rest is cut at 63 bytes between scalars.
    public init(nearest text: String, otherwise fallback: DisplayName) {
        var kept = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars where Self.isAllowed(scalar) {
            let size = String(scalar).utf8.count
            guard bytes + size <= Self.bytesMaximum else { break }
            bytes += size
            kept.append(scalar)
        }
        self = (try? DisplayName(String(kept))) ?? fallback  // tidy-ok: the fallback is the answer.
    }

    public var description: String { self.text }

    public static func < (left: DisplayName, right: DisplayName) -> Bool { left.text < right.text }

    /// Letters, marks, numbers, punctuation, symbols and plain spaces: nothing that moves a cursor,
    /// turns the direction of text or can't be seen.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            // Joiners hold emoji and several scripts together.
            scalar.value == 0x200D || scalar.value == 0x200C
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator:
            true
        @unknown default:
            false
        }
    }

    private static func trimmed(_ text: String) -> String {
        var scalars = Substring(text).unicodeScalars
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar.value == 0x200D || scalar.value == 0x200C
        }
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }
}
