import Activities
import Cycling
import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Wire

/// An engine under test, and what it did last.
struct Daemon {
    var engine: Engine
    var now = Moment.zero
    var effects: [SessionEffect] = []
    private var lastToken: UInt64 = 0
    private var sent: [LinkID: [LinkMessage]] = [:]

    /// The daemon with this byte all over its id; lower ones are the arbiters.
    ///
    /// With something to ride it takes part in the ride, too.
    init(_ byte: UInt8, ride: RideSetup? = nil) {
        let local = LocalPeer(
            peer: Self.peer(byte),
            instance: Self.instance(byte),
            name: Self.name("me"),
            port: 7_433,
            activities: ride == nil ? [.guess] : [.guess, .ride],
            startedAt: WallTime(milliseconds: 0)
        )
        self.engine = Engine(
            local: local,
            isVisible: true,
            blocked: [],
            hasMetSomebody: false,
            seed: 1,
            ride: ride
        )
    }

    static func peer(_ byte: UInt8, _ second: UInt8 = 0) -> PeerID {
        guard let peer = PeerID([byte, second] + [UInt8](repeating: byte, count: 30)) else {
            preconditionFailure("An id has 32 bytes.")
        }
        return peer
    }

    static func instance(_ byte: UInt8) -> InstanceID {
        guard let instance = InstanceID([UInt8](repeating: byte, count: 16)) else {
            preconditionFailure("An instance has 16 bytes.")
        }
        return instance
    }

    static func name(_ text: String) -> DisplayName {
        guard let name = try? DisplayName(text) else {  // tidy-ok: the tests' own constants.
            preconditionFailure("\(text) is no name.")
        }
        return name
    }

    static func endpoint(_ byte: UInt8) -> Endpoint {
        Endpoint(address: .v4(0x0A4D_0000 + UInt32(byte)), port: 7_433)
    }

    static func hello(
        _ byte: UInt8,
        instance: UInt8? = nil,
        held: UInt64? = nil,
        name: String? = nil,
        activities: [UInt64] = [1]
    ) -> Hello {
        Hello(
            minorVersions: 0...0,
            name: self.name(name ?? "peer\(byte)"),
            instance: self.instance(instance ?? byte),
            activities: activities,
            port: 7_433,
            held: held
        )
    }

    /// Gives an event; what is written has left at once.
    @discardableResult
    mutating func take(_ event: SessionEvent) -> [SessionEffect] {
        self.effects = []
        var events = [event]
        while let event = events.first {
            events.removeFirst()
            let effects = self.engine.handle(event, at: self.now)
            for case .write(let id, _, isLast: false) in effects { events.append(.written(id)) }
            self.effects += effects
        }
        return self.effects
    }

    /// Gives a command; its answer, if it came at once.
    mutating func command(_ command: SessionCommand) -> SessionReply? {
        self.lastToken += 1
        let token = CommandToken(self.lastToken)
        for case .reply(token, let reply) in self.take(.commanded(command, token)) { return reply }
        return nil
    }

    mutating func wait(_ duration: Duration) {
        let end = self.now + duration
        while let due = self.engine.nextDeadline, due <= end {
            self.now = max(self.now, due)
            self.take(.timerFired)
        }
        self.now = end
    }

    mutating func receive(_ messages: [LinkMessage], on id: UInt64) {
        self.take(.framesReceived(LinkID(id), messages.map { Self.frame($0) }))
    }

    /// A message as it comes; what is reliable has a number.
    static func frame(_ message: LinkMessage, sequence: UInt64 = 1) -> Frame {
        Frame(
            kind: message.kind.rawValue,
            lane: message.kind.lane,
            sequence: message.kind.lane == .reliable ? sequence : nil,
            payload: message.payload
        )
    }

    /// A connection with a peer, through TLS and no further.
    mutating func establish(
        _ byte: UInt8,
        on id: UInt64,
        dial: DialID? = nil,
        second: UInt8 = 0,
        openedAt: Moment? = nil
    ) {
        self.take(
            .linkEstablished(
                EstablishedLink(
                    id: LinkID(id),
                    dial: dial,
                    peer: Self.peer(byte, second),
                    remote: Self.endpoint(byte),
                    openedAt: openedAt ?? self.now
                )
            )
        )
    }

    /// A link with a peer, through TLS and both hellos.
    mutating func greet(
        _ byte: UInt8,
        on id: UInt64,
        instance: UInt8? = nil,
        held: UInt64? = nil,
        dial: DialID? = nil,
        second: UInt8 = 0
    ) {
        self.establish(byte, on: id, dial: dial, second: second)
        let first = self.effects
        self.receive(
            [
                .prove(Prove(proof: [])),
                .hello(Self.hello(byte, instance: instance, held: held)),
            ],
            on: id
        )
        self.effects = first + self.effects
    }

    /// The messages that the last effects write on a link.
    func written(on id: UInt64) -> [LinkMessage] {
        self.effects.flatMap { effect -> [LinkMessage] in
            guard case .write(LinkID(id), let bytes, _) = effect else { return [] }
            var decoder = FrameDecoder(holdingAfter: 0)
            decoder.open()
            decoder.append(bytes)
            var messages: [LinkMessage] = []
            while let frame = try? decoder.next() {  // tidy-ok: an engine's own frames.
                if let message = try? LinkMessage(frame) {  // tidy-ok: as above.
                    messages.append(message)
                }
            }
            return messages
        }
    }

    var notices: [SessionNotice] {
        self.effects.compactMap { if case .tell(let notice) = $0 { notice } else { nil } }
    }
}
