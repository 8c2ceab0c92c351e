/// Which instances are on which interfaces, counted.
///
/// Avahi reports an instance once per interface and protocol, and hides the protocol: IPv4 and IPv6
/// look like identical repeats. So repeats are counted, and only the last goodbye counts as one.
struct BrowseTable: Equatable, Sendable {
    /// An instance on an interface.
    struct Sight: Hashable, Sendable {
        let label: String
        let interface: UInt32
    }

    /// 2,048: four interfaces for each of 512 adverts; what a flooder adds beyond is not tracked.
    static let sightsMaximum = 2048

    private struct Entry: Equatable, Sendable {
        var repeats: Int
        /// Not seen again yet since the browse began anew.
        var isStale: Bool
    }

    private var entries: [Sight: Entry] = [:]

    /// Notes a sight; whether it is news.
    mutating func added(_ sight: Sight) -> Bool {
        if var entry = self.entries[sight] {
            entry.repeats = entry.isStale ? 1 : entry.repeats + 1
            entry.isStale = false
            self.entries[sight] = entry
            return false
        }
        guard self.entries.count < Self.sightsMaximum else { return false }
        self.entries[sight] = Entry(repeats: 1, isStale: false)
        return true
    }

    /// Notes a goodbye; whether it was the last for that sight.
    mutating func removed(_ sight: Sight) -> Bool {
        guard var entry = self.entries[sight], !entry.isStale else { return false }
        entry.repeats -= 1
        guard entry.repeats == 0 else {
            self.entries[sight] = entry
            return false
        }
        self.entries[sight] = nil
        return true
    }

    /// The browse has ended; what it told stands until it is seen again or dropped.
    mutating func markStale() {
        for sight in self.entries.keys {
            self.entries[sight] = Entry(repeats: 0, isStale: true)
        }
    }

    /// Forgets what was not seen again, and returns it in a stable order.
    mutating func dropStale() -> [Sight] {
        let gone = self.entries.filter { $0.value.isStale }.keys
        for sight in gone { self.entries[sight] = nil }
        return gone.sorted { ($0.label, $0.interface) < ($1.label, $1.interface) }
    }
}
