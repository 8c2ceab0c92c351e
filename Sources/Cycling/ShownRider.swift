public import Geodesy

/// Another's rider as it is shown at one moment.
public struct ShownRider: Equatable, Sendable {
    public let id: RiderID
    /// Who it is; `nil` until its owner has introduced it.
    public let introduction: RiderIntroduction?
    /// What it does by its newest report, while the place lies back by up to 0.75 s.
    public let status: RiderStatus
    public let coordinate: Coordinate
    /// Metres per second.
    public let speed: Double
    /// Degrees clockwise from true north, 0 to 360 without 360; `nil` when there has been none yet.
    public let course: Double?
    /// Metres within which the true position lies, when its owner has made it less precise; else 0.
    public let uncertainty: Double
    /// How old the position is: how old it was when it was reported, and the time since then.
    public let fixAge: Duration
    /// The time since something new was heard of it; a repeat is nothing new.
    public let lastHeard: Duration
    /// Whether that is less than `RideLimits.liveMaximum`, and its owner is here.
    public let isLive: Bool
    /// How far ahead it is on the route that was asked about; `nil` when none was, or off it.
    public let gap: RouteGap?
}
