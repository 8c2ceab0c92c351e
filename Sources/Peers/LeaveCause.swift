/// Why a member is no longer joined: told to activities exactly once per leaving.
public enum LeaveCause: Hashable, Sendable, CustomStringConvertible {
    /// The peer said goodbye with this reason.
    case goodbye(GoodbyeReason)
    /// Nothing was heard from it for 8 s, or its link fell and did not come back within 8 s.
    case silence
    /// It came back as a new instance.
    case restarted
    /// This daemon said goodbye to it with this reason.
    case closedHere(GoodbyeReason)

    /// A clause that completes "bob …".
    public var description: String {
        switch self {
        case .goodbye(.leaving): "has left"
        case .goodbye(let reason): "closed the link: \(reason)"
        case .silence: "was lost: nothing was heard for 8 s"
        case .restarted: "has restarted"
        case .closedHere(.disconnected): "was disconnected by hand"
        case .closedHere(.blocked): "was blocked"
        case .closedHere(.leaving): "is no longer joined, as this daemon left"
        case .closedHere(let reason): "was closed by this daemon (\(reason))"
        }
    }
}
