import Peers

/// A rider of this machine, for those at this machine: with what others don't learn.
public struct OwnRider: Equatable, Sendable {
    public let rider: RiderLabel
    public let kind: RiderKind
    public let status: RiderStatus
    /// Where it is; `nil` when nobody knows.
    public let truth: RiderReport?
    /// What may leave this machine: nothing inside a zone, invisible or without a place.
    public let published: RiderReport?

    /// What it is called here: the person is “You” (seed 000).
    public var localName: String {
        switch self.kind {
        case .person: "You"
        case .simulant: self.rider.name.text
        }
    }
}
