public import Geodesy
public import Peers

/// A rider as the people at this machine see it, whosever it is.
public struct SeenRider: Equatable, Sendable {
    public let rider: RiderLabel
    public let kind: RiderKind
    /// What its owner is called; `nil` where nobody knows any more.
    public let owner: DisplayName?
    public let status: RiderStatus
    public let coordinate: Coordinate
    /// Metres per second.
    public let speed: Double
    /// Degrees clockwise from true north, 0 to 360 without 360; `nil` when there has been none yet.
    public let course: Double?
    /// Metres within which the true position lies, as far as others know; 0 for exactly.
    public let uncertainty: Double
    /// How old the position is.
    public let fixAge: Duration
    /// The time since something was heard of it; zero for one of this machine's.
    public let lastHeard: Duration
    public let isLive: Bool
    /// Whether it is one of this machine's.
    public let isOwn: Bool
    /// Whether others are not told of it.
    public let isHidden: Bool
    /// How far it is ahead of the person at this machine, along this daemon's route.
    public let gap: RouteGap?
}
