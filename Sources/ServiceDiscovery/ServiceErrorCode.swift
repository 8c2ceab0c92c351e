/// The codes of dns_sd.h that mean something different to us.
enum ServiceErrorCode: Equatable, Sendable {
    /// -65537: Avahi's compatibility layer says this for an absent daemon, a timeout and a goodbye.
    case unknown
    /// -65548: the label is taken on this very host.
    case nameConflict
    /// -65553: no further D-Bus connection.
    case tooManyConnections
    /// Any other.
    case other(Int32)

    init(_ code: Int32) {
        switch code {
        case -65537: self = .unknown
        case -65548: self = .nameConflict
        case -65553: self = .tooManyConnections
        default: self = .other(code)
        }
    }

    /// As dns_sd.h numbers it.
    var number: Int32 {
        switch self {
        case .unknown: -65537
        case .nameConflict: -65548
        case .tooManyConnections: -65553
        case .other(let code): code
        }
    }
}
