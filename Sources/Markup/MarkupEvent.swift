/// What a document says, piece by piece, in the order of its text.
///
/// Values, so that a pure room can read documents without knowing what parses them. Comments,
/// processing instructions and the XML declaration say nothing. Lines are counted from 1.
public enum MarkupEvent: Equatable, Sendable {
    /// An element begins; `line` is where its tag begins.
    case start(MarkupName, attributes: [MarkupAttribute], line: Int)
    /// An element ends. Each start has its end, in the order of nesting.
    case end(MarkupName, line: Int)
    /// All the text between two tags, never empty; references and CDATA are part of it.
    ///
    /// `line` is where it begins.
    case text(String, line: Int)

    /// The line of the document where it begins, counted from 1.
    public var line: Int {
        switch self {
        case .start(_, _, let line), .end(_, let line), .text(_, let line): line
        }
    }
}
