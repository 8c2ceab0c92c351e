/// Something in the ride that those who follow it on this machine are told as it happens.
public enum RideNotice: Equatable, Sendable {
    /// A rider is seen for the first time.
    case joined(NamedRider)
    /// A rider is no more, or is not to be seen any more.
    case left(NamedRider)
    /// A rider has stopped to help whoever is near.
    case helpArrived(NamedRider)
    /// A flat tyre was repaired; by nobody who wants to be seen where `by` is `nil`.
    case fixed(NamedRider, by: NamedRider?)
    /// The log of the riders of this machine has a new line.
    case logged(RiderLog.Entry)
    /// A position of the person's receiver was not believed, and why.
    case fixRefused(String)

    /// Whom it is about, where it is about one.
    public var rider: RiderLabel? {
        switch self {
        case .joined(let rider), .left(let rider), .helpArrived(let rider), .fixed(let rider, _):
            rider.rider
        case .logged(let entry): entry.event.rider
        case .fixRefused: nil
        }
    }

    /// What people read.
    public var sentence: String {
        switch self {
        case .joined(let rider): "\(rider) rides along."
        case .left(let rider): "\(rider) is off the map."
        case .helpArrived(let rider): "\(rider) has stopped to help."
        case .fixed(let rider, nil): "Somebody has fixed the flat tire of \(rider)."
        case .fixed(let rider, let helper?):
            rider == helper
                ? "\(rider) has fixed the flat tire without help."
                : "\(helper) has fixed the flat tire of \(rider)."
        case .logged(let entry): entry.event.sentence
        case .fixRefused(let why): "A position was not believed: \(why)"
        }
    }
}
