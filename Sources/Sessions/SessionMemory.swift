public import Cycling
public import Peers

/// What a daemon keeps of a session from one start to the next.
public enum SessionMemory: Equatable, Sendable {
    case blocked([PeerID])
    case name(DisplayName)
    /// What the ride begins with next time.
    case ride(RideSettings)
    /// It was joined with somebody.
    case hasMet
}
