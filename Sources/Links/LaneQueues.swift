/// What waits to be written on one link, lane by lane, each within its bound.
///
/// Control goes first; reliable and state take turns; bulk goes last, and only as far as the
/// receiver's credit reaches. Order is kept within a lane and promised between none.
public struct LaneQueues: Equatable, Sendable {
    /// Why a frame could not be queued.
    public enum Overflow: Error, Equatable, Sendable {
        case control(bytes: Int)
        case state(keys: Int, bytes: Int)
    }

    private var control = FrameQueue()
    private var reliable = FrameQueue()
    private var state = StateQueue()
    private var bulk = FrameQueue()
    private var bulkCredit = LinkLimits.bulkWindow
    private var stateIsNext = false

    public init() {}

    /// Bytes that wait on all lanes together.
    public var bytes: Int {
        self.control.bytes + self.reliable.bytes + self.state.bytes + self.bulk.bytes
    }

    /// States that wait, of as many keys.
    public var stateCount: Int { self.state.count }

    /// Whether nothing that must arrive is waiting: what a goodbye waits for.
    public var isDrained: Bool { self.reliable.isEmpty && self.control.isEmpty }

    /// Whether a call of `next` would yield something.
    public var hasWork: Bool {
        !self.control.isEmpty || !self.reliable.isEmpty || !self.state.isEmpty
            || (!self.bulk.isEmpty && self.bulkCredit > 0)
    }

    // MARK: In

    /// Queues a frame of the control lane.
    public mutating func queue(control frame: [UInt8]) throws(Overflow) {
        let bytes = self.control.bytes + frame.count
        guard bytes <= LinkLimits.controlBytesMaximum else { throw .control(bytes: bytes) }
        self.control.append(frame)
    }

    /// Queues a frame of the reliable lane; its bound is kept by `ReliableSender`.
    public mutating func queue(reliable frame: [UInt8]) {
        self.reliable.append(frame)
    }

    /// Queues the newest frame of a key, in the place of an older one that is still unsent.
    public mutating func queue(state frame: [UInt8], key: StateKey) throws(Overflow) {
        guard self.state.set(frame, for: key) else {
            throw .state(keys: self.state.count, bytes: self.state.bytes)
        }
    }

    /// Drops the unsent frame of a key whose owner has removed it.
    public mutating func removeState(key: StateKey) {
        self.state.remove(key)
    }

    /// Queues a chunk of bulk.
    public mutating func queue(bulk frame: [UInt8]) {
        self.bulk.append(frame)
    }

    /// The receiver of bulk grants that many more bytes.
    ///
    /// A grant can't lift the credit above one window: a peer that grants more is taken at that.
    public mutating func grant(bulkBytes: UInt64) {
        let (sum, overflow) = self.bulkCredit.addingReportingOverflow(bulkBytes)
        self.bulkCredit = overflow ? LinkLimits.bulkWindow : min(sum, LinkLimits.bulkWindow)
    }

    // MARK: Out

    /// Moves what is due into one write: whole frames, at least one if there is any.
    public mutating func next(bytesMaximum: Int = LinkLimits.writeBytesMaximum) -> [UInt8] {
        var write: [UInt8] = []
        while let frame = self.pop(fitting: bytesMaximum - write.count, isFirst: write.isEmpty) {
            write += frame
        }
        return write
    }

    private mutating func pop(fitting room: Int, isFirst: Bool) -> [UInt8]? {
        func fits(_ bytes: Int) -> Bool { isFirst || bytes <= room }
        if let bytes = self.control.firstBytes {
            return fits(bytes) ? self.control.removeFirst() : nil
        }
        let reliable = self.reliable.firstBytes
        if let state = self.state.firstBytes, self.stateIsNext || reliable == nil {
            guard fits(state) else { return nil }
            self.stateIsNext = false
            return self.state.removeFirst()
        }
        if let reliable {
            guard fits(reliable) else { return nil }
            self.stateIsNext = true
            return self.reliable.removeFirst()
        }
        if let bulk = self.bulk.firstBytes, self.bulkCredit > 0 {
            guard fits(bulk) else { return nil }
            self.bulkCredit -= min(self.bulkCredit, UInt64(bulk))
            return self.bulk.removeFirst()
        }
        return nil
    }
}
