/// The advert as it stands on each interface that it is wanted on.
///
/// Pure. It always asks for the label that was wanted, whatever Avahi made of it before.
struct Registration: Equatable, Sendable {
    /// 5 s: five times what probing and announcing take; Avahi can forget to call back.
    static let patience: Duration = .seconds(5)

    private enum State: Equatable, Sendable {
        /// Leaves to `pending` when it is asked for, at this moment or later.
        case absent(notBefore: Duration)
        /// Leaves to `standing` when Avahi confirms, to `absent` when it doesn't in time.
        case pending(ReferenceID, until: Duration)
        /// Leaves to `absent` when the question dies.
        case standing(ReferenceID, label: String)
    }

    private struct Seat: Equatable, Sendable {
        let interface: UInt32
        var state: State
        var schedule = RetrySchedule()
        /// Whether it stood or failed since the start.
        var isSettled = false
    }

    private(set) var advert: ServiceAdvert
    private var seats: [Seat]
    private var toldLabel: String?

    init(_ advert: ServiceAdvert, at now: Duration) {
        self.advert = advert
        let interfaces = advert.interfaces.isEmpty ? [0] : advert.interfaces
        self.seats = interfaces.map { Seat(interface: $0, state: .absent(notBefore: now)) }
    }

    /// How many references it needs.
    var seatCount: Int { self.seats.count }

    /// Whether each interface has told its fortune, good or bad.
    var isSettled: Bool { self.seats.allSatisfy(\.isSettled) }

    private var isStanding: Bool {
        self.seats.allSatisfy { if case .standing = $0.state { true } else { false } }
    }

    var references: [ReferenceID] { self.seats.compactMap { Self.reference($0.state) } }

    /// When `timePassed`, or `nextQuery` if anything can be opened, is next due.
    func nextDeadline(canOpen: Bool) -> Duration? {
        self.seats.compactMap { seat in
            switch seat.state {
            case .absent(let notBefore): canOpen ? notBefore : nil
            case .pending(_, let until): until
            case .standing: nil
            }
        }.min()
    }

    /// The next question to open under `id`, if one is due.
    mutating func nextQuery(
        as id: ReferenceID,
        type: ServiceType,
        at now: Duration
    ) -> ServiceQuery? {
        for index in self.seats.indices {
            guard case .absent(let notBefore) = self.seats[index].state, notBefore <= now else {
                continue
            }
            self.seats[index].state = .pending(id, until: now + Self.patience)
            return .register(self.advert, type: type, interface: self.seats[index].interface)
        }
        return nil
    }

    func holds(_ id: ReferenceID) -> Bool { self.references.contains(id) }

    mutating func changeText(_ text: TextRecord) {
        self.advert.text = text
    }

    // MARK: Avahi answered

    /// The label to tell, unless it is told already.
    mutating func confirmed(_ id: ReferenceID, label: String) -> DiscoveryEvent? {
        guard let index = self.index(of: id) else { return nil }
        self.seats[index].state = .standing(id, label: label)
        self.seats[index].schedule.reset()
        self.seats[index].isSettled = true
        guard self.isStanding, self.toldLabel != label else { return nil }
        self.toldLabel = label
        return .registered(label: label)
    }

    mutating func failed(
        _ id: ReferenceID,
        _ code: ServiceErrorCode,
        random: UInt64,
        at now: Duration
    ) -> DiscoveryEvent? {
        let failure: RegistrationFailure =
            switch code {
            case .nameConflict: .labelTaken
            case .tooManyConnections: .tooManyConnections
            case .unknown, .other: .refused(code: code.number)
            }
        return self.fail(id, failure, random: random, at: now)
    }

    // MARK: Time passed

    /// The first reference whose confirmation is overdue, and what to tell.
    mutating func timePassed(
        random: UInt64,
        at now: Duration
    ) -> (close: ReferenceID, event: DiscoveryEvent)? {
        for seat in self.seats {
            guard case .pending(let id, let until) = seat.state, until <= now,
                let event = self.fail(id, .noAnswer, random: random, at: now)
            else { continue }
            return (id, event)
        }
        return nil
    }

    /// All references have been closed; ask for everything again, and tell the label again.
    mutating func restart(at now: Duration) {
        self.toldLabel = nil
        for index in self.seats.indices {
            self.seats[index].state = .absent(notBefore: now)
            self.seats[index].schedule.reset()
            self.seats[index].isSettled = false
        }
    }

    private mutating func fail(
        _ id: ReferenceID,
        _ failure: RegistrationFailure,
        random: UInt64,
        at now: Duration
    ) -> DiscoveryEvent? {
        guard let index = self.index(of: id) else { return nil }
        let delay = self.seats[index].schedule.next(random: random)
        self.seats[index].state = .absent(notBefore: now + delay)
        self.seats[index].isSettled = true
        self.toldLabel = nil
        return .registrationFailed(failure)
    }

    private func index(of id: ReferenceID) -> Int? {
        self.seats.firstIndex { Self.reference($0.state) == id }
    }

    private static func reference(_ state: State) -> ReferenceID? {
        switch state {
        case .absent: nil
        case .pending(let id, _), .standing(let id, _): id
        }
    }
}
