/// What kind of thing a person's positions come from.
public enum PersonSourceKind: CaseIterable, Sendable {
    case none
    /// A hand that set it.
    case placed
    /// A route that is ridden.
    case route
    /// A receiver of satellites.
    case satellites

    /// The name in JSON.
    public var word: String {
        switch self {
        case .none: "none"
        case .placed: "placed"
        case .route: "route"
        case .satellites: "gpsd"
        }
    }
}
