public import Determinism

/// The last lines of what happened to the riders here, numbered from 1.
public struct RiderLog: Equatable, Sendable {
    /// A line.
    public struct Entry: Equatable, Sendable {
        /// Its place in all that ever happened: whoever saw a number asks for those after it.
        public let number: UInt64
        /// When, for people to read.
        public let wall: WallTime
        public let event: RiderEvent
    }

    /// Enough for some minutes of fifty simulants; 1,000 entries take 150 kB.
    public static let entriesMaximum = 1_000

    /// Full, it is a ring; `first` is the place of its oldest.
    private var ring: [Entry] = []
    private var first = 0
    /// How many lines there have been.
    public private(set) var count: UInt64 = 0

    init() {}

    /// The lines that are still kept, the oldest first.
    public var entries: [Entry] { Array(self.ring[self.first...] + self.ring[..<self.first]) }

    /// Those lines with a number above that one.
    public func entries(after number: UInt64) -> [Entry] {
        let missed = self.count > number ? self.count - number : 0
        return Array(self.entries.suffix(Int(min(missed, UInt64(Self.entriesMaximum)))))
    }

    mutating func append(_ event: RiderEvent, at wall: WallTime) -> Entry {
        self.count += 1
        let entry = Entry(number: self.count, wall: wall, event: event)
        if self.ring.count < Self.entriesMaximum {
            self.ring.append(entry)
        } else {
            self.ring[self.first] = entry
            self.first = (self.first + 1) % Self.entriesMaximum
        }
        return entry
    }
}
