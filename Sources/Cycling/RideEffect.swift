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
    /// Tells everybody that a tyre was repaired: by the rider itself, by another, or, where `by` is
    /// `nil`, by somebody who does not want to be seen.
    case fixed(rider: RiderLabel, by: RiderLabel?)
    /// A rider is there.
    case joined(RiderLabel)
    /// A rider is gone for good.
    case left(RiderLabel)
    /// What is reported of a rider has changed at once, and should not wait for the next turn.
    case changed(RiderID)
    /// A fix was not believed, and why.
    case fixRefused(String)
}
