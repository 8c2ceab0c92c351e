/// Why a document is refused.
///
/// Lines are counted from 1.
public enum XMLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It breaks the rules of XML or of namespaces, or is in an encoding that isn't read.
    ///
    /// `reason` is expat's phrase for its error `number`.
    case malformed(line: Int, reason: String, number: UInt32)
    /// It has a document type declaration, where entities and bombs live.
    case documentType(line: Int)
    /// It is longer than it may be.
    case documentTooLong(accepted: Int)
    /// Elements are nested deeper than they may be.
    case tooDeep(line: Int, accepted: Int)
    /// An element has more attributes than it may have.
    case tooManyAttributes(line: Int, count: Int, accepted: Int)
    /// An attribute's value is longer than it may be.
    case attributeTooLong(line: Int, bytes: Int, accepted: Int)
    /// A name is longer than it may be.
    case nameTooLong(line: Int, bytes: Int, accepted: Int)
    /// There are more different names and prefixes than there may be.
    case tooManyNames(line: Int, accepted: Int)
    /// A run of text is longer than it may be.
    case textTooLong(line: Int, accepted: Int)
    /// A tag, comment or instruction is longer than it may be.
    case tokenTooLong(line: Int, accepted: Int)

    public var description: String {
        switch self {
        case .malformed(let line, let reason, let number):
            "Line \(line) is no well-formed XML: \(reason) (\(number))."
        case .documentType(let line):
            "Line \(line) has a DOCTYPE; documents with one are not read."
        case .documentTooLong(let accepted):
            "The document has more than \(accepted) bytes, which is all that is read of one."
        case .tooDeep(let line, let accepted):
            "Line \(line) nests elements more than \(accepted) deep."
        case .tooManyAttributes(let line, let count, let accepted):
            "Line \(line) has an element with \(count) attributes; at most \(accepted) are read."
        case .attributeTooLong(let line, let bytes, let accepted):
            "Line \(line) has an attribute of \(bytes) bytes; at most \(accepted) are read."
        case .nameTooLong(let line, let bytes, let accepted):
            "Line \(line) has a name of \(bytes) bytes; at most \(accepted) are read."
        case .tooManyNames(let line, let accepted):
            "Line \(line) has the document's \(accepted + 1)th different name; "
                + "at most \(accepted) are read."
        case .textTooLong(let line, let accepted):
            "Line \(line) begins a text of more than \(accepted) bytes, which is all that is read."
        case .tokenTooLong(let line, let accepted):
            "Line \(line) begins a tag or comment of more than \(accepted) bytes, "
                + "which is all that is read."
        }
    }
}
