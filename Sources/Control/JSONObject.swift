/// The members of a JSON object, in the order in which they were written.
///
/// Made for a dozen members: finding one by name looks at each.
public struct JSONObject: Equatable, Sendable {
    /// One name and its value.
    public struct Member: Equatable, Sendable {
        public let name: String
        public var value: JSONValue
    }

    public private(set) var members: [Member] = []

    public init() {}

    /// Takes the members in order; a name that comes again replaces the first one's value.
    public init(_ members: [(String, JSONValue)]) {
        for (name, value) in members {
            self[name] = value
        }
    }

    /// Members already known to have different names.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of that name; setting a new one appends it, setting `nil` removes it.
    public subscript(name: String) -> JSONValue? {
        get {
            self.members.first { $0.name == name }?.value
        }
        set {
            let index = self.members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): self.members[index].value = value
            case (let index?, nil): self.members.remove(at: index)
            case (nil, let value?): self.members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}
