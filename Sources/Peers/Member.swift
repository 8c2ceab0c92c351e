/// A peer with a status in the session's roster, as it is shown.
public struct Member: Equatable, Sendable {
    public let peer: PeerID
    /// The name that the peer itself gave inside a link; before that, what its advert says.
    public let name: DisplayName?
    public let status: MemberStatus
    /// Where the elected link leads, or the last endpoint known.
    public let endpoint: Endpoint?
    /// The last measured round trip of a ping on the elected link.
    public let roundTrip: Duration?
    /// How long the member has had this status.
    public let sinceAge: Duration

    public init(
        peer: PeerID,
        name: DisplayName?,
        status: MemberStatus,
        endpoint: Endpoint?,
        roundTrip: Duration?,
        sinceAge: Duration
    ) {
        self.peer = peer
        self.name = name
        self.status = status
        self.endpoint = endpoint
        self.roundTrip = roundTrip
        self.sinceAge = sinceAge
    }
}
