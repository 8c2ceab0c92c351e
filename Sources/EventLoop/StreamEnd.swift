/// How the incoming half of a stream ended.
public enum StreamEnd: Equatable, Sendable, CustomStringConvertible {
    /// The peer has said everything. What we write may still arrive.
    case closedByPeer
    /// The connection is broken both ways.
    case failed(LoopError)

    public var description: String {
        switch self {
        case .closedByPeer: "The peer closed the connection."
        case .failed(let error): error.description
        }
    }
}
