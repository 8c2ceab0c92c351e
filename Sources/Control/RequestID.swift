/// What a client calls one of its requests; the answer carries it back.
public enum RequestID: Hashable, Sendable {
    case number(Int64)
    case text(String)

    init?(_ value: JSONValue) {
        switch value {
        case .int(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .null, .bool, .double, .array, .object: return nil
        }
    }

    var value: JSONValue {
        switch self {
        case .number(let number): .int(number)
        case .text(let text): .string(text)
        }
    }
}
