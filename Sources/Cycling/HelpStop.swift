/// A stop to lend a pump, and what comes after it.
struct HelpStop: Equatable, Sendable {
    /// What the helper did before.
    enum Resume: Equatable, Sendable {
        case riding(RideDirection)
        case breather
        /// Its own tyre was flat, and still is.
        case flat(Puncture)
    }

    let resume: Resume
    /// Whom a simulant came for.
    var target: RiderID?
    /// How long it has helped.
    var seconds = 0

    /// How long a simulant stays with somebody: some repairs, and the way of their news.
    ///
    /// The owner's word about the tyre may never come.
    static let secondsMaximum = 20

    /// The state that follows by itself.
    var next: RiderState {
        switch self.resume {
        case .riding(let direction): .riding(direction, seconds: 0)
        case .breather: .breather(seconds: 0)
        case .flat(let puncture): .flat(puncture)
        }
    }

    /// Whether the helper's own tyre is flat.
    var hasFlat: Bool {
        switch self.resume {
        case .flat: true
        case .riding, .breather: false
        }
    }
}
