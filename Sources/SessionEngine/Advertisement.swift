import Activities
public import Peers

/// What DNS-SD is to say of this daemon.
public struct Advertisement: Equatable, Sendable {
    /// The whole PeerID: also the instance label.
    public let peer: PeerID
    public let name: DisplayName
    public let instance: InstanceID
    public let port: UInt16
    /// The names of the activities.
    public let activities: [String]

    public init(local: LocalPeer) {
        self.peer = local.peer
        self.name = local.name
        self.instance = local.instance
        self.port = local.port
        self.activities = local.activities.map(\.word)
    }
}
