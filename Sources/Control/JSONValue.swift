/// A JSON value (RFC 8259) whose objects keep the order in which they were written.
///
/// A small type of ours and not `Codable`, because the control API promises an order of keys that a
/// dictionary can't keep, and because a companion that starts in a millisecond can't load
/// Foundation.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that 64 bits hold.
    case int(Int64)
    /// Any other number; finite, since JSON knows no other.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The member of that name, if this is an object that has it.
    public subscript(name: String) -> JSONValue? {
        self.object?[name]
    }

    /// The text, if it is a string.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is whole.
    public var integer: Int64? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The number, whole or not.
    public var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The truth value, if it is one.
    public var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements, if it is an array.
    public var items: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The members, if it is an object.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// What sort of value it is, for a sentence: “a string”, “null”.
    public var kindText: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral {
    public init(nilLiteral: ()) {
        self = .null
    }

    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }

    public init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}
