/// Why a look-up found nothing to dial.
public enum LookUpFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The label or the interface can't exist, so nobody was asked.
    case invalidRequest
    /// Too many look-ups waited, and this was the oldest.
    case crowdedOut
    /// Nobody answered for the instance within 5 s; it is probably gone.
    case unresolved
    /// The instance's host has the port 0 or lies outside `.local`.
    case unusableHost(String)
    /// The host told no address on this interface within 3 s.
    case noAddress(host: String)
    /// The instance said goodbye meanwhile.
    case goodbye
    /// Discovery as a whole is down.
    case unavailable(DiscoveryOutage)
    /// Avahi refused the question with this code of dns_sd.h.
    case refused(code: Int32)

    public var description: String {
        switch self {
        case .invalidRequest:
            "The label or the interface can't exist."
        case .crowdedOut:
            "More than \(LookUpQueue.waitingMaximum) look-ups waited, and this was the oldest."
        case .unresolved:
            "Nobody answered for the instance within 5 seconds."
        case .unusableHost(let host):
            "The instance names the host “\(host)”, which can't be dialled."
        case .noAddress(let host):
            "The host “\(host)” told no address within 3 seconds."
        case .goodbye:
            "The instance said goodbye."
        case .unavailable(let outage):
            outage.description
        case .refused(let code):
            "avahi-daemon refused the question (code \(code))."
        }
    }
}
