public import Activities
public import Peers

/// What the riders of this machine are told.
public enum RideInput: Equatable, Sendable {
    /// The riders may ride; a second time it means nothing.
    case started
    /// Nobody moves any more.
    case stopped
    /// Time has passed; with others' riders that can be heard, as they are now.
    case tick(others: [RiderSighting])
    /// A receiver of satellites spoke.
    case fix(SatelliteFix)
    /// The receiver, or the daemon that speaks for it, is gone.
    case satellitesLost
    /// Another's rider has begun to help, its owner says; the same call may come again.
    case helpArrived(RiderSighting, call: UInt64)
    /// A rider of another machine was repaired, its owner says; for the log.
    case fixedElsewhere(RiderLabel, by: RiderLabel)
    /// This daemon has another name.
    case renamed(DisplayName)
    /// Somebody here asked for something, and waits for the reply.
    case command(RideCommand, CommandToken)
}
