/// One instance being looked up on one interface: first its host, then the host's addresses.
///
/// Pure. The resolve's reference is freed as soon as it answered, so at most two are held.
struct LookUp: Equatable, Sendable {
    /// What is asked for.
    struct Request: Equatable, Sendable {
        let token: UInt64
        let label: String
        let interface: UInt32
    }

    /// What to do after an event.
    struct Step: Equatable, Sendable {
        var events: [DiscoveryEvent] = []
        var close: [ReferenceID] = []
        /// Set when the look-up is over.
        var outcome: LookUpOutcome?
    }

    /// 5 s: Avahi's own patience with an instance that is gone.
    static let resolvePatience: Duration = .seconds(5)
    /// 3 s: mDNS asks again after 1 s and 2 s; who is silent then is not there.
    static let addressPatience: Duration = .seconds(3)
    /// 200 ms: the other family's answer comes in the same packet or the next.
    static let otherFamilyPatience: Duration = .milliseconds(200)
    /// 50 ms: once both families answered, further addresses are in the same packet.
    static let furtherAddressPatience: Duration = .milliseconds(50)
    /// 16: more addresses of one interface than anybody dials.
    static let addressesMaximum = 16

    private enum Phase: Equatable, Sendable {
        /// Leaves to `gathering` when the instance answered.
        case resolving(until: Duration)
        /// Ends when the patience does.
        case gathering(host: String, port: UInt16, until: Duration)
    }

    let request: Request
    private let type: ServiceType
    private var phase: Phase
    private var unopened: [ServiceQuery]
    private var held: [ReferenceID: ServiceQuery] = [:]
    private var addresses: Set<ServiceAddress> = []
    private var answeredFamilies: Set<AddressFamily> = []

    init(_ request: Request, type: ServiceType, at now: Duration) {
        self.request = request
        self.type = type
        self.phase = .resolving(until: now + Self.resolvePatience)
        self.unopened = [
            .resolve(label: request.label, type: type, interface: request.interface)
        ]
    }

    /// When `timePassed(at:)` is next due.
    var deadline: Duration {
        switch self.phase {
        case .resolving(let until): until
        case .gathering(_, _, let until): until
        }
    }

    /// All references that it holds.
    var references: [ReferenceID] { self.held.keys.sorted() }

    /// The next question to open under `id`, if one is due.
    mutating func nextQuery(as id: ReferenceID) -> ServiceQuery? {
        guard !self.unopened.isEmpty else { return nil }
        let query = self.unopened.removeFirst()
        self.held[id] = query
        return query
    }

    func holds(_ id: ReferenceID) -> Bool { self.held[id] != nil }

    // MARK: Avahi answered

    mutating func resolved(
        _ id: ReferenceID,
        host: String,
        port: UInt16,
        text: TextRecord,
        at now: Duration
    ) -> Step {
        guard case .resolving = self.phase else { return Step() }  // it fires again on a TXT change
        guard port != 0, Self.isLocal(host) else {
            return self.ending(.failed(.unusableHost(host)))
        }
        self.held[id] = nil
        self.phase = .gathering(host: host, port: port, until: now + Self.addressPatience)
        let interface = self.request.interface
        self.unopened = [
            .addresses(host: host, family: .v4, interface: interface),
            .addresses(host: host, family: .v6, interface: interface),
        ]
        return Step(
            events: [
                .resolved(
                    token: self.request.token,
                    host: host,
                    port: port,
                    text: text,
                    interface: interface
                )
            ],
            close: [id]
        )
    }

    mutating func address(_ bytes: [UInt8], from id: ReferenceID, at now: Duration) -> Step {
        guard case .gathering(let host, let port, let until) = self.phase,
            case .addresses(_, let family, _) = self.held[id],
            bytes.count == (family == .v4 ? 4 : 16),
            let address = ServiceAddress(
                record: bytes,
                seenOn: self.request.interface,
                port: port
            )
        else { return Step() }
        guard self.addresses.count < Self.addressesMaximum,
            self.addresses.insert(address).inserted
        else { return Step() }
        self.answeredFamilies.insert(family)
        let patience =
            self.answeredFamilies.count == 2
            ? Self.furtherAddressPatience : Self.otherFamilyPatience
        self.phase = .gathering(
            host: host,
            port: port,
            until: self.addresses.count == 1 ? now + patience : min(until, now + patience)
        )
        return Step(events: [
            .address(
                token: self.request.token,
                address,
                interface: self.request.interface
            )
        ])
    }

    /// A question died, or was never opened (`isOpen` is false then).
    mutating func failed(_ id: ReferenceID, _ code: ServiceErrorCode, isOpen: Bool) -> Step {
        let closing = isOpen ? [id] : []
        self.held[id] = nil
        switch self.phase {
        case .resolving:
            let failure: LookUpFailure =
                switch code {
                case .unknown: .unresolved
                case .tooManyConnections: .unavailable(.tooManyConnections)
                case .nameConflict, .other: .refused(code: code.number)
                }
            return self.ending(.failed(failure), also: closing)
        case .gathering(let host, _, _):
            guard self.held.isEmpty, self.unopened.isEmpty else { return Step(close: closing) }
            let outcome: LookUpOutcome =
                self.addresses.isEmpty ? .failed(.noAddress(host: host)) : .done
            return self.ending(outcome, also: closing)
        }
    }

    // MARK: Time passed, or nobody wants it any more

    mutating func timePassed(at now: Duration) -> Step {
        guard now >= self.deadline else { return Step() }
        switch self.phase {
        case .resolving:
            return self.ending(.failed(.unresolved))
        case .gathering(let host, _, _):
            return self.ending(self.addresses.isEmpty ? .failed(.noAddress(host: host)) : .done)
        }
    }

    mutating func ending(_ outcome: LookUpOutcome, also closing: [ReferenceID] = []) -> Step {
        let close = closing + self.references
        self.held = [:]
        self.unopened = []
        return Step(
            events: [.lookUpEnded(token: self.request.token, outcome)],
            close: close,
            outcome: outcome
        )
    }

    /// Asking for another domain would send a stranger's name to the world's name servers.
    private static func isLocal(_ host: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        return host.utf8.count <= 253 && host.lowercased().hasSuffix(".local")
    }
}
