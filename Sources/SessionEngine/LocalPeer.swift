public import Activities
public import Determinism
public import Peers

/// Who this daemon is, from its start to its end.
public struct LocalPeer: Equatable, Sendable {
    public let peer: PeerID
    public let instance: InstanceID
    public var name: DisplayName
    /// The port that it listens on; 0 where it does not.
    public var port: UInt16
    /// What it takes part in, ascending by number.
    public let activities: [ActivityKind]
    /// What the wall clock showed at `Moment.zero`.
    public let startedAt: WallTime

    public init(
        peer: PeerID,
        instance: InstanceID,
        name: DisplayName,
        port: UInt16,
        activities: [ActivityKind],
        startedAt: WallTime
    ) {
        self.peer = peer
        self.instance = instance
        self.name = name
        self.port = port
        self.activities = activities
        self.startedAt = startedAt
    }

    /// The activities' numbers, as a hello lists them.
    public var activityNumbers: [UInt64] { self.activities.map(\.rawValue).sorted() }

    /// What the wall clock shows at that moment, if nobody has set it since the start.
    public func wallTime(at moment: Moment) -> WallTime {
        self.startedAt.advanced(by: moment.sinceStart)
    }
}
