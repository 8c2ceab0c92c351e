public import EventLoop

/// Why a client has no result.
public enum ControlFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nobody listens at the socket.
    case noDaemon(path: String)
    /// The socket is another user's.
    case notAllowed(path: String)
    /// The socket can't be reached for another reason.
    case unreachable(LoopError)
    /// The daemon closed the connection before it answered.
    case lost(path: String)
    /// The daemon sent something that is no answer.
    case garbled(String)
    /// The daemon took longer than it may.
    case timedOut(method: String, after: Duration)
    /// The daemon answered with an error; `message` is its sentence.
    case refused(code: Int64, message: String, data: JSONValue?)

    /// What a companion ends with (design.md, section 4).
    public var exitStatus: Int32 {
        switch self {
        case .noDaemon, .notAllowed, .unreachable, .lost, .timedOut: 69
        case .garbled: 70
        case .refused(let code, _, _):
            switch ControlCode(rawValue: code) {
            case .refused: 1
            case .ambiguous: 64
            case .fault, .notJSON, .notARequest, .unknownMethod, .invalidParams, nil: 70
            }
        }
    }

    public var description: String {
        switch self {
        case .noDaemon(let path):
            """
            No Paceline daemon answers at \(path). Start one with `pacelined`, or name its socket \
            by --socket or PACELINE_SOCKET.
            """
        case .notAllowed(let path):
            """
            The daemon at \(path) belongs to another user and doesn't let you in; ask for its \
            --socket-group, or start your own with `pacelined`.
            """
        case .unreachable(let error): error.description
        case .lost(let path): "The daemon at \(path) closed the connection before it answered."
        case .garbled(let sentence): "The daemon sent something that is no answer: \(sentence)"
        case .timedOut(let method, let after):
            "The daemon did not answer “\(method)” within \(after.components.seconds) s."
        case .refused(_, let message, _): message
        }
    }
}
