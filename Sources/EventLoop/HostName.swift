/// What may stand for a host where people type one.
public enum HostName {
    /// Letters, digits, hyphens and dots (RFC 1123 §2.1), with a letter among them: what has none
    /// is an address, or meant to be one.
    public static func isWellFormed(_ text: some StringProtocol) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isWellFormed = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { self.isLetter($0) || (48...57).contains($0) || $0 == 45 }
        }
        return isWellFormed && text.utf8.contains(where: self.isLetter)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }
}
