/// What a storm has met with.
package struct StormReport: Sendable, CustomStringConvertible {
    package var cycles = 0
    package var sights = 0
    package var addresses = 0
    package var slowest = Duration.zero
    /// What was wrong, a sentence each.
    package var faults: [String] = []
    package var before = Resources(threads: 0, descriptors: 0)
    package var after = Resources(threads: 0, descriptors: 0)

    package var description: String {
        """
        \(self.cycles) cycles: \(self.sights) sights, \(self.addresses) addresses, \
        the slowest cycle \(self.slowest); \
        threads \(self.before.threads) before and \(self.after.threads) after, \
        descriptors \(self.before.descriptors) and \(self.after.descriptors).
        """
    }
}
