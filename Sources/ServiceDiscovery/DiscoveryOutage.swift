/// Why nothing can be discovered at the moment.
public enum DiscoveryOutage: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing answers at the system bus's socket.
    case noBus
    /// The bus is there, avahi-daemon is not.
    case noDaemon
    /// Avahi or D-Bus is there and doesn't answer.
    case hung
    /// D-Bus allows a user only so many connections (256 by default).
    case tooManyConnections
    /// Avahi dropped us or refused with this code of dns_sd.h; both sockets can be reached.
    case interrupted(code: Int32)

    public var description: String {
        switch self {
        case .noBus:
            "The D-Bus system bus is not running, and Avahi needs it."
        case .noDaemon:
            "avahi-daemon is not running."
        case .hung:
            "avahi-daemon or D-Bus is running but does not answer."
        case .tooManyConnections:
            "This user has too many D-Bus connections, so Avahi can't be asked."
        case .interrupted(let code):
            "avahi-daemon ended our conversation (code \(code)); it is asked again."
        }
    }

    /// Whether it was seen that nobody could have answered, whatever had been asked.
    var isCertain: Bool {
        switch self {
        case .noBus, .noDaemon, .hung: true
        case .tooManyConnections, .interrupted: false
        }
    }
}
