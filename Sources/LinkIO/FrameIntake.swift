import Wire

/// What a link has received: cut into frames, held behind a hello, and watched for progress.
struct FrameIntake {
    /// What one read came to.
    struct Batch {
        var frames: [Frame] = []
        /// What is wrong with what follows these frames.
        var failure: WireError?
        var deadline = FrameProgress.Verdict.disarm
    }

    private var decoder: FrameDecoder
    private var progress: FrameProgress
    private let heldBytes: Int
    /// The peer has sent what is no frame: nothing is cut any more.
    private(set) var isMalformed = false

    init(holdingAfter kind: UInt8, limits: LinkTransportLimits) {
        self.decoder = FrameDecoder(holdingAfter: kind)
        self.progress = FrameProgress(progressBytes: limits.progressBytes)
        self.heldBytes = limits.heldBytes
    }

    /// Frames, or the beginning of one, wait for `open`.
    var isHoldingSome: Bool { self.decoder.isHolding && self.decoder.bufferedBytes > 0 }

    /// So much waits for `open` that nothing more should be read.
    var isHoldingMuch: Bool {
        self.decoder.isHolding && self.decoder.bufferedBytes > self.heldBytes
    }

    /// The link's end would cut a frame in two.
    var isMidFrame: Bool { self.decoder.isMidFrame }

    /// Takes data from the peer.
    mutating func append(_ bytes: RawSpan) {
        self.decoder.append(bytes)
    }

    /// Ends the holding.
    mutating func open() {
        self.decoder.open()
    }

    /// Cuts all complete frames, after `bytes` were appended.
    ///
    /// `isMidRecord`: what came was no data, since a TLS record is not complete or is empty.
    mutating func cut(appended bytes: Int, isMidRecord: Bool) -> Batch {
        var batch = Batch()
        guard !self.isMalformed else { return batch }
        do throws(WireError) {
            while let frame = try self.decoder.next() { batch.frames.append(frame) }
        } catch {
            self.isMalformed = true
            batch.failure = error
            return batch
        }
        batch.deadline = self.progress.noted(
            bytes: bytes,
            frames: batch.frames.count,
            isUnfinished: self.isMidFrame || (isMidRecord && !self.decoder.isHolding)
        )
        return batch
    }
}
