public import Activities
public import Peers

/// What a replica of the game asks of the session.
public enum GuessEffect: Equatable, Sendable {
    /// Sends an activity message on the reliable lane.
    case send(body: [UInt8], to: PeerID)
    /// Sends an activity message on the reliable lane to every joined member.
    case broadcast(body: [UInt8])
    /// Sends a snapshot on the bulk lane; the version is how many events it has.
    case sendSnapshot(body: [UInt8], version: UInt64, to: PeerID)
    /// Answers a command; each command is answered exactly once.
    case reply(CommandToken, GuessReply)
    /// Tells whoever follows the game on this machine.
    case tell(GuessNotice)
    /// A peer sent what the protocol does not allow; a full sentence says what.
    case violation(PeerID, why: String)
}
