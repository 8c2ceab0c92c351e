/// Which way a rider goes: its own, or back.
///
/// Which of both makes the distance along the route grow was decided by a coin at its birth.
public enum RideDirection: Equatable, Sendable {
    /// Its own way: Cruisin'.
    case outward
    /// The other way: Returnin'.
    case back

    /// The state in which it goes this way.
    public var status: RiderStatus {
        switch self {
        case .outward: .cruisin
        case .back: .returnin
        }
    }
}
