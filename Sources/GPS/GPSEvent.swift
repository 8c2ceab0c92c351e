/// What happens between this machine and gpsd.
public enum GPSEvent: Equatable, Sendable {
    /// gpsd answers; `release` is its version, never trusted, and empty if it doesn't say it.
    case connected(release: String)
    /// A receiver was heard, with or without a fix.
    ///
    /// gpsd may report one epoch several times, with more in it each time.
    case fix(GPSFix)
    /// How many receivers gpsd has: said first after `connected`, and when the number changes.
    case devices(Int)
    /// There is no gpsd, or it is gone, and it is tried again and again; the sentence says why.
    ///
    /// Not said again while it fails for the same reason.
    case lost(String)
}
