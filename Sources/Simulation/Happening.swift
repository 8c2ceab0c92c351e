import Determinism
import Discovery
import SessionEngine

/// Something that is going to happen on a simulated LAN.
enum Happening: Sendable {
    case start(Int)
    /// The daemon's timer, in the run that armed it.
    case timer(Int, run: Int)
    /// Something for the engine, as it comes.
    case event(Int, run: Int, SessionEvent)
    case advert(Int, run: Int, AdvertKey, isFound: Bool)
    case lookUpEvent(Int, run: Int, LookUpToken, SessionEvent)
    /// The first packet of a dial arrives.
    case knock(Int)
    /// TLS is done at one end.
    case established(Int, SimulatedConnection.Side)
    case arrive(Int, SimulatedConnection.Side, Parcel)
    case written(Int, SimulatedConnection.Side)
    /// Whatever was held back on the way from a side is sent again.
    case retransmit(Int, SimulatedConnection.Side)
    /// The kernel's patience with unacknowledged data is over.
    case userTimeout(Int, SimulatedConnection.Side, sentAt: Moment)
    /// Each second, trouble strikes or does not.
    case second
    case trouble(Fault)
    case heal(Int, Int)
    case thaw(Int)
    /// Somebody at this daemon does something.
    case person(Int)
    /// The riders of all are looked at.
    case look
    case quiet
}
