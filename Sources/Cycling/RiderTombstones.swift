/// Riders of one owner that are no more, and by which version: old states don't bring them back.
struct RiderTombstones: Equatable, Sendable {
    private var versions: [UInt32: UInt64] = [:]
    /// The oldest first.
    private var order: [UInt32] = []

    /// The version of that rider's end.
    func version(of number: UInt32) -> UInt64? { self.versions[number] }

    /// Remembers an end; the oldest is forgotten when there are too many.
    mutating func insert(_ number: UInt32, version: UInt64) {
        let latest = max(version, self.versions[number] ?? 0)
        self.remove(number)
        self.versions[number] = latest
        self.order.append(number)
        guard self.order.count > RideLimits.tombstonesMaximum else { return }
        self.versions[self.order.removeFirst()] = nil
    }

    /// Forgets an end: the rider is back.
    mutating func remove(_ number: UInt32) {
        guard self.versions.removeValue(forKey: number) != nil else { return }
        self.order.removeAll { $0 == number }
    }
}
