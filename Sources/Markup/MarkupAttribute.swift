/// One attribute of an element.
public struct MarkupAttribute: Equatable, Sendable {
    public let name: MarkupName
    /// Its value with references resolved and white space normalised (XML 1.0, section 3.3.3).
    public let value: String

    public init(_ name: MarkupName, _ value: String) {
        self.name = name
        self.value = value
    }
}
