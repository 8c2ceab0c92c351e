public import Activities
public import Peers

/// What a replica of the ride is told.
///
/// A link that falls is no input: the peer is still a member until `left`.
public enum SharedRideInput: Equatable, Sendable {
    /// A link to a member was elected: it is told all.
    case linkBegan(PeerID)
    /// A peer is a member now.
    case joined(PeerID, DisplayName)
    /// A peer is no member any more.
    case left(PeerID, LeaveCause)
    /// A member, or this daemon itself, has another name.
    case renamed(PeerID, DisplayName)
    /// The body of an activity message, from the reliable lane.
    case message(from: PeerID, body: [UInt8])
    /// The body of a snapshot, from the bulk lane.
    case snapshot(from: PeerID, body: [UInt8])
    /// A state of the state lane; the key is the rider's number.
    case state(from: PeerID, key: UInt64, version: UInt64, body: [UInt8])
    /// The end of a key of the state lane.
    case removal(from: PeerID, key: UInt64, version: UInt64)
    /// A receiver of satellites spoke.
    case fix(SatelliteFix)
    /// The receiver, or the daemon that speaks for it, is gone.
    case satellitesLost
    /// Somebody here asked for something, and waits for the reply.
    case command(RideCommand, CommandToken)
    /// `nextDeadline` has come.
    case timerFired
}
