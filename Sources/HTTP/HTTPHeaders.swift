/// The fields of a head, in their order.
///
/// Names are kept in lower case, as they mean the same in any (RFC 9110 §5.1).
public struct HTTPHeaders: Equatable, Sendable {
    /// One field; its value has no white space around it.
    public struct Field: Equatable, Sendable {
        public let name: String
        public let value: String
    }

    public private(set) var fields: [Field] = []

    public init(_ fields: [(name: String, value: String)] = []) {
        for field in fields { self.append(field.name, field.value) }
    }

    mutating func append(_ name: String, _ value: String) {
        self.fields.append(Field(name: name.lowercased(), value: value))
    }

    /// All values of a field; `name` is in lower case.
    public func values(_ name: String) -> [String] {
        self.fields.filter { $0.name == name }.map(\.value)
    }

    /// The value of a field that is there once; `nil` when it is missing or doubled.
    public func single(_ name: String) -> String? {
        let values = self.values(name)
        return values.count == 1 ? values[0] : nil
    }
}
