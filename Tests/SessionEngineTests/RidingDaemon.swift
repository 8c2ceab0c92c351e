import Activities
import Cycling
import Determinism
import GeodesyTesting
import Links
import Peers
import Routes
import SessionEngine
import Wire

/// A daemon that rides, with all that it has ever written to its peers.
struct RidingDaemon {
    private(set) var daemon: Daemon
    private(set) var notices: [SessionNotice] = []
    /// What was written on each link, in order.
    private var written: [UInt64: [LinkMessage]] = [:]
    private var sequences: [UInt64: UInt64] = [:]
    private var lastElection: UInt64 = 0

    /// Daemon 5, with so many simulants.
    init(simulants: Int = 0) throws {
        let corners = [place(0, 0), place(0, 0.00225), place(0.00225, 0.00225)]
        let route = try RideRoute(name: Daemon.name("round"), Route([corners], isClosed: true))
        self.daemon = Daemon(5, ride: try RideSetup(route: route, seed: 3, simulants: simulants))
    }

    var engine: Engine { self.daemon.engine }

    var ride: SharedRide {
        guard let ride = self.engine.ride else { preconditionFailure("It does not ride.") }
        return ride
    }

    // MARK: What happens

    /// A peer is joined on the link of its own number.
    mutating func join(_ byte: UInt8, activities: [UInt64] = [1, 2], name: String? = nil) {
        self.daemon.establish(byte, on: UInt64(byte))
        self.note()
        self.sequences[UInt64(byte)] = 0
        let hello = Daemon.hello(byte, name: name, activities: activities)
        self.says([.prove(Prove(proof: [])), .hello(hello)], byte)
    }

    /// A peer says something on its link.
    mutating func says(_ messages: [LinkMessage], _ byte: UInt8) {
        let link = UInt64(byte)
        let frames = messages.map { message in
            if message.kind.lane == .reliable { self.sequences[link, default: 0] += 1 }
            return Daemon.frame(message, sequence: self.sequences[link, default: 1])
        }
        self.take(.framesReceived(LinkID(link), frames))
    }

    /// A peer says something of the ride.
    mutating func says(_ message: RideMessage, _ byte: UInt8) {
        self.says([Self.activity(message.encoded, byte)], byte)
    }

    static func activity(_ body: [UInt8], _ byte: UInt8) -> LinkMessage {
        .activity(
            ActivityMessage(
                activity: 2,
                origin: Daemon.peer(byte),
                originSequence: 1,
                body: body
            )
        )
    }

    static func chunk(_ body: [UInt8], snapshot: UInt64 = 1) -> LinkMessage {
        .chunk(
            SnapshotChunk(
                activity: 2,
                snapshot: snapshot,
                version: 1,
                index: 0,
                isLast: true,
                bytes: body
            )
        )
    }

    static func state(_ key: UInt64, _ version: UInt64, _ body: [UInt8]) -> LinkMessage {
        .state(StateMessage(key: StateKey(activity: 2, key: key), version: version, body: body))
    }

    static func removal(_ key: UInt64, _ version: UInt64) -> LinkMessage {
        .removal(StateRemoval(key: StateKey(activity: 2, key: key), version: version))
    }

    mutating func take(_ event: SessionEvent) {
        self.daemon.take(event)
        self.note()
    }

    @discardableResult
    mutating func command(_ command: RideCommand) -> SessionReply? {
        defer { self.note() }
        return self.daemon.command(.ride(command))
    }

    mutating func rename(_ name: String) {
        _ = self.daemon.command(.rename(name, isForced: true))
        self.note()
    }

    /// Time passes, in which all peers are heard.
    mutating func wait(seconds: Int, hearing bytes: [UInt8]) {
        for _ in 0..<seconds {
            let end = self.daemon.now + .seconds(1)
            while let due = self.engine.nextDeadline, due <= end {
                self.daemon.now = max(self.daemon.now, due)
                self.take(.timerFired)
            }
            self.daemon.now = end
            for byte in bytes { self.says([.pong(0)], byte) }
        }
    }

    private mutating func note() {
        self.notices += self.daemon.notices
        for link in self.sequences.keys {
            self.written[link, default: []] += self.daemon.written(on: link)
        }
    }

    // MARK: What was written

    mutating func forget() {
        self.written = [:]
        self.notices = []
    }

    func messages(to byte: UInt8) -> [LinkMessage] { self.written[UInt64(byte)] ?? [] }

    /// Words for what was written of the ride: “state 0”, “removal 0”, “introduction”, “snapshot”.
    func said(to byte: UInt8) -> [String] {
        self.messages(to: byte).compactMap { message in
            switch message {
            case .state(let state): "state \(state.key.key)"
            case .removal(let removal): "removal \(removal.key.key)"
            case .activity(let message):
                message.activity == 2 ? Self.kind(message.body) : nil
            case .chunk(let chunk): chunk.activity == 2 ? "snapshot" : nil
            case .prove, .hello, .elect, .ping, .pong, .ack, .credit, .goodbye, .members,
                .profile:
                nil
            }
        }
    }

    private static func kind(_ body: [UInt8]) -> String? {
        guard let message = try? RideMessage.decode(body) else {  // tidy-ok: an engine's own.
            return nil
        }
        return "\(message.kind)"
    }

    func goodbyes(to byte: UInt8) -> [GoodbyeReason] {
        self.messages(to: byte).compactMap { message in
            if case .goodbye(let goodbye) = message { goodbye.reason } else { nil }
        }
    }

    /// What people were told of broken rules, and of the ride without its log.
    var violations: [String] {
        self.notices.compactMap { notice in
            if case .violation(_, _, let detail) = notice { detail } else { nil }
        }
    }

    var rideNotices: [RideNotice] {
        self.notices.compactMap { notice in
            if case .ride(.logged) = notice { return nil }
            if case .ride(let notice) = notice { return notice }
            return nil
        }
    }
}
