public import Determinism
public import Discovery
public import Links
public import Peers

/// A connection whose TLS handshake is done: the peer has shown that it holds the key of its id.
public struct EstablishedLink: Equatable, Sendable {
    public let id: LinkID
    /// The dial that led to it; `nil` when the peer dialled.
    public let dial: DialID?
    public let peer: PeerID
    public let remote: Endpoint
    /// When the connection began: the opening's deadline counts from there.
    public let openedAt: Moment

    public init(
        id: LinkID,
        dial: DialID?,
        peer: PeerID,
        remote: Endpoint,
        openedAt: Moment
    ) {
        self.id = id
        self.dial = dial
        self.peer = peer
        self.remote = remote
        self.openedAt = openedAt
    }
}
