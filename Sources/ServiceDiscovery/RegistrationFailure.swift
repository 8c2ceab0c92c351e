/// Why this machine's advert is not out; it is tried again without being asked.
public enum RegistrationFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another program on this host, or our own that has not gone yet, holds the label.
    case labelTaken
    /// Avahi accepted the advert and said nothing more within 5 s.
    case noAnswer
    /// D-Bus allows a user only so many connections (256 by default).
    case tooManyConnections
    /// Avahi refused with this code of dns_sd.h.
    case refused(code: Int32)

    public var description: String {
        switch self {
        case .labelTaken:
            "Another program on this machine advertises this label already."
        case .noAnswer:
            "avahi-daemon did not confirm the advert within 5 seconds."
        case .tooManyConnections:
            "This user has too many D-Bus connections, so the advert can't be made."
        case .refused(let code):
            "avahi-daemon refused the advert (code \(code))."
        }
    }
}
