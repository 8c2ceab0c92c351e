/// What service discovery tells its handler.
///
/// Everything here is a hint. That an instance was found proves nothing, and that it was lost ends
/// nothing.
public enum DiscoveryEvent: Equatable, Sendable {
    /// The advert is out, under this label: Avahi renames when another *host* holds the wanted one.
    case registered(label: String)
    /// The advert is not out; it is tried again after a while.
    case registrationFailed(RegistrationFailure)
    /// An instance is on an interface; said once, however many protocols it was seen with.
    case found(label: String, interface: UInt32)
    /// The last sight of an instance on an interface has gone.
    case lost(label: String, interface: UInt32)
    /// A look-up learned the instance's host, port and TXT record; addresses follow.
    case resolved(
        token: UInt64,
        host: String,
        port: UInt16,
        text: TextRecord,
        interface: UInt32
    )
    /// A look-up learned an address; each is told once.
    case address(token: UInt64, ServiceAddress, interface: UInt32)
    /// A look-up is over, and nothing more comes with its token.
    case lookUpEnded(token: UInt64, LookUpOutcome)
    /// What was asked for is up: the browse, and the advert if there is one.
    case available
    /// Discovery is down; said once per change, and tried again without being asked.
    case unavailable(DiscoveryOutage)
}
