/// What the world is told about discovery as a whole, once per change.
///
/// Pure. Three witnesses: the machine, which knows what it has open; the watchdog, which sees a call
/// that does not return; and the pulse, which sees that avahi-daemon answers nobody.
struct Availability: Equatable, Sendable {
    /// What the machine knows.
    enum Standing: Equatable, Sendable {
        /// Nothing has been tried to its end yet.
        case unknown
        /// Everything that is wanted is open.
        case up
        /// Everything is closed, and will be tried again.
        case down(DiscoveryOutage)
    }

    /// What the machine knows.
    var standing = Standing.unknown
    /// A call has not returned in time.
    var isCallStuck = false
    /// avahi-daemon took a connection and did not answer on it.
    var isDaemonSilent = false

    private var told = Standing.unknown

    /// The event that tells the change since the last time, or `nil` if nothing changed.
    mutating func change() -> DiscoveryEvent? {
        let current =
            self.isCallStuck || self.isDaemonSilent ? Standing.down(.hung) : self.standing
        guard current != self.told, current != .unknown else { return nil }
        self.told = current
        switch current {
        case .unknown: return nil
        case .up: return .available
        case .down(let outage): return .unavailable(outage)
        }
    }
}
