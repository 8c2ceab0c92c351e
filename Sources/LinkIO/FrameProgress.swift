/// Whether a peer goes on with the frame that it has begun.
struct FrameProgress {
    /// What has to happen with the deadline.
    enum Verdict: Equatable {
        /// Nothing is begun: there is no deadline.
        case disarm
        /// Something is begun: the deadline runs, from now if it doesn't already.
        case keep
        /// There was progress: the deadline counts from now.
        case restart
    }

    /// A growth by so many bytes is progress, too.
    private let progressBytes: Int
    private var grownBytes = 0

    init(progressBytes: Int) {
        self.progressBytes = progressBytes
    }

    /// Takes note of one read, which completed so many frames.
    ///
    /// `isUnfinished`: a frame or a TLS record is begun and not complete.
    mutating func noted(bytes: Int, frames: Int, isUnfinished: Bool) -> Verdict {
        guard isUnfinished else {
            self.grownBytes = 0
            return .disarm
        }
        self.grownBytes += bytes
        guard frames > 0 || self.grownBytes >= self.progressBytes else {
            return .keep
        }
        self.grownBytes = 0
        return .restart
    }
}
