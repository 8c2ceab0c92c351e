/// Where a member of the roster stands, as people and programs see it.
///
/// ```
/// connecting ──▶ joined ⇄ suspect ──▶ lost
///      │            └──────────────▶ lost (goodbye)
///      ├──▶ refused
///      └──▶ unreachable
/// ```
public enum MemberStatus: Hashable, Sendable {
    /// Known by an advert, an address or another member; a link is being made.
    case connecting
    /// One elected link carries messages.
    case joined
    /// Nothing heard for 5 s, or the link fell less than 8 s ago. Activities hear nothing of it.
    case suspect
    /// Was joined, and is no longer. Listed for 10 min.
    case lost(LeaveCause)
    /// One of the two does not want the other; not dialled until something changes.
    case refused(String)
    /// Every address failed so far, or only others can reach it.
    case unreachable(String)

    /// The one word for tables and JSON.
    public var word: String {
        switch self {
        case .connecting: "connecting"
        case .joined: "joined"
        case .suspect: "suspect"
        case .lost: "lost"
        case .refused: "refused"
        case .unreachable: "unreachable"
        }
    }

    /// Why, where there is something to say.
    public var reason: String? {
        switch self {
        case .connecting, .joined, .suspect: nil
        case .lost(let cause): "\(cause)"
        case .refused(let reason), .unreachable(let reason): reason
        }
    }
}
