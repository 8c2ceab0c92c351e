/// A kind of trouble that a simulated LAN can make.
public enum Fault: Int, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    // MARK: Adverts

    case lateAdvert
    case lostAdvert
    case doubledAdvert
    case undeadAdvert
    case renamedAdvert

    // MARK: Look-ups

    case lateLookUp
    case staleLookUp
    case failedLookUp
    case endlessLookUp

    // MARK: Dials

    case slowDial
    case blackholedDial
    case brokenHandshake

    // MARK: Links

    case slowLink
    case reset
    case silentLink
    case silentDirection

    // MARK: Machines

    case partition
    case oneWay
    case frozen
    case stall
    case killed
    case powerCut
    case stopped
    case movedPort
    case movedAddress

    public var description: String {
        switch self {
        case .lateAdvert: "lateAdvert"
        case .lostAdvert: "lostAdvert"
        case .doubledAdvert: "doubledAdvert"
        case .undeadAdvert: "undeadAdvert"
        case .renamedAdvert: "renamedAdvert"
        case .lateLookUp: "lateLookUp"
        case .staleLookUp: "staleLookUp"
        case .failedLookUp: "failedLookUp"
        case .endlessLookUp: "endlessLookUp"
        case .slowDial: "slowDial"
        case .blackholedDial: "blackholedDial"
        case .brokenHandshake: "brokenHandshake"
        case .slowLink: "slowLink"
        case .reset: "reset"
        case .silentLink: "silentLink"
        case .silentDirection: "silentDirection"
        case .partition: "partition"
        case .oneWay: "oneWay"
        case .frozen: "frozen"
        case .stall: "stall"
        case .killed: "killed"
        case .powerCut: "powerCut"
        case .stopped: "stopped"
        case .movedPort: "movedPort"
        case .movedAddress: "movedAddress"
        }
    }

    /// Whether it strikes by itself, at random moments, rather than on an occasion.
    var strikesByItself: Bool {
        switch self {
        case .lateAdvert, .lostAdvert, .doubledAdvert, .undeadAdvert, .renamedAdvert, .lateLookUp,
            .staleLookUp, .failedLookUp, .endlessLookUp, .slowDial, .blackholedDial,
            .brokenHandshake, .slowLink, .movedPort:
            false
        case .reset, .silentLink, .silentDirection, .partition, .oneWay, .frozen, .stall, .killed,
            .powerCut, .stopped, .movedAddress:
            true
        }
    }
}
