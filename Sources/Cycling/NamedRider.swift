public import Peers

/// A rider and whose it is, for sentences.
public struct NamedRider: Equatable, Sendable, CustomStringConvertible {
    public let rider: RiderLabel
    /// What its owner is called; `nil` where nobody knows.
    public let owner: DisplayName?

    public init(_ rider: RiderLabel, owner: DisplayName?) {
        self.rider = rider
        self.owner = owner
    }

    /// “ada”, who is a person, or “Waldo of ada”, a simulant of hers.
    public var description: String {
        guard let owner, self.rider.id.number != RiderID.person else { return self.rider.name.text }
        return "\(self.rider.name) of \(owner)"
    }
}
