/// The keys of a message's map; each means one thing in every kind.
enum RideMessageKey: Int64, CaseIterable {
    case kind = 0
    case version = 1
    case riders = 2
    case route = 3
    case rider = 4
    case count = 5
    case place = 6
    case helperOwner = 7
    case helper = 8

    /// The entries that a kind may have beside key 0.
    static func entries(of kind: RideMessage.Kind) -> [RideMessageKey] {
        switch kind {
        case .introduction: [.version, .riders]
        case .route: [.version, .route]
        case .helpArrived: [.rider, .count, .place]
        case .fixed: [.rider, .count, .helperOwner, .helper]
        case .snapshot: [.version, .riders, .route]
        }
    }
}
