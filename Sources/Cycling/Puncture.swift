/// A flat tyre, from the hiss to the repair.
///
/// A new one knows nothing of those before.
struct Puncture: Equatable, Sendable {
    /// Somebody at work on it.
    struct Care: Equatable, Sendable {
        let helper: RiderLabel
        /// How long so far.
        var seconds: Int
    }

    /// The way in which it will be ridden on.
    let resume: RideDirection
    /// Who works on it, since when.
    var care: Care?
    /// Who else has repaired it.
    ///
    /// Never changed once it is set: the owner decides once.
    private(set) var fixedBy: RiderLabel?

    init(resuming resume: RideDirection) {
        self.resume = resume
    }

    /// A second of a helper's work, or of nobody's; at the last of them it is repaired.
    mutating func work(by helper: RiderLabel?, of needed: Int) {
        guard self.fixedBy == nil else { return }
        guard let helper else {
            self.care = nil
            return
        }
        if self.care?.helper.id != helper.id { self.care = Care(helper: helper, seconds: 0) }
        self.care?.seconds += 1
        if let care, care.seconds >= needed { self.fixedBy = care.helper }
    }
}
