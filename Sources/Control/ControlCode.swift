/// The error codes of the control API.
///
/// Those below zero are JSON-RPC's own (its section 5.1); the others are the exit statuses that the
/// companion ends with.
public enum ControlCode: Int64, Sendable, CaseIterable {
    /// The line is not a JSON text.
    case notJSON = -32700
    /// It is JSON, but not a request.
    case notARequest = -32600
    /// No method has that name.
    case unknownMethod = -32601
    /// A param is missing, unknown or of the wrong kind.
    case invalidParams = -32602
    /// The rules or the daemon say no; the message is the sentence to show.
    case refused = 1
    /// A text could mean several peers, or none; `data` lists the candidates.
    case ambiguous = 64
    /// A fault of ours.
    case fault = 70
}
