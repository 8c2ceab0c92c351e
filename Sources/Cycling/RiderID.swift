public import Peers

/// Names a rider, for ever and everywhere: its owner, and the owner's own number for it.
///
/// The owner is proven by its key on each link, so nobody can speak for another's rider, and two
/// machines can't come to use one id by chance. After a restart it is the same rider.
public struct RiderID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let owner: PeerID
    public let number: UInt32

    public init(owner: PeerID, number: UInt32) {
        self.owner = owner
        self.number = number
    }

    /// The number of the person at the owner's machine; simulants count from 1.
    public static let person: UInt32 = 0

    /// The owner's label, a hyphen and the number.
    public var description: String { "\(self.owner)-\(self.number)" }

    public static func < (left: RiderID, right: RiderID) -> Bool {
        (left.owner, left.number) < (right.owner, right.number)
    }
}
