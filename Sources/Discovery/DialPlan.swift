public import Determinism
public import Peers

/// Whom to dial, where, and when again.
///
/// A target is tried in rounds. A round looks its adverts up afresh (addresses and ports change),
/// adds the endpoints that are known, and dials them all, best first, 250 ms apart. When all have
/// failed the next round waits a little longer than the one before.
public struct DialPlan: Equatable, Sendable {
    /// What the plan asks for.
    public enum Effect: Equatable, Sendable {
        case lookUp(LookUpToken, AdvertKey)
        case cancelLookUp(LookUpToken)
        case dial(DialID, Endpoint, DialTarget)
        case cancelDial(DialID)
        /// Every way was tried once more without success.
        case roundFailed(DialTarget, String)
    }

    private enum Phase: Equatable, Sendable {
        case waiting(until: Moment)
        case running(DialRound)
    }

    private struct Entry: Equatable, Sendable {
        var phase: Phase
        var backoff = Backoff()
        var endpoints: [Endpoint] = []
        var adverts: [AdvertKey] = []
        var failingSince: Moment?
        var lastFailure: String?
    }

    private struct Remembered: Equatable, Sendable {
        let backoff: Backoff
        /// Higher than that of all that was remembered before.
        let order: UInt64
    }

    private var entries: [DialTarget: Entry] = [:]
    /// When something is due for each target, if anything is.
    ///
    /// What is asked for after every event must not cost a look at every round.
    private var deadlines: [DialTarget: Moment] = [:]
    private var lookUpTargets: [LookUpToken: DialTarget] = [:]
    private var dialTargets: [DialID: DialTarget] = [:]
    /// What outlives an entry: failures in a row, kept until a link has proven stable.
    private var backoffs: [DialTarget: Remembered] = [:]
    private var lastBackoff: UInt64 = 0
    private var generator: SeededGenerator
    private var lastDial: UInt64 = 0
    private var lastLookUp: UInt64 = 0

    public init(seed: UInt64) {
        self.generator = SeededGenerator(seed: seed)
    }

    /// When `timerFired` is next due.
    public var nextDeadline: Moment? { self.deadlines.values.min() }

    /// Since when a target has failed without success, and why it last did.
    public func failure(of target: DialTarget) -> (since: Moment, reason: String)? {
        guard let entry = self.entries[target], let since = entry.failingSince else { return nil }
        return (since, entry.lastFailure ?? "no address is known")
    }

    /// Whether the target is being reached for, or will be.
    public func contains(_ target: DialTarget) -> Bool { self.entries[target] != nil }

    /// What a dial was for.
    public func target(of dial: DialID) -> DialTarget? { self.dialTargets[dial] }

    // MARK: What is wanted

    /// Reaches for a target, by what is known of it; renews that if it is reached for already.
    public mutating func want(
        _ target: DialTarget,
        endpoints: [Endpoint],
        adverts: [AdvertKey],
        at now: Moment
    ) -> [Effect] {
        if var entry = self.entries[target] {
            entry.endpoints = Array(endpoints.prefix(DialLimits.endpointsMaximum))
            entry.adverts = adverts
            self.entries[target] = entry
            return []
        }
        guard self.entries.count < DialLimits.targetsMaximum else { return [] }
        var entry = Entry(phase: .waiting(until: now))
        entry.backoff = self.backoffs.removeValue(forKey: target)?.backoff ?? Backoff()
        entry.endpoints = Array(endpoints.prefix(DialLimits.endpointsMaximum))
        entry.adverts = adverts
        // The first try is at once; tries after a link that did not last wait their turn.
        entry.phase = .waiting(until: now + entry.backoff.next(&self.generator))
        self.entries[target] = entry
        return self.advance(target, at: now)
    }

    /// Something new was heard of a target: what failed before may work now, at once.
    public mutating func hurry(_ target: DialTarget, at now: Moment) -> [Effect] {
        guard var entry = self.entries[target] else {
            self.backoffs[target] = nil
            return []
        }
        entry.backoff.reset()
        entry.failingSince = nil
        switch entry.phase {
        case .waiting:
            entry.phase = .waiting(until: now + entry.backoff.next(&self.generator))
            self.entries[target] = entry
            return self.advance(target, at: now)
        case .running(var round):
            // What is under way goes on, and what is new joins it: what an advert leads to may have
            // changed since it was looked up, while a dial to where it led is still waited for.
            round.retryFailed()
            for endpoint in entry.endpoints { round.add(endpoint) }
            let effects = self.lookUp(entry.adverts, for: target, in: &round, at: now)
            entry.phase = .running(round)
            self.entries[target] = entry
            return effects + self.advance(target, at: now)
        }
    }

    /// Stops reaching for a target, because it is reached or no longer wanted.
    public mutating func drop(
        _ target: DialTarget,
        assumingFailures failures: Int = 0
    ) -> [Effect] {
        if failures > 0 {
            var backoff = Backoff()
            backoff.reset(assuming: failures)
            self.remember(backoff, for: target)
        }
        guard let entry = self.entries.removeValue(forKey: target) else { return [] }
        self.noteDeadline(of: target)
        guard case .running(let round) = entry.phase else { return [] }
        return self.cancelled(round)
    }

    /// How many tries have failed in a row, for `drop` to carry on.
    public func failures(of target: DialTarget) -> Int {
        (self.entries[target]?.backoff ?? self.backoffs[target]?.backoff)?.failures ?? 0
    }

    private mutating func remember(_ backoff: Backoff, for target: DialTarget) {
        self.lastBackoff += 1
        self.backoffs[target] = Remembered(backoff: backoff, order: self.lastBackoff)
        guard self.backoffs.count > DialLimits.targetsMaximum else { return }
        // The oldest one goes, so that a crowd does not clear what is known of all others.
        let oldest = self.backoffs.min { $0.value.order < $1.value.order }
        if let oldest { self.backoffs[oldest.key] = nil }
    }

    private mutating func cancelled(_ round: DialRound) -> [Effect] {
        var effects: [Effect] = []
        for token in round.lookUps.keys.sorted() {
            self.lookUpTargets[token] = nil
            effects.append(.cancelLookUp(token))
        }
        for dial in round.dials {
            self.dialTargets[dial.id] = nil
            // What is through TLS is a link by now, and has an end of its own.
            if !dial.isOpening { effects.append(.cancelDial(dial.id)) }
        }
        return effects
    }

    /// How many targets are reached for.
    public var targetCount: Int { self.entries.count }

    /// All targets that are reached for, in a stable order.
    public var targets: [DialTarget] { self.entries.keys.sorted() }

    // MARK: What happened

    /// A look-up found an endpoint.
    public mutating func lookUpFound(
        _ token: LookUpToken,
        _ endpoint: Endpoint,
        at now: Moment
    ) -> [Effect] {
        guard let target = self.lookUpTargets[token] else { return [] }
        self.withRound(of: target) { $0.add(endpoint) }
        return self.advance(target, at: now)
    }

    /// A look-up is over.
    public mutating func lookUpEnded(
        _ token: LookUpToken,
        failure: String?,
        at now: Moment
    ) -> [Effect] {
        guard let target = self.lookUpTargets.removeValue(forKey: token) else { return [] }
        self.withRound(of: target) { $0.lookUpEnded(token, failure: failure) }
        return self.advance(target, at: now)
    }

    /// A dial got through TLS; its link opens.
    public mutating func dialEstablished(_ dial: DialID) {
        guard let target = self.dialTargets[dial] else { return }
        self.withRound(of: target) { $0.established(dial) }
    }

    /// A dial, or the link that it became, failed before it was elected.
    public mutating func dialFailed(
        _ dial: DialID,
        _ reason: String,
        at now: Moment
    ) -> [Effect] {
        guard let target = self.dialTargets.removeValue(forKey: dial) else { return [] }
        self.withRound(of: target) { _ = $0.failed(dial, reason, at: now) }
        return self.advance(target, at: now)
    }

    /// Time has passed.
    public mutating func timerFired(at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        for target in self.dueTargets(at: now) {
            effects += self.advance(target, at: now)
        }
        return effects
    }

    // MARK: Inside

    private func dueTargets(at now: Moment) -> [DialTarget] {
        let due = self.deadlines.indices.filter { self.deadlines.values[$0] <= now }
        // The order of a dictionary must not decide who is dialled first.
        return due.map { self.deadlines.keys[$0] }.sorted()
    }

    private mutating func noteDeadline(of target: DialTarget) {
        switch self.entries[target]?.phase {
        case .waiting(let until): self.deadlines[target] = until
        case .running(let round): self.deadlines[target] = round.nextDeadline
        case nil: self.deadlines[target] = nil
        }
    }

    private mutating func withRound(of target: DialTarget, _ change: (inout DialRound) -> Void) {
        guard case .running(var round) = self.entries[target]?.phase else { return }
        change(&round)
        self.entries[target]?.phase = .running(round)
        self.noteDeadline(of: target)
    }

    /// Does all that is due for one target.
    private mutating func advance(_ target: DialTarget, at now: Moment) -> [Effect] {
        defer { self.noteDeadline(of: target) }
        guard let entry = self.entries[target] else { return [] }
        var effects: [Effect] = []
        switch entry.phase {
        case .waiting(let until):
            guard now >= until else { return [] }
            guard !self.hasToGiveWay(entry) else {
                let wait = DialLimits.stagger + self.generator.jitter(DialLimits.retryPostponed)
                self.entries[target]?.phase = .waiting(until: now + wait)
                return []
            }
            effects += self.begin(target, entry, at: now)
            effects += self.dialDue(target, at: now)
        case .running(let round):
            for token in round.overdueLookUps(at: now) {
                self.lookUpTargets[token] = nil
                self.withRound(of: target) {
                    $0.lookUpEnded(token, failure: "no answer to a look-up")
                }
                effects.append(.cancelLookUp(token))
            }
            for dial in round.overdue(at: now) {
                self.dialTargets[dial] = nil
                self.withRound(of: target) { _ = $0.failed(dial, "no answer", at: now) }
                effects.append(.cancelDial(dial))
            }
            effects += self.dialDue(target, at: now)
        }
        return effects + self.endIfFailed(target, at: now)
    }

    /// Whether others are to be looked up first: a crowd of ghosts, each tried again and again,
    /// would keep everybody else waiting.
    private func hasToGiveWay(_ entry: Entry) -> Bool {
        entry.failingSince != nil && entry.endpoints.isEmpty && !entry.adverts.isEmpty
            && self.lookUpTargets.count >= DialLimits.lookUpsBeforeRetries
    }

    private mutating func begin(
        _ target: DialTarget,
        _ entry: Entry,
        at now: Moment
    ) -> [Effect] {
        var round = DialRound(at: now)
        for endpoint in entry.endpoints { round.add(endpoint) }
        if case .endpoint(let endpoint) = target { round.add(endpoint) }
        let effects = self.lookUp(entry.adverts, for: target, in: &round, at: now)
        self.entries[target]?.phase = .running(round)
        return effects
    }

    /// Looks up the adverts that are not being looked up already.
    private mutating func lookUp(
        _ adverts: [AdvertKey],
        for target: DialTarget,
        in round: inout DialRound,
        at now: Moment
    ) -> [Effect] {
        var effects: [Effect] = []
        for advert in adverts where !round.isLookingUp(advert) {
            self.lastLookUp += 1
            let token = LookUpToken(self.lastLookUp)
            self.lookUpTargets[token] = target
            round.lookUpBegan(token, advert, at: now)
            effects.append(.lookUp(token, advert))
        }
        return effects
    }

    private mutating func dialDue(_ target: DialTarget, at now: Moment) -> [Effect] {
        guard case .running(var round) = self.entries[target]?.phase else { return [] }
        var effects: [Effect] = []
        while round.hasUntried, round.dialsInFlight < DialLimits.perTargetMaximum,
            round.dialsInFlight == 0 || now >= round.nextDialAt
        {
            guard self.dialTargets.count < DialLimits.allMaximum else {
                round.nextDialAt = now + DialLimits.stagger
                break
            }
            self.lastDial += 1
            let dial = DialID(self.lastDial)
            guard let endpoint = round.dialNext(as: dial, at: now) else { break }
            self.dialTargets[dial] = target
            effects.append(.dial(dial, endpoint, target))
        }
        self.entries[target]?.phase = .running(round)
        return effects
    }

    private mutating func endIfFailed(_ target: DialTarget, at now: Moment) -> [Effect] {
        guard var entry = self.entries[target], case .running(let round) = entry.phase,
            round.hasFailed
        else { return [] }
        let reason = round.lastFailure ?? "no address is known"
        let since = entry.failingSince ?? now
        entry.failingSince = since
        entry.lastFailure = reason
        let isQuarantined = now - since >= DialLimits.quarantineAfter
        let wait =
            isQuarantined
            ? DialLimits.quarantineRetry : entry.backoff.next(&self.generator)
        // A round that fails within one instant must not follow itself within the same.
        entry.phase = .waiting(until: now + max(wait, .milliseconds(50)))
        self.entries[target] = entry
        return [.roundFailed(target, reason)]
    }
}
