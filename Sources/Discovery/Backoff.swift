public import Determinism

/// When to try again: 0, 0.25, 0.5, 1, 2, 4, 5 s, each with full jitter.
public struct Backoff: Equatable, Sendable {
    private static let steps: [Duration] = [
        .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
        .seconds(5),
    ]

    /// Tries that have failed in a row.
    public private(set) var failures = 0

    public init() {}

    /// The next wait, at most 5 s; zero the first time.
    public mutating func next(_ generator: inout SeededGenerator) -> Duration {
        let bound = Self.steps[min(self.failures, Self.steps.count - 1)]
        self.failures += 1
        return generator.jitter(bound)
    }

    /// Begins anew, or with as many failures as are to be taken for granted.
    public mutating func reset(assuming failures: Int = 0) {
        self.failures = failures
    }
}
