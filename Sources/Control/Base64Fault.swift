/// Why a text is not base64 that is accepted here.
public enum Base64Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// A number of characters that is no multiple of four.
    case oddLength(Int)
    /// More bytes than the reader takes.
    case tooLong(Int, maximum: Int)
    /// A character that can't stand at this place, counted from 0.
    case unexpected(at: Int)
    /// The last group has bits that stand for no byte.
    case strayBits

    public var description: String {
        switch self {
        case .oddLength(let count):
            "Base64 has a multiple of four characters, and these are \(count)."
        case .tooLong(let count, let maximum):
            "The base64 stands for \(count) bytes; at most \(maximum) are taken."
        case .unexpected(let at): "Character \(at) can't stand there in base64."
        case .strayBits: "The base64 ends in bits that stand for no byte."
        }
    }
}
