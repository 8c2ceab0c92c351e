/// Why a test on a LAN could not go on.
enum RigError: Error, Equatable, CustomStringConvertible {
    /// A command failed; what it was, and what it said.
    case failed(String, String)
    /// An event did not come; which, and how long it was waited for.
    case timedOut(String, Duration)

    var description: String {
        switch self {
        case .failed(let what, let said): "\(what) failed; it said: \(said)"
        case .timedOut(let what, let limit): "Waited \(limit) for \(what), in vain."
        }
    }
}
