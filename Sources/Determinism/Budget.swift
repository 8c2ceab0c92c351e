/// How much of something one other may ask for: so many at once, and so many a second.
///
/// A bucket of tokens that begins full. Moments that go back add nothing.
public struct Budget: Equatable, Sendable {
    private let maximum: Double
    private let perSecond: Double
    private var left: Double
    private var countedAt: Moment

    /// A budget of `maximum` at once, of which `perSecond` come back in a second.
    public init(of maximum: Double, perSecond: Double, at now: Moment) {
        self.maximum = maximum
        self.perSecond = perSecond
        self.left = maximum
        self.countedAt = now
    }

    /// Whether as much is left as ever.
    public func isWhole(at now: Moment) -> Bool { self.left(at: now) == self.maximum }

    private func left(at now: Moment) -> Double {
        let seconds = max(0, (now - self.countedAt).milliseconds / 1_000)
        return min(self.maximum, self.left + seconds * self.perSecond)
    }

    /// Whether there is one more, which is then spent.
    public mutating func take(at now: Moment) -> Bool {
        self.left = self.left(at: now)
        self.countedAt = max(now, self.countedAt)
        guard self.left >= 1 else { return false }
        self.left -= 1
        return true
    }
}
