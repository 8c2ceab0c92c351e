public import Peers

/// Whom or what to reach.
public enum DialTarget: Hashable, Comparable, Sendable {
    /// A peer, wherever it may be.
    case peer(PeerID)
    /// An address that a person gave, whoever may answer.
    case endpoint(Endpoint)

    /// Peers in the order of their ids, then endpoints as they read.
    public static func < (left: DialTarget, right: DialTarget) -> Bool {
        switch (left, right) {
        case (.peer(let left), .peer(let right)): left < right
        case (.peer, .endpoint): true
        case (.endpoint, .peer): false
        case (.endpoint(let left), .endpoint(let right)): "\(left)" < "\(right)"
        }
    }
}
