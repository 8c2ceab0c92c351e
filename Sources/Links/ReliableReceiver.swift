public import Determinism

/// The receiving half of the reliable lane: checks the order and says when an ack is due.
public struct ReliableReceiver: Equatable, Sendable {
    /// A frame is not the one that had to follow.
    public struct OutOfSequence: Error, Equatable, Sendable {
        public let expected: UInt64
        public let found: UInt64
    }

    /// Everything up to here was handed over.
    public private(set) var received: UInt64 = 0
    private var acknowledged: UInt64 = 0
    private var unacknowledgedBytes = 0
    private var firstUnacknowledgedAt: Moment?

    public init() {}

    /// When an ack is due at the latest, or `nil` when none is.
    public var ackDeadline: Moment? { self.firstUnacknowledgedAt.map { $0 + LinkLimits.ackDelay } }

    /// Checks and counts one frame: exactly the next one, neither a gap nor a repeat.
    public mutating func arrived(
        _ sequence: UInt64,
        bytes: Int,
        at now: Moment
    ) throws(OutOfSequence) {
        guard sequence == self.received + 1 else {
            throw OutOfSequence(expected: self.received + 1, found: sequence)
        }
        self.received = sequence
        self.unacknowledgedBytes += bytes
        if self.firstUnacknowledgedAt == nil { self.firstUnacknowledgedAt = now }
    }

    /// The sequence to acknowledge when an ack is due, or goes along with `other` frames.
    public mutating func takeAck(at now: Moment, alongWithOthers other: Bool) -> UInt64? {
        guard let deadline = self.ackDeadline else { return nil }
        let isDue =
            other || now >= deadline || self.unacknowledgedBytes >= LinkLimits.ackBytes
            || self.received - self.acknowledged >= UInt64(LinkLimits.ackFrames)
        guard isDue else { return nil }
        self.acknowledged = self.received
        self.unacknowledgedBytes = 0
        self.firstUnacknowledgedAt = nil
        return self.received
    }
}
