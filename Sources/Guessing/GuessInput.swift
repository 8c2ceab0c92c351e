public import Activities
public import Peers

/// What a replica of the game is told.
///
/// A link that falls is no input: the peer is still a member until `left`.
public enum GuessInput: Equatable, Sendable {
    /// A link to a member was elected; what was under way on an older one may be lost.
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
    /// Somebody here asked for something, and waits for the reply.
    case command(GuessCommand, CommandToken)
    /// This daemon is about to say goodbye to all.
    case quitting
    /// `nextDeadline` has come.
    case timerFired
}
