public import Cycling
public import Guessing
public import Peers

/// What people who watch are told: everything that happens.
public enum SessionNotice: Equatable, Sendable {
    case joined(PeerID, DisplayName)
    case suspected(PeerID, DisplayName)
    case recovered(PeerID, DisplayName)
    case left(PeerID, DisplayName, LeaveCause)
    case refused(PeerID, name: DisplayName?, reason: String)
    case renamed(PeerID, from: DisplayName, to: DisplayName)
    /// Another machine uses this daemon's key, or two use the same peer's.
    case identityInUse(PeerID, name: DisplayName?)
    case discoveryAvailable
    case discoveryUnavailable(String)
    /// A link was closed for what came over it.
    case violation(PeerID, name: DisplayName?, detail: String)
    case guess(GuessNotice)
    case ride(RideNotice)
}
