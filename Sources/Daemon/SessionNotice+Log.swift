import Cycling
import Peers
import SessionEngine

// How a notice stands in the log.
extension SessionNotice {
    var logLevel: LogLevel {
        switch self {
        case .joined, .left, .renamed, .discoveryAvailable: .notice
        // A thousand simulants repair ten tyres a second.
        case .ride(.fixed(let rider, let helper)) where rider == helper: .debug
        case .recovered, .suspected, .guess, .ride(.helpArrived), .ride(.fixed),
            .ride(.fixRefused):
            .info
        // There may be a thousand of them.
        case .ride(.joined), .ride(.left), .ride(.logged): .debug
        case .refused, .identityInUse, .violation, .discoveryUnavailable: .warning
        }
    }

    var logFields: [(key: String, value: String)] {
        var fields = [(key: "event", value: self.kind)]
        if let peer = self.peer { fields.append((key: "peer", value: peer.short)) }
        return fields
    }
}
