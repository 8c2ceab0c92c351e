public import Activities
public import Cycling
public import Discovery
public import Links
public import Peers
public import Wire

/// All that can happen to a session, in the past tense.
public enum SessionEvent: Equatable, Sendable {
    // MARK: DNS-SD

    /// Browsing and advertising work.
    case discoveryAvailable
    /// They do not, for a reason in a clause.
    case discoveryUnavailable(String)
    /// Our advert stands, under this label; another than wanted means that the key is used twice.
    case advertRegistered(label: String)
    case advertFound(AdvertKey)
    case advertLost(AdvertKey)
    /// A look-up resolved the advert: the name that its TXT record gives, if it gives one.
    case lookUpResolved(LookUpToken, name: DisplayName?)
    case lookUpFound(LookUpToken, Endpoint)
    case lookUpEnded(LookUpToken, failure: String?)
    /// An interface or address of this machine came, went or changed.
    case networkChanged

    // MARK: Links

    case dialFailed(DialID, String)
    case linkEstablished(EstablishedLink)
    case framesReceived(LinkID, [Frame])
    /// The bytes on the link are not frames; the detail is a sentence.
    case framesMalformed(LinkID, String)
    /// The write that was out has left.
    case written(LinkID)
    /// The connection is gone, with or without our doing.
    case linkClosed(LinkID, detail: String)

    // MARK: Satellites

    /// The receiver of the person at this machine spoke.
    case satelliteFix(SatelliteFix)
    /// It is gone, or the daemon that speaks for it.
    case satellitesLost

    // MARK: People and time

    case commanded(SessionCommand, CommandToken)
    case timerFired
    /// The daemon stops: goodbyes first.
    case stopRequested
}
