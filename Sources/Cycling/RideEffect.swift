public import Activities

/// What the riders of this machine ask of whoever carries them.
public enum RideEffect: Equatable, Sendable {
    /// Answers a command; each command is answered exactly once.
    case reply(CommandToken, RideReply)
    /// The log has a new line.
    case logged(RiderLog.Entry)
    /// Tells others that a rider here stands ready to help; comes before its new state. The call
    /// grows with each of this machine's, restarts included.
    case helpArrived(RiderSighting, call: UInt64)
    /// Tells that a tyre was repaired, by the rider itself or by another.
    ///
    /// Others hear of the second: where a helper hides, they are told that the rider did it alone.
    /// A helper without a name would show that somebody is within 100 m of the rider.
    case fixed(rider: RiderLabel, by: RiderLabel, asTold: RiderLabel)
    /// A rider is there.
    case joined(RiderLabel)
    /// A rider is gone for good.
    case left(RiderLabel)
    /// What is reported of a rider has changed at once, and should not wait for the next turn.
    case changed(RiderID)
    /// A fix was not believed, and why.
    case fixRefused(String)
}
