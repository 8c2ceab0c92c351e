import Determinism
import Geodesy

/// Where a person's positions come from.
enum PersonSource: Equatable, Sendable {
    /// From nowhere: without a place there is no rider for others.
    case none
    /// From a hand that set it.
    case placed(Coordinate)
    /// From a route, ridden as the rider's state says.
    case replay(RouteReplay)
    /// From a receiver of satellites.
    case satellites(SatelliteReceiver)

    var kind: PersonSourceKind {
        switch self {
        case .none: .none
        case .placed: .placed
        case .replay: .route
        case .satellites: .satellites
        }
    }

    /// The place at a moment; a replay is that far into the present second.
    func place(at now: Moment, into fraction: Double, riding: RideDirection?) -> PersonPlace? {
        switch self {
        case .none: nil
        case .placed(let coordinate): PersonPlace(coordinate: coordinate)
        case .replay(let replay): replay.after(fraction, riding: riding).place(riding: riding)
        case .satellites(let receiver): receiver.place(at: now)
        }
    }
}
