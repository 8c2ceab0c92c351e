/// Names one attempt to connect; never used twice.
public struct DialID: Hashable, Comparable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public static func < (left: DialID, right: DialID) -> Bool { left.number < right.number }
}
