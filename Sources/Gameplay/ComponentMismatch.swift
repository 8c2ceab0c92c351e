/// A component was given to a system of another type.
public struct ComponentMismatch: Error, Equatable, CustomStringConvertible {
    /// The type that the system is for.
    public let expected: String
    /// The type of the component.
    public let given: String

    public var description: String {
        "A system of \(self.expected) was given a component of the type \(self.given); it holds "
            + "exactly its own type."
    }
}
