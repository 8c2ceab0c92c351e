/// What this program calls itself.
public enum Release {
    /// The program's version, of the daemon and its companion alike (semver.org).
    public static let version = "0.1.0"
    /// The version of the protocol between peers.
    public static let protocolVersion = "1.0"
}
