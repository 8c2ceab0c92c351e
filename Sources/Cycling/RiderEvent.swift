/// Something that happened to a rider, as the tutorial's console has it.
///
/// Nothing in it comes out of libm or PROJ, so a run is the same on every machine, to the byte, as
/// long as nobody is near enough to help.
public struct RiderEvent: Equatable, Sendable {
    /// What happened.
    public enum What: Equatable, Sendable {
        case joined
        case left
        case leaving(RiderStatus)
        case entering(RiderStatus)
        /// A die showed its highest number.
        case rolled(Int)
        /// The tyre was repaired: by somebody, or without help.
        case fixed(by: RiderLabel?)
        /// Its state would not let it.
        case refused(from: RiderStatus, to: RiderStatus)
        /// It rides to somebody with a flat tyre.
        case goesToHelp(RiderLabel)
        /// It stands Helpin', for whoever is near.
        case helpArrived
    }

    /// Simulated seconds since the riders' start.
    public let second: UInt64
    public let rider: RiderLabel
    public let what: What

    /// The line of the log.
    public var sentence: String {
        let name = self.rider.name
        switch self.what {
        case .joined: return "\(name) has joined"
        case .left: return "\(name) has left"
        case .leaving(let status): return "\(name) is leaving \(Self.name(of: status))"
        case .entering(.flat): return "\(name) is entering FlatState - Oh no!"
        case .entering(let status): return "\(name) is entering \(Self.name(of: status))"
        case .rolled(let number): return "Rolled a \(number)"
        case .fixed(let helper?): return "\(helper.name) has fixed the flat tire of \(name)"
        case .fixed(nil): return "\(name) has fixed the flat tire without help"
        case .refused(let from, let to):
            return "\(name) can't go from \(Self.name(of: from)) to \(Self.name(of: to))"
        case .goesToHelp(let other): return "\(name) is riding to help \(other.name)"
        case .helpArrived: return "\(name) has arrived to help"
        }
    }

    private static func name(of status: RiderStatus) -> String {
        switch status {
        case .cruisin: "CruisinState"
        case .returnin: "ReturninState"
        case .breather: "BreatherState"
        case .flat: "FlatState"
        case .helpin: "HelpinState"
        }
    }
}
