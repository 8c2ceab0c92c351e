public import EventLoop

/// Why a destination leads nowhere.
public enum DestinationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The resolver knows no address.
    case notFound(LoopError)
    /// Its address, or each of them, stands for nobody in particular, as 0.0.0.0 does.
    case unusable(Destination)

    public var description: String {
        switch self {
        case .notFound(let error):
            error.description
        case .unusable(let destination):
            "\(destination) is no address of one machine; nobody can be reached there."
        }
    }
}
