/// When to try again after a failure: 0.5, 1, 2, 4, then every 5 s, each shortened by chance.
struct RetrySchedule: Equatable, Sendable {
    /// The longest waits; chance takes up to a fifth away, so that machines don't march in step.
    static let delays: [Duration] = [
        .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5),
    ]

    private var failures = 0

    /// Counts a failure and returns how long to wait; any `random` will do.
    mutating func next(random: UInt64) -> Duration {
        let longest = Self.delays[min(self.failures, Self.delays.count - 1)]
        self.failures += 1
        let percent = 80 + Int(random % 21)
        return longest * percent / 100
    }

    /// Starts over.
    mutating func reset() {
        self.failures = 0
    }
}
