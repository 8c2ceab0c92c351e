/// The bounds and times of the shared ride, each with the reason for its number.
public enum RideLimits {
    // MARK: What is kept

    /// Riders of one owner: as many as the state lane has keys.
    public static let ridersMaximum = 1_024
    /// Riders of all others together: 64 members with 256 each, at most 20 MB.
    public static let remoteRidersMaximum = 16_384
    /// Riders of one owner for which there is room whatever the others have.
    public static let ridersShare = 256
    /// Removed riders that are remembered of one owner, so that they don't come back by old states.
    public static let tombstonesMaximum = 1_024
    /// Points of a shared route: some 40 KB on the wire, and 330 KB as a route.
    public static let routePointsMaximum = 4_096

    // MARK: What is believed

    /// Metres per second; a bicycle's record with a motor before it is 82.
    public static let speedMaximum = 100.0
    /// The highest version that is read at all; 2^53 is what JSON numbers carry exactly.
    public static let versionMaximum: UInt64 = 1 << 53
    /// How far ahead of its owner's clock, as it is known here, a report may be.
    ///
    /// 10 s: no clock drifts so far between two reports.
    public static let aheadMaximum: Duration = .seconds(10)

    // MARK: When something is sent

    /// Metres by which what receivers see may be wrong before they are told.
    ///
    /// 4 m: what satellites are off by anyway, and the length of two bicycles.
    public static let errorMaximum = 4.0
    /// Metres by which a rider may be beside the route that it says to be on, to be shown on it.
    ///
    /// 1 m: who rides along it is off by the rounding alone, 6 cm.
    static let besideRouteMaximum = 1.0
    /// How often a moving rider is reported at least.
    public static let movingHeartbeat: Duration = .seconds(1)
    /// How often a rider at rest is reported at least: twice before it would be shown as stale.
    public static let restingHeartbeat: Duration = .seconds(5)

    /// By how much a heartbeat may be early, so that a tick that is a little early is not missed.
    static let heartbeatSlack: Duration = .milliseconds(50)

    // MARK: What is shown

    /// For how many intervals between reports what is shown lies back.
    ///
    /// 3: two reports in a row may be lost (Gaffer On Games, “Snapshot Interpolation”).
    static let delayIntervals = 3.0
    /// Seconds that what is shown lies back at most.
    ///
    /// With a heartbeat of a second, so much that there is never more to guess than
    /// `straightMaximum`.
    public static let delayMaximum = 0.75
    /// Seconds that a rider goes straight on, with no news of it.
    ///
    /// The `cl_extrapolate_amount` of Valve's Source engine.
    public static let straightMaximum = 0.25
    /// Seconds that a rider goes on along its owner's route, with no news of it: to the next
    /// heartbeat.
    public static let routeMaximum = 1.0
    /// Reports that are kept of one rider: what comes within `delayMaximum` at 10 a second.
    static let reportsMaximum = 8
    /// Metres from a route within which there is a gap along it.
    static let gapAwayMaximum = 50.0
    /// Metres per second below which nobody closes a gap.
    static let gapSpeedMinimum = 0.5
    /// From when on a rider is shown as stale: two heartbeats at rest.
    public static let liveMaximum: Duration = .seconds(10)
    /// From when on a rider of which nothing is heard is gone.
    public static let goneAfter: Duration = .seconds(300)
    /// How long a new route of one owner waits at least after its last one was taken in.
    ///
    /// 5 s: to measure a route takes milliseconds, which a peer could ask for at every message.
    public static let routeInterval: Duration = .seconds(5)
}
