/// Cuts the bytes of one link into frames, however they arrive.
///
/// It begins in the opening: bodies of at most `FrameLimit.opening`, and once it has delivered the
/// hello it holds, since the limit of whatever follows depends on whether that hello is accepted.
/// `open()` ends both. While it holds it keeps what is appended, without any bound of its own: its
/// owner stops reading.
///
/// Its memory follows the bytes received, never a length announced. An error is final: all later
/// calls of `next()` throw it again, and what is appended is dropped.
public struct FrameDecoder: Sendable {
    private enum Stage: Equatable, Sendable {
        /// No hello yet. Leaves to `holding` with it, or to `open`.
        case opening
        /// The hello is delivered, nothing after it is cut. Leaves to `open`.
        case holding
        /// The hello is accepted. Stays so.
        case open
    }

    /// The buffer is kept between reads up to this size: one read of 64 KiB behind a cut-off frame.
    private static let keptCapacityMaximum = 128 * 1024

    private let heldKind: UInt8
    private var stage: Stage = .opening
    private var failure: WireError?
    private var buffer: [UInt8] = []
    /// Where in `buffer` the first frame begins that is not cut yet.
    private var offset = 0

    /// Starts in the opening, and will hold after the first frame of `kind`, the hello.
    public init(holdingAfter kind: UInt8) {
        self.heldKind = kind
    }

    /// How many received bytes are not delivered yet.
    public var bufferedBytes: Int { self.buffer.count - self.offset }

    /// Whether the hello is delivered and `open()` is due before anything else comes.
    public var isHolding: Bool { self.stage == .holding }

    /// Whether the next frame has begun and is not complete.
    ///
    /// To be asked once `next()` has returned `nil`: then the end of the link is a truncation, and
    /// the rest of the frame must make progress. Never true while holding, nor after an error.
    public var isMidFrame: Bool {
        guard !self.isHolding, self.bufferedBytes > 0 else { return false }
        guard let length = self.announcedLength else { return true }
        return self.bufferedBytes - FrameHeader.lengthBytes < Int(length)
    }

    /// The hello is accepted: longer frames may come, and nothing is held any more.
    public mutating func open() {
        self.stage = .open
        self.checkLength()
    }

    // MARK: Bytes arrive

    /// Adds received bytes.
    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        // The length is judged before anything behind it is kept.
        let missing = Swift.max(0, FrameHeader.lengthBytes - self.bufferedBytes)
        self.store(bytes.prefix(missing))
        self.checkLength()
        self.store(bytes.dropFirst(missing))
    }

    /// Adds received bytes.
    public mutating func append(_ bytes: [UInt8]) {
        self.append(bytes[...])
    }

    /// Adds received bytes from memory that somebody else owns, such as the loop's read buffer.
    public mutating func append(_ bytes: RawSpan) {
        let bytes = Span<UInt8>(_bytes: bytes)
        // Filled within its capacity: an array that grows byte by byte takes 30 times as long.
        self.append(
            [UInt8](capacity: bytes.count) { output in
                for index in bytes.indices {
                    output.append(bytes[index])
                }
            }
        )
    }

    private mutating func store(_ bytes: ArraySlice<UInt8>) {
        guard self.failure == nil else { return }
        // Moved only when more than half is cut already, so each byte is moved about once.
        if self.offset > self.buffer.count / 2 {
            self.buffer.removeFirst(self.offset)
            self.offset = 0
        }
        self.buffer.append(contentsOf: bytes)
    }

    // MARK: Frames leave

    /// Cuts the next frame; `nil` when it is not complete yet, or held.
    public mutating func next() throws(WireError) -> Frame? {
        if let failure { throw failure }
        guard !self.isHolding, let length = self.announcedLength else { return nil }
        if let error = self.refusal(of: length) { throw self.failed(error) }
        let end = self.offset + FrameHeader.lengthBytes + Int(length)
        guard end <= self.buffer.count else { return nil }

        let frame = try self.cutFrame(upTo: end)
        self.advance(to: end)
        if self.stage == .opening, frame.kind == self.heldKind {
            self.stage = .holding
        }
        return frame
    }

    private mutating func cutFrame(upTo end: Int) throws(WireError) -> Frame {
        // Indices and no slices until the payload: each slice would count references twice.
        let body = self.offset + FrameHeader.lengthBytes
        var payload = body + FrameHeader.bodyBytesMinimum
        guard let lane = Lane(rawValue: self.buffer[body + 1]) else {
            throw self.failed(.unknownLane(self.buffer[body + 1]))
        }
        var sequence: UInt64?
        if lane == .reliable {
            guard payload + FrameHeader.sequenceBytes <= end else {
                throw self.failed(.missingSequence(bodyBytes: UInt32(end - body)))
            }
            sequence = self.buffer.bigEndian(at: payload, bytes: FrameHeader.sequenceBytes)
            payload += FrameHeader.sequenceBytes
        }
        return Frame(
            kind: self.buffer[body],
            lane: lane,
            sequence: sequence,
            payload: Array(self.buffer[payload..<end])
        )
    }

    private mutating func advance(to offset: Int) {
        self.offset = offset
        guard offset == self.buffer.count else { return }
        self.buffer.removeAll(keepingCapacity: self.buffer.capacity <= Self.keptCapacityMaximum)
        self.offset = 0
    }

    // MARK: Lengths

    private var announcedLength: UInt32? {
        guard self.bufferedBytes >= FrameHeader.lengthBytes else { return nil }
        return UInt32(
            truncatingIfNeeded: self.buffer.bigEndian(
                at: self.offset,
                bytes: FrameHeader.lengthBytes
            )
        )
    }

    private func refusal(of length: UInt32) -> WireError? {
        let accepted = self.stage == .open ? FrameLimit.open : FrameLimit.opening
        if length < FrameHeader.bodyBytesMinimum {
            return .frameTooShort(announced: length)
        }
        return length > accepted ? .frameTooLong(announced: length, accepted: accepted) : nil
    }

    private mutating func checkLength() {
        guard !self.isHolding, let length = self.announcedLength else { return }
        if let error = self.refusal(of: length) {
            _ = self.failed(error)
        }
    }

    /// Ends the stream with `error` and lets go of what was received.
    private mutating func failed(_ error: WireError) -> WireError {
        self.failure = error
        self.buffer = []
        self.offset = 0
        return error
    }
}
