/// What a CBOR value is, as its initial byte says (RFC 8949 §3.1, §3.3).
public enum CBORType: Equatable, Sendable, CaseIterable {
    /// Major type 0.
    case unsigned
    /// Major type 1.
    case negative
    /// Major type 2.
    case bytes
    /// Major type 3.
    case text
    /// Major type 4.
    case array
    /// Major type 5.
    case map
    /// Major type 7, simple values 20 and 21.
    case boolean
    /// Major type 7, simple value 22.
    case null
    /// Major type 7, additional information 25 to 27.
    case float

    /// The number in the upper three bits of the initial byte.
    public var major: UInt8 {
        switch self {
        case .unsigned: 0
        case .negative: 1
        case .bytes: 2
        case .text: 3
        case .array: 4
        case .map: 5
        case .boolean, .null, .float: 7
        }
    }
}

extension CBORType: CustomStringConvertible {
    /// The type with its article, to stand in a sentence.
    public var description: String {
        switch self {
        case .unsigned: "an unsigned integer"
        case .negative: "a negative integer"
        case .bytes: "a byte string"
        case .text: "a text"
        case .array: "an array"
        case .map: "a map"
        case .boolean: "a boolean"
        case .null: "a null"
        case .float: "a float"
        }
    }
}
