/// Where the page is served.
public enum PagePlace: Equatable, Sendable {
    /// At port 7434, or at one from the kernel when that is taken.
    case standard
    /// At this port, or not at all.
    case port(UInt16)
}
