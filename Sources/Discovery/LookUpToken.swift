/// Names one look-up of an advert's port and addresses; never used twice.
public struct LookUpToken: Hashable, Comparable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public static func < (left: LookUpToken, right: LookUpToken) -> Bool {
        left.number < right.number
    }
}
