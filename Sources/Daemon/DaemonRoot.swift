public import Activities
import Control
import Cycling
import Dashboard
public import Determinism
import EventLoop
import Peering
import Peers
import Platform
public import SessionEngine
public import Sessions
import Synchronization
import TLS

/// The composition root: builds everything once, and takes it down in order.
public actor DaemonRoot: SessionObserver {
    nonisolated let loop: Loop
    private nonisolated let failure = Mutex<DaemonFailure?>(nil)
    let options: DaemonOptions
    private let startedAt: Duration
    private let startedOn = WallTime(milliseconds: Surroundings.wallMilliseconds)
    var log: Log?
    private var state: StateFolder?
    var session: Session?
    private var bridge: ControlBridge?
    var signals: [SignalWatch] = []
    var network: InterfaceWatch?
    /// Hosts that `--connect` names and that have no address yet.
    var unreached: [Destination] = []
    private var isStopping = false

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe self.loop.asUnownedSerialExecutor()
    }

    private init(on loop: Loop, options: DaemonOptions) {
        self.loop = loop
        self.options = options
        self.startedAt = loop.now
    }

    /// Runs a daemon on the calling thread until it is told to stop.
    ///
    /// Throws when it could not start.
    public static func run(_ options: DaemonOptions) throws(DaemonFailure) {
        let loop: Loop
        do throws(LoopError) {
            loop = try Loop()
        } catch {
            throw DaemonFailure(sentence: "\(error)", exitStatus: 70)
        }
        let root = DaemonRoot(on: loop, options: options)
        loop.post { root.assumeIsolated { $0.start() } }
        loop.run()
        if let failure = root.failure.withLock({ $0 }) { throw failure }
    }

    // MARK: Start

    private func start() {
        do {
            try self.build()
        } catch {
            self.failure.withLock { $0 = DaemonFailure(sentence: "\(error)", exitStatus: 1) }
            self.session?.assumeIsolated { $0.abandon() }
            self.loop.stop()
        }
    }

    private func build() throws {
        self.log = Log(on: self.loop, level: self.options.logLevel, format: self.options.logFormat)
        let folder = try StateFolder.open(try self.options.state ?? StateFolder.defaultPath())
        let (identity, isNew) = try folder.identity()
        let socket = try ControlSocketPath.resolve(option: self.options.socket)
        let local = try self.local(identity, folder)
        let hasMet = try folder.hasMet()
        let (route, routeNote) = try RideStart.route(
            file: self.options.route,
            anchor: self.options.anchor
        )
        let engine = Engine(
            local: local,
            isVisible: !self.options.isHidden && self.options.discovery != .off,
            blocked: try folder.blocked(),
            hasMetSomebody: hasMet,
            seed: Self.seed(),
            ride: try self.rideSetup(route, try folder.ride(), hasMet: hasMet)
        )
        let session = Session(
            on: self.loop,
            engine: engine,
            started: self.startedAt,
            observer: self,
            isTracing: self.options.logLevel == .debug
        )
        self.session = session
        let context = try TLSContext(identity: identity, applicationProtocols: ["paceline/1"])
        let wanted = self.options.port
        let port = try session.assumeIsolated { try $0.listen(on: wanted, context: context) }
        let satellites = SatelliteDesk(on: self.loop, session: session)
        if let place = self.options.gpsd { satellites.choose(place) }
        let ride = RideDesk(routeNote: routeNote, satellites: satellites)
        try self.openControl(session, identity, local, folder, ride: ride, socket: socket)
        self.state = consume folder
        try self.watchSignals()
        self.open(session)
        self.announce(
            local,
            port: port,
            socket: socket,
            isNew: isNew,
            sentence: engine.visibilitySentence
        )
    }

    private func rideSetup(
        _ route: RideRoute,
        _ settings: RideSettings,
        hasMet: Bool
    ) throws -> RideSetup {
        try RideSetup(
            route: route,
            seed: Self.seed(),
            // What is asked for at the start holds for this run, and is kept by nobody.
            simulants: self.options.simulants ?? settings.simulants
                ?? (hasMet ? 0 : RideStart.simulantsAlone),
            settings: settings
        )
    }

    /// Eight bytes of the system's generator; they decide jitter and simulants only.
    private static func seed() -> UInt64 {
        Randomness.bytes(8).reduce(0) { ($0 << 8) | UInt64($1) }
    }

    private func local(
        _ identity: TLSIdentity,
        _ folder: borrowing StateFolder
    ) throws -> LocalPeer {
        guard let peer = PeerID(identity.keyDigest),
            let instance = InstanceID(Randomness.bytes(InstanceID.byteCount))
        else { preconditionFailure("a digest of \(identity.keyDigest.count) bytes") }
        if let given = self.options.name { try folder.keep(name: given) }
        let fallback = try DisplayName("peer \(peer.short)")
        let name =
            try self.options.name ?? folder.name()
            ?? DisplayName(nearest: Surroundings.hostName, otherwise: fallback)
        return LocalPeer(
            peer: peer,
            instance: instance,
            name: name,
            port: 0,
            activities: ActivityKind.allCases,
            startedAt: self.startedOn
        )
    }

    private func openControl(
        _ session: Session,
        _ identity: TLSIdentity,
        _ local: LocalPeer,
        _ folder: borrowing StateFolder,
        ride: RideDesk,
        socket: String
    ) throws {
        let path = folder.identityPath
        let desk = IdentityDesk(identity: identity, peer: local.peer, path: path) {
            [unowned self] identity in
            try self.assumeIsolated { try $0.replaceIdentity(by: identity) }
        }
        let facts = DaemonFacts(socket: socket, state: folder.path, startedAt: self.startedOn)
        let bridge = ControlBridge(
            on: self.loop,
            session: session,
            facts: facts,
            identities: desk,
            ride: ride
        ) {
            WallTime(milliseconds: Surroundings.wallMilliseconds)
        }
        try bridge.open(group: self.options.socketGroup)
        self.bridge = bridge
        try self.openPage(of: bridge)
    }

    /// Nobody has asked for a page at the default port; without one the daemon is of use, too.
    private func openPage(of bridge: ControlBridge) throws(LoopError) {
        guard let place = self.options.page else { return }
        do throws(LoopError) {
            try bridge.openPage(at: place, tiles: self.options.tiles)
        } catch {
            guard place == .standard else { throw error }
            self.log?(.warning, "No web page is served: \(error)")
        }
    }

    private func replaceIdentity(by identity: TLSIdentity?) throws -> String {
        guard let kept = try self.state?.replaceIdentity(by: identity) else {
            preconditionFailure("the state folder is not open yet")
        }
        return kept
    }

    private func open(_ session: Session) {
        let names = self.options.interfaces
        self.warnOfMissing(names)
        let choice: InterfaceChoice? =
            self.options.discovery == .off ? nil : names.isEmpty ? .physical : .named(names)
        session.assumeIsolated { $0.start(discoveringOn: choice) }
        if self.options.gpsd != nil {
            session.assumeIsolated { _ = $0.command(.ride(.satellites)) }
        }
        self.unreached = self.options.connect
        self.reachDestinations()
    }

    private func announce(
        _ local: LocalPeer,
        port: UInt16,
        socket: String,
        isNew: Bool,
        sentence: String
    ) {
        if isNew { self.log?(.notice, "This is the first start: an identity was made.") }
        self.log?(
            .notice,
            sentence,
            [
                ("name", local.name.text), ("id", local.peer.short),
                ("port", "\(port)"), ("socket", socket),
                ("web", self.bridge?.pageAddress ?? "off"),
            ]
        )
        ServiceNotice.send("READY=1\nSTATUS=\(sentence)")
    }

    // MARK: While it runs

    func networkChanged() {
        self.log?(.debug, "The network has changed.")
        self.session?.assumeIsolated { $0.networkChanged() }
        self.reachDestinations()
    }

    public nonisolated func told(_ notice: SessionNotice, by engine: Engine, at now: Moment) {
        self.assumeIsolated { root in
            root.log?(notice.logLevel, notice.sentence, notice.logFields)
            root.bridge?.told(notice, by: engine)
        }
    }

    public nonisolated func traced(_ line: String) {
        self.assumeIsolated { $0.log?(.debug, line) }
    }

    public nonisolated func answered(_ token: CommandToken, _ reply: SessionReply) {
        self.assumeIsolated { $0.bridge?.answered(token, reply) }
    }

    public nonisolated func keep(_ memory: SessionMemory) {
        self.assumeIsolated { root in
            do {
                switch memory {
                case .blocked(let peers): try root.state?.keep(blocked: peers)
                case .name(let name): try root.state?.keep(name: name)
                case .ride(let settings): try root.state?.keep(ride: settings)
                case .hasMet: try root.state?.keepHasMet()
                }
            } catch {
                root.log?(.error, "The state folder can't be written: \(error)")
            }
        }
    }

    // MARK: The end

    func stop() {
        guard !self.isStopping else { return }  // A second signal changes nothing: 1.5 s at most.
        self.isStopping = true
        self.log?(.notice, "Stopping: goodbyes first.")
        ServiceNotice.send("STOPPING=1")
        self.session?.assumeIsolated { $0.receive(.stopRequested) }
    }

    public nonisolated func sessionStopped() {
        self.assumeIsolated { root in
            root.bridge?.close()
            root.network?.close()
            for signal in root.signals { signal.close() }
            root.log?.close()
            root.loop.stop()
        }
    }
}
