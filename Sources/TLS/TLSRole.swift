/// Which end of a connection this is.
public enum TLSRole: Equatable, Sendable {
    /// The one who dialled; it speaks first.
    case client
    /// The one who accepted.
    case server
}
