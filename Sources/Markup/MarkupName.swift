/// The name of an element or attribute, as Namespaces in XML 1.0 has it; prefixes don't count.
public struct MarkupName: Hashable, Sendable, CustomStringConvertible {
    /// The namespace; `nil` where the name is in none, as unprefixed attributes always are.
    public let namespace: String?
    /// The name without its prefix.
    public let local: String

    public init(_ local: String, in namespace: String? = nil) {
        self.local = local
        self.namespace = namespace
    }

    public var description: String {
        self.namespace.map { "\(self.local) (in \($0))" } ?? self.local
    }
}
