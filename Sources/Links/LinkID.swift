/// Names one link for the life of the daemon; never used twice.
///
/// It is the generation number that makes late events of an old link harmless.
public struct LinkID: Hashable, Comparable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}
