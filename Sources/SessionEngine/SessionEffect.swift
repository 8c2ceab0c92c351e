public import Activities
public import Cycling
public import Discovery
public import Links
public import Peers

/// What the engine asks its shell to do, in order.
public enum SessionEffect: Equatable, Sendable {
    // MARK: DNS-SD

    /// Advertise this, in the place of what was advertised before.
    case advertise(Advertisement)
    case withdrawAdvert
    case lookUp(LookUpToken, AdvertKey)
    case cancelLookUp(LookUpToken)

    // MARK: Links

    case dial(DialID, Endpoint)
    case cancelDial(DialID)
    /// The peer's hello is accepted: frames up to 1 MiB may follow, and what was held back comes.
    case openFrames(LinkID)
    /// Write these bytes; `isLast`: then close_notify, SHUT_WR, read to the end, close.
    case write(LinkID, [UInt8], isLast: Bool)
    /// Cut the connection now.
    case abort(LinkID)

    // MARK: People

    case reply(CommandToken, SessionReply)
    case tell(SessionNotice)
    /// The people's list of blocked peers has changed: keep it.
    case rememberBlocked([PeerID])
    /// The display name has changed: keep it.
    case rememberName(DisplayName)
    /// What the ride should begin with next time has changed: keep it.
    case rememberRide(RideSettings)
    /// A peer was joined for the first time ever.
    case rememberMet
    /// All goodbyes are said, or their time is over.
    case stopped
}
