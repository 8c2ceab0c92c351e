/// Why a link is closed on purpose: the closed list that a goodbye carries.
///
/// The raw value is the number on the wire (Protocol.md, Goodbye).
public enum GoodbyeReason: UInt64, CaseIterable, Hashable, Sendable {
    /// The daemon stops, or leaves the session. The peer has left; not a refusal.
    case leaving = 1
    /// Another link between the two was elected. Not a refusal.
    case duplicate = 2
    /// No common protocol version, or a frame kind below 128 that is unknown.
    case unsupported = 3
    /// Bytes, frames or an order of frames that the protocol does not allow.
    case malformed = 4
    /// Another machine uses the same key.
    case identityInUse = 5
    /// The daemon reached itself.
    case selfReached = 6
    /// A person has blocked this peer.
    case blocked = 7
    /// A person has disconnected this peer, until told otherwise.
    case disconnected = 8
    /// The proof of the group did not verify.
    case wrongGroup = 9
    /// No seat is free in the session.
    case full = 10
    /// A bound on queues was passed; try again.
    case overloaded = 11
    /// Nothing was heard, or an opening or a frame took too long.
    case tooSlow = 12
    /// The one who dialled wanted another peer at this address.
    case unexpectedPeer = 13
    /// The daemon has a fault of its own.
    case fault = 14

    /// Whether this says "I do not want you", to be remembered and shown as `refused`.
    public var isRefusal: Bool {
        switch self {
        case .unsupported, .identityInUse, .selfReached, .blocked, .disconnected, .wrongGroup,
            .full:
            true
        case .leaving, .duplicate, .malformed, .overloaded, .tooSlow, .unexpectedPeer, .fault:
            false
        }
    }
}

extension GoodbyeReason: CustomStringConvertible {
    /// A clause that completes "The peer closed the link: …".
    public var description: String {
        switch self {
        case .leaving: "it has left"
        case .duplicate: "another link between the two is in use"
        case .unsupported: "no common version of the protocol"
        case .malformed: "it received what the protocol does not allow"
        case .identityInUse: "another machine uses the same identity"
        case .selfReached: "it reached itself"
        case .blocked: "it has blocked this peer"
        case .disconnected: "somebody there has disconnected this peer by hand"
        case .wrongGroup: "it belongs to another group"
        case .full: "its session has no free seat"
        case .overloaded: "too much was waiting to be sent"
        case .tooSlow: "it heard nothing for too long"
        case .unexpectedPeer: "it was looking for another peer"
        case .fault: "it had a fault of its own"
        }
    }
}
