import Determinism

/// How much one peer may have people here be told.
///
/// 64 at once, which is what it has on joining with a crowd of riders, and then four a second: a
/// peer that says more is still heard, but nobody is told of it.
struct NoticeBudget: Equatable, Sendable {
    static let maximum = 64.0
    static let perSecond = 4.0

    private var left = NoticeBudget.maximum
    private var countedAt: Moment

    init(at now: Moment) {
        self.countedAt = now
    }

    /// Whether as many may be told as ever.
    func isWhole(at now: Moment) -> Bool { self.left(at: now) == Self.maximum }

    private func left(at now: Moment) -> Double {
        let seconds = max(0, (now - self.countedAt).milliseconds / 1_000)
        return min(Self.maximum, self.left + seconds * Self.perSecond)
    }

    /// Whether one more may be told.
    mutating func take(at now: Moment) -> Bool {
        self.left = self.left(at: now)
        self.countedAt = max(now, self.countedAt)
        guard self.left >= 1 else { return false }
        self.left -= 1
        return true
    }
}
