import Determinism
public import Discovery
public import EventLoop
import LinkIO
public import Links
public import Peers
public import SessionEngine
public import TLS

/// The daemon's end of all links: listens, dials, and carries bytes for the engine.
///
/// Loop-confined. It decides nothing but who may try to open a link, and that by `AdmissionGate`.
public final class LinkPort {
    /// The port that is tried first: RIDE on a telephone's keys.
    public static let defaultPort: UInt16 = 7433

    private let loop: Loop
    private let context: TLSContext
    private let started: Duration
    private let raise: (SessionEvent) -> Void
    private var listener: StreamListener?
    private var gate = AdmissionGate()
    private var lastNumber: UInt64 = 0
    /// Every connection by its number, which is its link's id once it is one.
    private var held: [UInt64: Held] = [:]
    private var dials: [DialID: UInt64] = [:]

    /// What a connection is at the moment.
    private enum Role {
        case dialling(DialID)
        case accepting
        case linked
    }

    private struct Held {
        let transport: LinkTransport
        var role: Role
    }

    /// Neither listens nor dials yet.
    ///
    /// - Parameters:
    ///   - loop: where everything happens.
    ///   - context: this daemon's identity.
    ///   - started: the loop's time that is `Moment.zero` to the engine.
    ///   - raise: called on the loop, never while one of this object's methods runs.
    public init(
        on loop: Loop,
        context: TLSContext,
        started: Duration,
        raise: @escaping (SessionEvent) -> Void
    ) {
        self.loop = loop
        self.context = context
        self.started = started
        self.raise = raise
    }

    /// Listens on every address; without a port the default one, or the kernel's choice if taken.
    ///
    /// Returns the port.
    public func listen(on port: UInt16?) throws(LoopError) -> UInt16 {
        if let port { return try self.open(port) }
        do throws(LoopError) {
            return try self.open(Self.defaultPort)
        } catch {
            return try self.open(0)
        }
    }

    private func open(_ port: UInt16) throws(LoopError) -> UInt16 {
        let listener = try StreamListener(on: self.loop, at: .everywhere(port: port)) {
            [unowned self] stream in self.accepted(stream)
        }
        self.listener = listener
        return listener.port
    }

    // MARK: What the engine asks for

    public func dial(_ dial: DialID, _ endpoint: Endpoint) {
        guard let address = endpoint.socketAddress else {
            self.later(.dialFailed(dial, "\(endpoint) is no address"))
            return
        }
        let number = self.nextNumber()
        let transport = LinkTransport.dial(
            to: address,
            on: self.loop,
            context: self.context,
            holdingAfter: FrameKind.hello.rawValue,
            timeout: DialLimits.timeout
        ) { [unowned self] _, event in self.happened(number, event) }
        self.held[number] = Held(transport: transport, role: .dialling(dial))
        self.dials[dial] = number
    }

    public func cancelDial(_ dial: DialID) {
        guard let number = self.dials.removeValue(forKey: dial) else { return }
        self.held.removeValue(forKey: number)?.transport.abort()
    }

    /// The peer has shown who it is: its connection no longer counts as one that opens.
    public func openFrames(_ link: LinkID) {
        self.gate.authenticated(link.number)
        self.held[link.number]?.transport.openFrames()
    }

    public func write(_ link: LinkID, _ bytes: [UInt8], isLast: Bool) {
        guard let transport = self.held[link.number]?.transport else { return }
        if !bytes.isEmpty { transport.write(bytes) }
        if isLast { transport.finish() }
    }

    public func abort(_ link: LinkID) {
        self.held.removeValue(forKey: link.number)?.transport.abort()
        self.gate.closed(link.number)
    }

    /// Listens no longer, and cuts what is left.
    public func stop() {
        self.listener?.close()
        self.listener = nil
        for held in self.held.values { held.transport.abort() }
        self.held = [:]
        self.dials = [:]
    }

    // MARK: What happens to connections

    private func nextNumber() -> UInt64 {
        self.lastNumber += 1
        return self.lastNumber
    }

    private var now: Moment { Moment(sinceStart: self.loop.now - self.started) }

    private func accepted(_ stream: Stream) {
        let number = self.nextNumber()
        let source = stream.remoteAddress.flatMap { Endpoint($0) }?.address.bytes ?? []
        switch self.gate.admit(source: source, id: number, at: self.now) {
        case .refuse:
            stream.abort()
            return
        case .admit(let evicted):
            if let evicted { self.evict(evicted) }
        }
        let transport = LinkTransport(
            accepted: stream,
            on: self.loop,
            context: self.context,
            holdingAfter: FrameKind.hello.rawValue,
            timeout: LinkLimits.opening
        ) { [unowned self] _, event in self.happened(number, event) }
        self.held[number] = Held(transport: transport, role: .accepting)
    }

    /// The oldest connection that has not shown who it is gives way.
    private func evict(_ number: UInt64) {
        self.gate.closed(number)
        guard let held = self.held.removeValue(forKey: number) else { return }
        held.transport.abort()
        if case .linked = held.role {
            self.later(.linkClosed(LinkID(number), detail: "it gave way to newer ones"))
        }
    }

    private func happened(_ number: UInt64, _ event: LinkTransportEvent) {
        guard let held = self.held[number] else { return }  // Aborted in this very callback.
        switch event {
        case .established(let digest):
            self.adopt(held, number, digest)
        case .frames(let frames):
            self.raise(.framesReceived(LinkID(number), frames))
        case .malformed(let what):
            self.raise(.framesMalformed(LinkID(number), "\(what)"))
        case .written:
            self.raise(.written(LinkID(number)))
        case .closed(let close):
            self.closed(held, number, close)
        }
    }

    /// TLS is done: from here on it is a link.
    private func adopt(_ held: Held, _ number: UInt64, _ digest: [UInt8]) {
        var dial: DialID?
        if case .dialling(let id) = held.role {
            dial = id
            self.dials[id] = nil
        }
        guard let peer = PeerID(digest),
            let remote = held.transport.remote.flatMap({ Endpoint($0) })
        else {
            self.abort(LinkID(number))
            if let dial { self.raise(.dialFailed(dial, "the connection is gone")) }
            return
        }
        self.held[number]?.role = .linked
        self.raise(
            .linkEstablished(
                EstablishedLink(
                    id: LinkID(number),
                    dial: dial,
                    peer: peer,
                    remote: remote,
                    openedAt: Moment(sinceStart: held.transport.openedAt - self.started)
                )
            )
        )
    }

    private func closed(_ held: Held, _ number: UInt64, _ close: LinkClose) {
        self.held[number] = nil
        self.gate.closed(number)
        switch held.role {
        case .dialling(let dial):
            self.dials[dial] = nil
            self.raise(.dialFailed(dial, "\(close)".clause))
        case .accepting:
            break
        case .linked:
            self.raise(.linkClosed(LinkID(number), detail: "\(close)".clause))
        }
    }

    private func later(_ event: SessionEvent) {
        let raise = self.raise
        self.loop.later { raise(event) }
    }
}
