import Activities
import Determinism
import Discovery
import Links
import Peers
import SessionEngine

// Machines: starting, freezing, dying, moving.
extension SimulatedLAN {
    mutating func addDaemon(_ index: Int) {
        let isClone = self.configuration.clones.contains(index)
        let own = Self.id(self.generator.bytes(PeerID.byteCount))
        let peer = isClone ? self.daemons[0].peer : own
        self.daemons.append(
            SimulatedDaemon(
                index: index,
                peer: peer,
                address: Self.address(index, 0),
                port: 7_433
            )
        )
        self.engines.append(self.makeEngine(index, peer, port: 7_433))
    }

    static func id(_ bytes: [UInt8]) -> PeerID {
        guard let peer = PeerID(bytes) else { preconditionFailure("An id has 32 bytes.") }
        return peer
    }

    static func address(_ index: Int, _ move: UInt32) -> IPAddress {
        .v4(0x0A4D_0000 + (move << 8) + UInt32(index) + 1)
    }

    private mutating func makeEngine(_ index: Int, _ peer: PeerID, port: UInt16) -> Engine {
        guard let instance = InstanceID(self.generator.bytes(InstanceID.byteCount)),
            let fallback = try? DisplayName("peer")  // tidy-ok: a constant.
        else { preconditionFailure("An instance has 16 bytes.") }
        let local = LocalPeer(
            peer: peer,
            instance: instance,
            name: DisplayName(nearest: "peer \(index)", otherwise: fallback),
            port: port,
            activities: ActivityKind.allCases,
            startedAt: WallTime(milliseconds: 1_795_000_000_000)
        )
        return Engine(
            local: local,
            isVisible: true,
            blocked: [],
            hasMetSomebody: false,
            seed: self.generator.next(),
            ride: self.rideSetup()
        )
    }

    /// Starts the daemon of a machine, if it is down.
    mutating func start(_ index: Int) {
        guard self.daemons[index].isDown else { return }
        if self.daemons[index].run > 0, !self.isQuiet,
            self.tally.strikes(.movedPort, &self.generator)
        {
            self.daemons[index].formerEndpoint = self.daemons[index].endpoint
            self.daemons[index].port = UInt16(40_000 + self.generator.within(0...9_999))
        }
        let port = self.daemons[index].port
        self.engines[index] = self.makeEngine(index, self.daemons[index].peer, port: port)
        self.daemons[index].condition = .running
        self.daemons[index].run += 1
        self.daemons[index].startedAt = self.now
        self.daemons[index].armedAt = nil
        self.daemons[index].connections = [:]
        self.daemons[index].dials = [:]
        self.daemons[index].lookUps = []
        self.daemons[index].postponed = []
        self.daemons[index].heard = []
        self.daemons[index].isStopping = false
        self.tamperings[index] = Tampering(
            self.configuration.planted,
            at: self.daemons[index].peer
        )
        self.roster.started(index)
        self.rides.started(index)
        self.handle(.discoveryAvailable, by: index)
        self.advertise(index)
        self.browse(index)
        self.checkRides { $0.note(index, on: $1) }
        self.arm(index)
    }

    /// Ends a daemon's process, and with the power the machine.
    mutating func exit(_ index: Int, hasPower: Bool) {
        guard !self.daemons[index].isDown else { return }
        for id in self.daemons[index].connections.keys.sorted() {
            guard let connection = self.daemons[index].connections[id],
                let side = self.side(of: id, at: index, in: connection)
            else { continue }
            if hasPower {
                let ending = self.generator.happens(perMille: 500) ? Parcel.Ending.end : .reset
                self.transmit(Parcel(bytes: [], ending: ending), connection, from: side)
            }
            self.connections[connection][side].isOpen = false
        }
        self.daemons[index].connections = [:]
        self.daemons[index].condition = .down(isPowered: hasPower)
        if self.daemons[index].label != nil { self.abandonAdvert(index) }
        if !hasPower || self.daemons[index].isStopping { self.roster.isGone(index) }
    }

    /// Stops giving a daemon time.
    public mutating func freeze(_ index: Int, for duration: Duration) {
        guard self.daemons[index].isRunning else { return }
        self.daemons[index].condition = .frozen(since: self.now)
        self.queue.add(.thaw(index), at: self.after(duration))
    }

    mutating func thaw(_ index: Int) {
        guard case .frozen(let since) = self.daemons[index].condition else { return }
        self.daemons[index].condition = .running
        self.roster.thawed(index, after: self.now - since, at: self.now)
        // libuv runs timers before it polls; an event may yet be first, as from a worker.
        if self.generator.happens(perMille: 700) {
            self.daemons[index].armedAt = self.now
            self.timerFired(index, run: self.daemons[index].run)
        }
        self.catchUp(index)
        self.daemons[index].armedAt = nil
        self.arm(index)
    }

    /// Kills a daemon's process; the kernel closes its connections.
    public mutating func kill(_ index: Int) { self.exit(index, hasPower: true) }

    /// Takes the power from a machine.
    public mutating func cutPower(of index: Int) { self.exit(index, hasPower: false) }

    /// Asks a daemon to stop, as SIGTERM does.
    public mutating func stop(_ index: Int) {
        self.daemons[index].isStopping = true
        self.handle(.stopRequested, by: index)
    }

    /// Starts a daemon that is down, after a while.
    public mutating func start(_ index: Int, in duration: Duration) {
        self.queue.add(.start(index), at: self.after(duration))
    }

    /// Gives a machine another address: what it had does not lead anywhere any more.
    public mutating func move(_ index: Int) {
        self.daemons[index].formerEndpoint = self.daemons[index].endpoint
        let move = UInt32(self.generator.within(1...200))
        self.daemons[index].address = Self.address(index, move)
        for id in self.daemons[index].connections.keys.sorted() {
            guard let connection = self.daemons[index].connections[id] else { continue }
            self.connections[connection][.dialler].isSilent = true
            self.connections[connection][.acceptor].isSilent = true
        }
        self.handle(.networkChanged, by: index)
    }
}
