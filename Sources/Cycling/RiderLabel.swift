public import Peers

/// A rider, and what it was called at the time.
public struct RiderLabel: Hashable, Sendable {
    public let id: RiderID
    public let name: DisplayName

    public init(id: RiderID, name: DisplayName) {
        self.id = id
        self.name = name
    }
}
