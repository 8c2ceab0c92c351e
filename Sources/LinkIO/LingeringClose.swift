/// The end of a connection whose last bytes shall arrive.
///
/// They are sent, then "no more", and the peer is read to its own end.
struct LingeringClose {
    /// What is told when it is over.
    let reason: LinkClose
    /// Everything that we had to send has left.
    var isDrained = false
    /// The peer has said that it sends no more.
    var isInputEnded: Bool
    /// How many more bytes are read and dropped.
    private var allowance: Int

    init(reason: LinkClose, isInputEnded: Bool, allowance: Int) {
        self.reason = reason
        self.isInputEnded = isInputEnded
        self.allowance = allowance
    }

    /// Takes note of bytes that are dropped.
    mutating func dropped(_ bytes: Int) {
        self.allowance -= bytes
    }

    var isOver: Bool {
        (self.isDrained && self.isInputEnded)
            || self.allowance < 0
    }

    /// What is told when it ends otherwise, as `failure` says.
    func outcome(endedBy failure: String) -> LinkClose {
        self.reason == .finished && !self.isDrained ? .reset(failure) : self.reason
    }
}
