/// The sending half of the reliable lane: numbers frames and counts what is not acknowledged.
///
/// Sequences start at 1 with each elected link, which begins with snapshots.
public struct ReliableSender: Equatable, Sendable {
    /// The peer acknowledged what was never sent.
    public struct AckBeyondSent: Error, Equatable, Sendable {
        public let acknowledged: UInt64
        public let sent: UInt64
    }

    private var sizes: [Int] = []
    private var head = 0
    private var firstUnacknowledged: UInt64 = 1
    /// Bytes of the frames that are not acknowledged.
    public private(set) var unacknowledgedBytes = 0

    public init() {}

    /// The sequence that the next frame gets.
    public var nextSequence: UInt64 { self.firstUnacknowledged + UInt64(self.unacknowledgedFrames) }

    /// How many frames are not acknowledged.
    public var unacknowledgedFrames: Int { self.sizes.count - self.head }

    /// Past half of a bound: producers that can wait should.
    public var isBusy: Bool {
        self.unacknowledgedBytes > LinkLimits.reliableBytesMaximum / 2
            || self.unacknowledgedFrames > LinkLimits.reliableFramesMaximum / 2
    }

    /// Whether a frame of that size keeps within the bounds.
    public func hasRoom(for bytes: Int) -> Bool {
        self.unacknowledgedBytes + bytes <= LinkLimits.reliableBytesMaximum
            && self.unacknowledgedFrames < LinkLimits.reliableFramesMaximum
    }

    /// Counts a frame that was queued under `nextSequence`.
    public mutating func queued(bytes: Int) {
        self.sizes.append(bytes)
        self.unacknowledgedBytes += bytes
    }

    /// The peer has handed over everything up to `sequence`; an older ack changes nothing.
    public mutating func acknowledged(through sequence: UInt64) throws(AckBeyondSent) {
        guard sequence < self.nextSequence else {
            throw AckBeyondSent(acknowledged: sequence, sent: self.nextSequence - 1)
        }
        while self.firstUnacknowledged <= sequence {
            self.unacknowledgedBytes -= self.sizes[self.head]
            self.head += 1
            self.firstUnacknowledged += 1
        }
        if self.head > 64, self.head * 2 > self.sizes.count {
            self.sizes.removeFirst(self.head)
            self.head = 0
        }
    }
}
