/// Decides which questions are open at Avahi, and what is told.
///
/// Pure. It asks for one `open` at a time, always as the last effect, and is told how that went
/// before anything else happens: an open can block for 25 s, and what it brings may change all.
struct DiscoveryStateMachine: Equatable, Sendable {
    /// What happened.
    enum Event: Equatable, Sendable {
        case command(DiscoveryCommand)
        /// The question that was to be opened is open.
        case opened(ReferenceID)
        /// The question that was to be opened is not; `outage` is what a look around showed.
        case refused(ReferenceID, ServiceErrorCode, outage: DiscoveryOutage)
        case answered(ReferenceID, ServiceAnswer)
        /// An open question has died.
        case failed(ReferenceID, ServiceErrorCode, outage: DiscoveryOutage)
        /// The socket of D-Bus or avahi-daemon came into being.
        case daemonAppeared
        case timePassed
    }

    /// What to do about it.
    enum Effect: Equatable, Sendable {
        case open(ServiceQuery, as: ReferenceID)
        case updateText(TextRecord, of: ReferenceID)
        case close(ReferenceID)
        case tell(DiscoveryEvent)
        case stand(Availability.Standing)
    }

    private enum State: Equatable, Sendable {
        /// Questions may be opened. Leaves to `pausing` or `down`.
        case running
        /// Nothing is open, and nothing is wrong: a rebuild waits until it may ask again.
        case pausing(until: Duration)
        /// Nothing is open. Leaves to `running` at this moment.
        case down(until: Duration, DiscoveryOutage)
    }

    /// 8: of the 256 D-Bus connections that all programs of the user share.
    static let referencesMaximum = 8
    /// 3: two references each, and the browse and one advert fit beside them.
    static let lookUpsMaximum = 3
    /// 1 s: Avahi is never asked for everything more often.
    static let attemptInterval: Duration = .seconds(1)
    /// 250 ms: avahi-daemon makes its socket first and its name on the bus a moment later.
    static let appearanceDelay: Duration = .milliseconds(250)
    /// 5 s: who was seen before and is there answers a new browse within 2 s.
    static let staleness: Duration = .seconds(5)
    /// 5 s: who stays up for less begins no new schedule.
    static let steadiness: Duration = .seconds(5)

    private let type: ServiceType
    private var state = State.running
    private var isBrowseWanted = false
    private var browse: ReferenceID?
    private var registration: Registration?
    private var lookUps: LookUpQueue
    private var sights = BrowseTable()
    private var staleDeadline: Duration?
    private var schedule = RetrySchedule()
    private var lastAttempt: Duration?
    private var lastReference: UInt64 = 0
    private var effects: [Effect] = []

    init(type: ServiceType) {
        self.type = type
        self.lookUps = LookUpQueue(type: type)
    }

    /// When `timePassed` is next due, or `nil` when only an event can change anything.
    var nextDeadline: Duration? {
        switch self.state {
        case .running:
            [
                self.registration?.nextDeadline(canOpen: self.hasRoom),
                self.lookUps.nextDeadline, self.staleDeadline,
            ].compactMap(\.self).min()
        case .pausing(let until): until
        case .down(let until, _): until
        }
    }

    /// All open references.
    var references: [ReferenceID] {
        (self.browse.map { [$0] } ?? []) + (self.registration?.references ?? [])
            + self.lookUps.running.flatMap(\.references)
    }

    /// Takes one event; `random` is used when a retry is planned.
    mutating func handle(_ event: Event, random: UInt64, at now: Duration) -> [Effect] {
        self.effects = []
        switch event {
        case .command(let command):
            self.obey(command, at: now)
        case .opened(let id):
            self.opened(id, at: now)
        case .refused(let id, let code, let outage):
            self.refused(id, code, outage, random: random, at: now)
        case .answered(let id, let answer):
            self.answered(id, answer, at: now)
        case .failed(let id, let code, let outage):
            self.failed(id, code, outage, random: random, at: now)
        case .daemonAppeared:
            self.daemonAppeared(at: now)
        case .timePassed:
            self.timePassed(random: random, at: now)
        }
        self.openNext(at: now)
        defer { self.effects = [] }
        return self.effects
    }

    // MARK: A command came

    private mutating func obey(_ command: DiscoveryCommand, at now: Duration) {
        switch command {
        case .advertise(let advert):
            self.advertise(advert, at: now)
        case .updateText(let text):
            guard var advert = self.registration?.advert else { return }
            advert.text = text
            self.advertise(advert, at: now)
        case .withdraw:
            self.close(self.registration?.references ?? [])
            self.registration = nil
            self.standIfUp()
        case .browse:
            self.isBrowseWanted = true
        case .lookUp(let request):
            if case .down(_, let outage) = self.state {
                self.tell(.lookUpEnded(token: request.token, .failed(.unavailable(outage))))
            } else {
                self.effects += self.lookUps.add(request).map(Effect.tell)
            }
        case .cancelLookUp(let token):
            self.carryOut(self.lookUps.cancel(token))
        case .rebuild:
            self.rebuild(at: now)
        }
    }

    private mutating func advertise(_ advert: ServiceAdvert, at now: Duration) {
        guard var registration = self.registration else {
            self.registration = Registration(advert, at: now)
            return
        }
        var sameButText = registration.advert
        sameButText.text = advert.text
        guard sameButText == advert else {
            self.close(registration.references)
            self.registration = Registration(advert, at: now)
            return
        }
        guard registration.advert.text != advert.text else { return }
        registration.changeText(advert.text)
        self.registration = registration
        self.effects += registration.references.map { .updateText(advert.text, of: $0) }
    }

    private mutating func rebuild(at now: Duration) {
        let earliest = self.lastAttempt.map { $0 + Self.attemptInterval } ?? now
        switch self.state {
        case .running:
            self.close(self.references)
            self.forgetReferences(at: now)
            _ = self.lookUps.restart()
            self.state = .pausing(until: max(now, earliest))
        case .pausing:
            return  // it is about to happen
        case .down(let until, let outage):
            self.state = .down(until: min(until, max(now, earliest)), outage)
        }
        self.resumeIfDue(at: now)
    }

    // MARK: Avahi answered

    private mutating func answered(_ id: ReferenceID, _ answer: ServiceAnswer, at now: Duration) {
        switch answer {
        case .browsed(let isAdded, let label, let interface):
            guard id == self.browse else { return }  // closed meanwhile
            let sight = BrowseTable.Sight(label: label, interface: interface)
            if isAdded {
                if self.sights.added(sight) {
                    self.tell(.found(label: label, interface: interface))
                }
            } else if self.sights.removed(sight) {
                self.lost(sight)
            }
        case .registered(let label):
            if let event = self.registration?.confirmed(id, label: label) {
                self.tell(event)
                self.standIfUp()
            }
        case .resolved, .address, .failed:
            self.carryOut(self.lookUps.answered(id, answer, at: now))
        }
    }

    private mutating func refused(
        _ id: ReferenceID,
        _ code: ServiceErrorCode,
        _ outage: DiscoveryOutage,
        random: UInt64,
        at now: Duration
    ) {
        guard !self.isFatal(id, outage) else {
            return self.fall(outage, unopened: id, random: random, at: now)
        }
        if let event = self.registration?.failed(id, code, random: random, at: now) {
            self.tell(event)
            self.standIfUp()
        } else {
            self.carryOut(self.lookUps.refused(id, code))
        }
    }

    private mutating func failed(
        _ id: ReferenceID,
        _ code: ServiceErrorCode,
        _ outage: DiscoveryOutage,
        random: UInt64,
        at now: Duration
    ) {
        guard self.references.contains(id) else { return }  // closed meanwhile
        guard !self.isFatal(id, outage) else {
            return self.fall(outage, unopened: nil, random: random, at: now)
        }
        if let event = self.registration?.failed(id, code, random: random, at: now) {
            self.effects.append(.close(id))
            self.tell(event)
            self.standIfUp()
        } else {
            self.carryOut(self.lookUps.answered(id, .failed(code), at: now))
        }
    }

    /// Whether a failure brings everything down.
    ///
    /// Avahi says the same of a dead daemon and of a name that it dislikes. A stranger chooses names,
    /// so only the browse, or a look around, decides.
    private func isFatal(_ id: ReferenceID, _ outage: DiscoveryOutage) -> Bool {
        id == self.browse || outage.isCertain
    }

    /// Closes everything and plans the next attempt: in Avahi's library no reference recovers.
    private mutating func fall(
        _ outage: DiscoveryOutage,
        unopened: ReferenceID?,
        random: UInt64,
        at now: Duration
    ) {
        self.close(self.references.filter { $0 != unopened })
        self.effects += self.lookUps.failAll(outage).events.map(Effect.tell)
        self.forgetReferences(at: now)
        if let lastAttempt = self.lastAttempt, now - lastAttempt >= Self.steadiness {
            self.schedule.reset()
        }
        self.state = .down(until: now + self.schedule.next(random: random), outage)
        self.effects.append(.stand(.down(outage)))
    }

    private mutating func daemonAppeared(at now: Duration) {
        guard case .down(let until, let outage) = self.state else { return }
        self.schedule.reset()
        var due = now + Self.appearanceDelay
        if let lastAttempt = self.lastAttempt { due = max(due, lastAttempt + Self.attemptInterval) }
        self.state = .down(until: min(until, due), outage)
    }

    // MARK: Time passed

    private mutating func timePassed(random: UInt64, at now: Duration) {
        self.resumeIfDue(at: now)
        while let overdue = self.registration?.timePassed(random: random, at: now) {
            self.effects.append(.close(overdue.close))
            self.tell(overdue.event)
            self.standIfUp()
        }
        self.carryOut(self.lookUps.timePassed(at: now))
        if let deadline = self.staleDeadline, deadline <= now {
            self.staleDeadline = nil
            for sight in self.sights.dropStale() { self.lost(sight) }
        }
    }

    private mutating func resumeIfDue(at now: Duration) {
        switch self.state {
        case .running: return
        case .pausing(let until), .down(let until, _):
            if until <= now { self.state = .running }
        }
    }

    // MARK: What every event may lead to

    private mutating func openNext(at now: Duration) {
        guard case .running = self.state, self.hasRoom else { return }
        let id = ReferenceID(value: self.lastReference + 1)
        guard let query = self.nextQuery(as: id, at: now) else { return }
        self.lastReference = id.value
        self.effects.append(.open(query, as: id))
    }

    private mutating func nextQuery(as id: ReferenceID, at now: Duration) -> ServiceQuery? {
        if self.isBrowseWanted, self.browse == nil {
            self.browse = id
            self.lastAttempt = now
            return .browse(self.type)
        }
        if let query = self.registration?.nextQuery(as: id, type: self.type, at: now) {
            self.lastAttempt = now
            return query
        }
        let seats = 1 + (self.registration?.seatCount ?? 0)
        let slots = min(Self.lookUpsMaximum, (Self.referencesMaximum - seats) / 2)
        return self.lookUps.nextQuery(as: id, slots: slots, at: now)
    }

    private var hasRoom: Bool { self.references.count < Self.referencesMaximum }

    private mutating func opened(_ id: ReferenceID, at now: Duration) {
        if id == self.browse { self.staleDeadline = now + Self.staleness }
        self.standIfUp()
    }

    private mutating func standIfUp() {
        guard case .running = self.state, self.isBrowseWanted || self.registration != nil,
            !self.isBrowseWanted || self.browse != nil, self.registration?.isSettled ?? true
        else { return }
        self.effects.append(.stand(.up))
    }

    private mutating func forgetReferences(at now: Duration) {
        self.browse = nil
        self.registration?.restart(at: now)
        self.sights.markStale()
        self.staleDeadline = nil
    }

    private mutating func lost(_ sight: BrowseTable.Sight) {
        self.tell(.lost(label: sight.label, interface: sight.interface))
        self.carryOut(self.lookUps.goodbye(sight))
    }

    private mutating func carryOut(_ step: LookUp.Step) {
        self.close(step.close)
        self.effects += step.events.map(Effect.tell)
    }

    private mutating func close(_ references: [ReferenceID]) {
        self.effects += references.map(Effect.close)
    }

    private mutating func tell(_ event: DiscoveryEvent) {
        self.effects.append(.tell(event))
    }
}
