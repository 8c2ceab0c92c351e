public import Activities
public import Peers

/// What a replica of the ride asks of the session.
public enum SharedRideEffect: Equatable, Sendable {
    /// Sends an activity message on the reliable lane to every member that rides.
    case broadcast(body: [UInt8])
    /// Sends a snapshot on the bulk lane.
    case sendSnapshot(body: [UInt8], version: UInt64, to: PeerID)
    /// Sends the state of a rider to every member that rides, or to one alone.
    case sendState(key: UInt64, version: UInt64, body: [UInt8], to: PeerID?)
    /// Sends the end of a rider to every member that rides.
    case sendRemoval(key: UInt64, version: UInt64)
    /// Answers a command; each command is answered exactly once.
    case reply(CommandToken, RideReply)
    /// Tells whoever follows the ride on this machine.
    case tell(RideNotice)
    /// What the next start of this daemon should know has changed.
    case remember(RideSettings)
    /// A peer sent what the protocol does not allow; a full sentence says what.
    case violation(PeerID, why: String)
}
