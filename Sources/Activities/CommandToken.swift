/// Names one waiting command, so that its reply finds the way back to who asked.
public struct CommandToken: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }
}
