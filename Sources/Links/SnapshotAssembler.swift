/// Puts one activity's snapshot together from its chunks.
///
/// The bulk lane keeps order, so chunks come in order or the peer breaks the protocol. A newer
/// snapshot takes the place of an unfinished one.
public struct SnapshotAssembler: Equatable, Sendable {
    /// Why a chunk can't be taken.
    public enum Problem: Error, Equatable, Sendable {
        case outOfOrder(expected: UInt64, found: UInt64)
        case oldSnapshot(UInt64)
        case tooLong(bytes: Int)
        case versionChanged
    }

    /// A snapshot that is complete.
    public struct Snapshot: Equatable, Sendable {
        public let activity: UInt64
        public let version: UInt64
        public let body: [UInt8]
    }

    /// The lowest number that a snapshot may still have: one above the last that was complete.
    private var snapshot: UInt64 = 0
    private var version: UInt64 = 0
    private var nextIndex: UInt64 = 0
    private var body: [UInt8] = []

    /// Bytes of an unfinished snapshot.
    public var bytesHeld: Int { self.body.count }

    public init() {}

    /// Takes a chunk; the snapshot when it was the last.
    public mutating func arrived(_ chunk: SnapshotChunk) throws(Problem) -> Snapshot? {
        guard chunk.snapshot >= self.snapshot else { throw .oldSnapshot(chunk.snapshot) }
        if chunk.snapshot > self.snapshot {
            self.snapshot = chunk.snapshot
            self.version = chunk.version
            self.nextIndex = 0
            self.body = []
        }
        guard chunk.index == self.nextIndex else {
            throw .outOfOrder(expected: self.nextIndex, found: chunk.index)
        }
        guard chunk.version == self.version else { throw .versionChanged }
        let count = self.body.count + chunk.bytes.count
        guard count <= LinkLimits.snapshotBytesMaximum else { throw .tooLong(bytes: count) }
        self.body += chunk.bytes
        self.nextIndex += 1
        guard chunk.isLast else { return nil }
        defer {
            self.body = []
            // What comes next must be a newer one. After the last number there is none.
            self.snapshot = self.snapshot == .max ? .max : self.snapshot + 1
            self.nextIndex = 0
        }
        return Snapshot(activity: chunk.activity, version: chunk.version, body: self.body)
    }
}
