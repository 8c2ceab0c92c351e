/// The look-ups that run and those that wait for their turn.
///
/// Pure. Few run at once, since each reference costs a D-Bus connection, a thread and five
/// descriptors, and D-Bus counts them for all programs of the user. The newest has its turn first:
/// who has just come is there, while what has waited long may be a crowd of ghosts.
struct LookUpQueue: Equatable, Sendable {
    /// 512: as many as there are adverts.
    static let waitingMaximum = 512

    private let type: ServiceType
    private(set) var running: [LookUp] = []
    /// The oldest first.
    private var waiting: [LookUp.Request] = []

    init(type: ServiceType) {
        self.type = type
    }

    var isEmpty: Bool { self.running.isEmpty && self.waiting.isEmpty }

    /// When `timePassed(at:)` is next due.
    var nextDeadline: Duration? { self.running.map(\.deadline).min() }

    /// Takes a request; the oldest waiting one gives way when there are too many.
    ///
    /// A token that is still in use is ignored.
    mutating func add(_ request: LookUp.Request) -> [DiscoveryEvent] {
        let token = request.token
        guard (try? ServiceLabel(request.label)) != nil,
            ServiceAdvert.isInterface(request.interface)
        else { return [.lookUpEnded(token: token, .failed(.invalidRequest))] }
        guard !self.running.contains(where: { $0.request.token == token }),
            !self.waiting.contains(where: { $0.token == token })
        else { return [] }
        self.waiting.append(request)
        guard self.waiting.count > Self.waitingMaximum else { return [] }
        let oldest = self.waiting.removeFirst()
        return [.lookUpEnded(token: oldest.token, .failed(.crowdedOut))]
    }

    /// The next question to open under `id`, when at most `slots` look-ups may run.
    mutating func nextQuery(as id: ReferenceID, slots: Int, at now: Duration) -> ServiceQuery? {
        for index in self.running.indices {
            if let query = self.running[index].nextQuery(as: id) { return query }
        }
        guard self.running.count < slots, !self.waiting.isEmpty else { return nil }
        self.running.append(LookUp(self.waiting.removeLast(), type: self.type, at: now))
        return self.running[self.running.count - 1].nextQuery(as: id)
    }

    // MARK: Avahi answered

    mutating func answered(
        _ id: ReferenceID,
        _ answer: ServiceAnswer,
        at now: Duration
    ) -> LookUp.Step {
        guard let index = self.running.firstIndex(where: { $0.holds(id) }) else {
            return LookUp.Step()
        }
        let wanted = self.running[index].request.interface
        switch answer {
        case .resolved(let host, let port, let text, let interface) where interface == wanted:
            return self.settle(
                index,
                self.running[index].resolved(id, host: host, port: port, text: text, at: now)
            )
        case .address(let bytes, let interface) where interface == wanted:
            return self.settle(index, self.running[index].address(bytes, from: id, at: now))
        case .failed(let code):
            return self.settle(index, self.running[index].failed(id, code, isOpen: true))
        case .resolved, .address, .browsed, .registered:
            return LookUp.Step()  // another interface's answer says nothing about this one
        }
    }

    /// A question could not be opened.
    mutating func refused(_ id: ReferenceID, _ code: ServiceErrorCode) -> LookUp.Step {
        guard let index = self.running.firstIndex(where: { $0.holds(id) }) else {
            return LookUp.Step()
        }
        return self.settle(index, self.running[index].failed(id, code, isOpen: false))
    }

    // MARK: Time passed, or nobody wants it any more

    mutating func timePassed(at now: Duration) -> LookUp.Step {
        self.each { $0.timePassed(at: now) }
    }

    mutating func cancel(_ token: UInt64) -> LookUp.Step {
        self.end(.cancelled) { $0.token == token }
    }

    mutating func goodbye(_ sight: BrowseTable.Sight) -> LookUp.Step {
        self.end(.failed(.goodbye)) {
            $0.label == sight.label && $0.interface == sight.interface
        }
    }

    mutating func failAll(_ outage: DiscoveryOutage) -> LookUp.Step {
        self.end(.failed(.unavailable(outage))) { _ in true }
    }

    /// What runs waits again, for the next turn; what it told stays true.
    mutating func restart() -> [ReferenceID] {
        let references = self.running.flatMap(\.references)
        self.waiting += self.running.map(\.request).reversed()
        self.running = []
        return references
    }

    private mutating func end(
        _ outcome: LookUpOutcome,
        where isMeant: (LookUp.Request) -> Bool
    ) -> LookUp.Step {
        var step = self.each { isMeant($0.request) ? $0.ending(outcome) : LookUp.Step() }
        for request in self.waiting where isMeant(request) {
            step.events.append(.lookUpEnded(token: request.token, outcome))
        }
        self.waiting.removeAll(where: isMeant)
        return step
    }

    private mutating func each(_ body: (inout LookUp) -> LookUp.Step) -> LookUp.Step {
        var all = LookUp.Step()
        var remaining: [LookUp] = []
        for var lookUp in self.running {
            let step = body(&lookUp)
            all.events += step.events
            all.close += step.close
            if step.outcome == nil { remaining.append(lookUp) }
        }
        self.running = remaining
        return all
    }

    private mutating func settle(_ index: Int, _ step: LookUp.Step) -> LookUp.Step {
        if step.outcome != nil { self.running.remove(at: index) }
        return step
    }
}
