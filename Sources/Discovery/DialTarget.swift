public import Peers

/// Whom or what to reach.
public enum DialTarget: Hashable, Sendable {
    /// A peer, wherever it may be.
    case peer(PeerID)
    /// An address that a person gave, whoever may answer.
    case endpoint(Endpoint)
}
