import Determinism
import Peers

/// One go at a target: its candidates, each tried once, staggered and in parallel.
struct DialRound: Equatable, Sendable {
    enum Progress: Equatable, Sendable {
        case untried
        case dialling(DialID, deadline: Moment)
        /// TLS is done; the link's own opening deadline holds now.
        case opening(DialID)
        case failed
    }

    struct Candidate: Equatable, Sendable {
        let endpoint: Endpoint
        var progress: Progress
    }

    private(set) var candidates: [Candidate] = []
    /// Look-ups under way: of which advert, and when they are given up.
    private(set) var lookUps: [LookUpToken: (advert: AdvertKey, deadline: Moment)] = [:]
    /// When the next candidate may be dialled while others are on their way.
    var nextDialAt: Moment
    /// What went wrong last.
    var lastFailure: String?

    init(at now: Moment) {
        self.nextDialAt = now
    }

    var dialsInFlight: Int {
        self.candidates.reduce(0) { count, candidate in
            switch candidate.progress {
            case .dialling, .opening: count + 1
            case .untried, .failed: count
            }
        }
    }

    var hasUntried: Bool { self.candidates.contains { $0.progress == .untried } }

    /// Nothing is on its way, and nothing is left to try.
    var hasFailed: Bool { self.lookUps.isEmpty && !self.hasUntried && self.dialsInFlight == 0 }

    /// All dials that are on their way.
    var dials: [(id: DialID, isOpening: Bool)] {
        self.candidates.compactMap { candidate in
            switch candidate.progress {
            case .dialling(let dial, _): (dial, false)
            case .opening(let dial): (dial, true)
            case .untried, .failed: nil
            }
        }
    }

    /// Whether that advert is being looked up.
    func isLookingUp(_ advert: AdvertKey) -> Bool {
        self.lookUps.values.contains { $0.advert == advert }
    }

    mutating func lookUpBegan(_ token: LookUpToken, _ advert: AdvertKey, at now: Moment) {
        self.lookUps[token] = (advert, now + DialLimits.lookUpTimeout)
    }

    mutating func lookUpEnded(_ token: LookUpToken, failure: String?) {
        self.lookUps[token] = nil
        if let failure { self.lastFailure = failure }
    }

    /// Look-ups whose time is over, in order.
    func overdueLookUps(at now: Moment) -> [LookUpToken] {
        self.lookUps.filter { now >= $0.value.deadline }.keys.sorted()
    }

    static func == (left: DialRound, right: DialRound) -> Bool {
        left.candidates == right.candidates && left.nextDialAt == right.nextDialAt
            && left.lastFailure == right.lastFailure
            && left.lookUps.keys.sorted() == right.lookUps.keys.sorted()
    }

    /// Adds a candidate, unless it is there already or there are too many; best ranks first.
    mutating func add(_ endpoint: Endpoint) {
        guard !endpoint.address.isUnspecifiedOrMulticast, endpoint.port != 0,
            self.candidates.count < DialLimits.endpointsMaximum,
            !self.candidates.contains(where: { $0.endpoint == endpoint })
        else { return }
        let index =
            self.candidates.firstIndex { $0.endpoint.rank > endpoint.rank }
            ?? self.candidates.endIndex
        self.candidates.insert(Candidate(endpoint: endpoint, progress: .untried), at: index)
    }

    /// What failed may work now.
    mutating func retryFailed() {
        for index in self.candidates.indices where self.candidates[index].progress == .failed {
            self.candidates[index].progress = .untried
        }
    }

    /// Marks the best untried candidate as dialled, and says where to.
    mutating func dialNext(as dial: DialID, at now: Moment) -> Endpoint? {
        guard let index = self.candidates.firstIndex(where: { $0.progress == .untried }) else {
            return nil
        }
        self.candidates[index].progress = .dialling(dial, deadline: now + DialLimits.timeout)
        self.nextDialAt = now + DialLimits.stagger
        return self.candidates[index].endpoint
    }

    /// A dial got through TLS.
    mutating func established(_ dial: DialID) {
        for index in self.candidates.indices {
            if case .dialling(dial, _) = self.candidates[index].progress {
                self.candidates[index].progress = .opening(dial)
            }
        }
    }

    /// A dial failed; the next candidate need not wait.
    mutating func failed(_ dial: DialID, _ reason: String, at now: Moment) -> Bool {
        for index in self.candidates.indices {
            switch self.candidates[index].progress {
            case .dialling(dial, _), .opening(dial):
                self.candidates[index].progress = .failed
                self.lastFailure = "\(self.candidates[index].endpoint): \(reason)"
                self.nextDialAt = now
                return true
            case .dialling, .opening, .untried, .failed:
                continue
            }
        }
        return false
    }

    /// Dials whose time is over.
    func overdue(at now: Moment) -> [DialID] {
        self.candidates.compactMap { candidate in
            guard case .dialling(let dial, let deadline) = candidate.progress, now >= deadline
            else { return nil }
            return dial
        }
    }

    /// When something is next due in this round.
    var nextDeadline: Moment? {
        var earliest: Moment?
        for candidate in self.candidates {
            if case .dialling(_, let deadline) = candidate.progress {
                earliest = Moment.earliest(earliest, deadline)
            }
        }
        for lookUp in self.lookUps.values {
            earliest = Moment.earliest(earliest, lookUp.deadline)
        }
        if self.hasUntried, self.dialsInFlight < DialLimits.perTargetMaximum {
            earliest = Moment.earliest(earliest, self.nextDialAt)
        }
        return earliest
    }
}
