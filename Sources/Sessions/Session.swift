public import Activities
public import Determinism
import Discovery
public import EventLoop
import Links
public import Peering
public import SessionEngine
public import TLS

/// Drives the engine: one inbox, one drain, effects carried out after each event.
///
/// It lives on the loop. Callbacks append to the inbox and nothing else; what they raised is
/// handled before the loop waits again, at most 256 events at a time, so nothing is ever entered
/// halfway and nobody is kept waiting by a flood.
public actor Session {
    /// Events handled before the loop gets a turn.
    private static let drainMaximum = 256
    /// Frames that may wait in the inbox: half a megabyte of the smallest.
    private static let inboxFramesMaximum = 4_096

    private nonisolated let loop: Loop
    private let started: Duration
    private let observer: any SessionObserver
    private let isTracing: Bool
    private var engine: Engine
    private var inbox: [SessionEvent] = []
    private var inboxFrames = 0
    private var isDraining = false
    private var links: LinkPort?
    private var adverts: AdvertPort?
    private var timer: LoopTimer?
    private var armedFor: Moment?
    private var lastToken: UInt64 = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe self.loop.asUnownedSerialExecutor()
    }

    /// Makes a session that does nothing until `start`.
    ///
    /// Must be made, started and used on the loop.
    ///
    /// - Parameters:
    ///   - loop: where it lives.
    ///   - engine: its brain.
    ///   - started: the loop's time that is `Moment.zero` to the engine.
    ///   - observer: hears what people want known.
    ///   - isTracing: whether the observer hears of every step too.
    public init(
        on loop: Loop,
        engine: Engine,
        started: Duration,
        observer: any SessionObserver,
        isTracing: Bool
    ) {
        self.isTracing = isTracing
        self.loop = loop
        self.engine = engine
        self.started = started
        self.observer = observer
    }

    /// Listens for links; without a port on the default one, or another if that is taken.
    ///
    /// Returns the port.
    public func listen(on port: UInt16?, context: TLSContext) throws(LoopError) -> UInt16 {
        let links = LinkPort(on: self.loop, context: context, started: self.started) {
            [unowned self] event in self.assumeIsolated { $0.receive(event) }
        }
        let port = try links.listen(on: port)
        self.links = links
        self.engine.listens(on: port)
        return port
    }

    /// Begins: advertises if it is to be visible, and browses.
    ///
    /// - Parameter choice: the interfaces for DNS-SD; `nil` for none at all.
    public func start(discoveringOn choice: InterfaceChoice?) {
        if let choice {
            self.adverts = AdvertPort(on: self.loop, choice: choice) { [unowned self] event in
                self.assumeIsolated { $0.receive(event) }
            }
        }
        self.timer = LoopTimer(on: self.loop) { [unowned self] in
            self.assumeIsolated { $0.timerFired() }
        }
        self.loop.setPrepareHook { [unowned self] in self.assumeIsolated { $0.drain() } }
        if choice == nil { self.receive(.discoveryUnavailable("it is switched off")) }
        if self.engine.isVisible {
            self.adverts?.advertise(Advertisement(local: self.engine.local))
        }
        self.armTimer()
    }

    // MARK: In

    /// Something happened; it is handled before the loop waits again.
    ///
    /// Frames are handled sooner where they come in bulk: one turn of the loop can read megabytes,
    /// and small frames take ten times their bytes in memory.
    public func receive(_ event: SessionEvent) {
        self.inbox.append(event)
        self.inboxFrames += event.frameCount
        if self.inboxFrames > Self.inboxFramesMaximum, !self.isDraining { self.drain() }
    }

    /// Somebody asked for something; the observer hears the answer under the token.
    @discardableResult
    public func command(_ command: SessionCommand) -> CommandToken {
        self.lastToken += 1
        let token = CommandToken(self.lastToken)
        self.receive(.commanded(command, token))
        return token
    }

    /// The network has changed: what failed before may work now.
    public func networkChanged() {
        self.adverts?.networkChanged()
        self.links?.networkChanged()
        self.receive(.networkChanged)
    }

    /// Ends at once, without goodbyes: for a daemon that could not start.
    public func abandon() {
        self.stopPorts()
    }

    /// The engine as it is now, to be read.
    public var view: Engine { self.engine }

    /// The moment that the loop's clock shows.
    public var now: Moment { Moment(sinceStart: self.loop.now - self.started) }

    private func timerFired() {
        self.armedFor = nil
        self.receive(.timerFired)
    }

    // MARK: The drain

    private func drain() {
        guard !self.inbox.isEmpty, !self.isDraining else { return }
        self.isDraining = true
        defer { self.isDraining = false }
        let events = self.inbox.prefix(Self.drainMaximum)
        if events.count == self.inbox.count {
            self.inbox.removeAll(keepingCapacity: true)
        } else {
            self.inbox.removeFirst(events.count)
        }
        self.inboxFrames = self.inbox.reduce(0) { $0 + $1.frameCount }
        for event in events {
            if self.isTracing, let line = event.trace { self.observer.traced(line) }
            for effect in self.engine.handle(event, at: self.now) {
                if self.isTracing, let line = effect.trace { self.observer.traced(line) }
                self.carryOut(effect)
            }
        }
        self.armTimer()
        // What is left, or was raised meanwhile, must not wait for something else to happen.
        if !self.inbox.isEmpty { self.loop.later {} }
    }

    private func armTimer() {
        guard let deadline = self.engine.nextDeadline else {
            self.timer?.cancel()
            self.armedFor = nil
            return
        }
        guard deadline != self.armedFor else { return }
        self.armedFor = deadline
        self.timer?.arm(after: max(.zero, deadline - self.now))
    }

    // MARK: Out

    private func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .advertise(let advert): self.adverts?.advertise(advert)
        case .withdrawAdvert: self.adverts?.withdraw()
        case .lookUp(let token, let advert): self.adverts?.lookUp(token, advert)
        case .cancelLookUp(let token): self.adverts?.cancelLookUp(token)
        case .dial(let dial, let endpoint): self.links?.dial(dial, endpoint)
        case .cancelDial(let dial): self.links?.cancelDial(dial)
        case .openFrames(let link): self.links?.openFrames(link)
        case .write(let link, let bytes, let isLast):
            self.links?.write(link, bytes, isLast: isLast)
        case .abort(let link): self.links?.abort(link)
        case .reply(let token, let reply): self.observer.answered(token, reply)
        case .tell(let notice): self.observer.told(notice, by: self.engine, at: self.now)
        case .rememberBlocked(let peers): self.observer.keep(.blocked(peers))
        case .rememberName(let name): self.observer.keep(.name(name))
        case .rememberRide(let settings): self.observer.keep(.ride(settings))
        case .rememberMet: self.observer.keep(.hasMet)
        case .stopped: self.stopped()
        }
    }

    private func stopPorts() {
        self.timer?.close()
        self.links?.stop()
        self.adverts?.stop()
    }

    private func stopped() {
        self.stopPorts()
        self.observer.sessionStopped()
    }
}

extension SessionEvent {
    /// How many frames it brings.
    fileprivate var frameCount: Int {
        if case .framesReceived(_, let frames) = self { frames.count } else { 0 }
    }
}
