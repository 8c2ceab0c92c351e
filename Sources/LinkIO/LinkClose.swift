/// Why a link's connection is gone.
///
/// The texts are whole sentences for a log.
public enum LinkClose: Equatable, Sendable, CustomStringConvertible {
    /// The peer could not be connected to.
    case dialFailed(String)
    /// TLS was not agreed in time, or one side refused the other.
    ///
    /// For who dialled this may come after `established`: a server refuses a certificate only then
    /// (RFC 8446, section 4.4.2.4). It is this case until the first byte of data from the server.
    case handshakeFailed(String)
    /// The peer's bytes are not the TLS that was agreed, or it ended the connection with an alert.
    case tlsFailed(String)
    /// The peer said by close_notify that this is all, and all of it was delivered.
    case closedByPeer
    /// The connection ended without close_notify: anybody on the way can do that.
    case truncated
    /// The connection broke.
    case reset(String)
    /// The peer began a frame, or a TLS record, and did not go on with it.
    case frameStalled(bytes: Int, time: Duration)
    /// `finish()` is done: the peer's system has taken everything.
    case finished

    public var description: String {
        switch self {
        case .dialFailed(let sentence), .handshakeFailed(let sentence),
            .tlsFailed(let sentence), .reset(let sentence):
            sentence
        case .closedByPeer: "The peer closed the connection."
        case .truncated: "The connection ended before the peer had closed it."
        case .frameStalled(let bytes, let time):
            "The peer began a frame and then sent less than \(bytes) bytes of it in \(time)."
        case .finished: "This daemon closed the connection."
        }
    }
}
