// fuzz modules: Determinism Wire Digest Peers Discovery Links Activities Guessing SessionEngine
import Activities
import Determinism
import Discovery
import Guessing
import Links
import Peers
import SessionEngine
import Wire

/// Called by libFuzzer with each input: a script of what hostile peers do to a whole session.
///
/// The first byte of each step chooses what happens, the bytes behind it fill it in. Whatever the
/// script says, the engine must live, keep its bounds, and tell joining and leaving in turn.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var script = Script(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    var attack = Attack()
    while let step = script.next(), attack.steps < 400 {
        attack.take(step, &script)
    }
    attack.finish()
    return 0
}

/// The bytes of a script, used up from the front; behind the end everything is zero.
struct Script {
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> UInt8? {
        guard self.position < self.bytes.count else { return nil }
        defer { self.position += 1 }
        return self.bytes[self.position]
    }

    mutating func byte() -> UInt8 { self.next() ?? 0 }

    mutating func bytes(_ count: Int) -> [UInt8] {
        let end = min(self.position + count, self.bytes.count)
        defer { self.position = end }
        return Array(self.bytes[self.position..<end])
    }
}

/// One daemon's engine, and the peers that attack it.
struct Attack {
    private var engine: Engine
    private var now = Moment.zero
    private(set) var steps = 0
    private var lastLink: UInt64 = 0
    private var lastToken: UInt64 = 0
    /// Links that the engine has not let go of, and the sequence of their next reliable frame.
    private var sequences: [LinkID: UInt64] = [:]
    private var decoders: [LinkID: FrameDecoder] = [:]
    private var links: [LinkID] = []
    private var writesOut: Set<LinkID> = []
    private var joined: Set<PeerID> = []
    private var waiting: Set<CommandToken> = []

    init() {
        self.engine = Engine(
            local: LocalPeer(
                peer: Self.peer(0x80),
                instance: Self.instance(1),
                name: Self.name("victim"),
                port: 7433,
                activities: [.guess],
                startedAt: WallTime(milliseconds: 1)
            ),
            isVisible: true,
            blocked: [],
            hasMetSomebody: false,
            seed: 7
        )
    }

    private static func peer(_ first: UInt8) -> PeerID {
        guard let peer = PeerID([first] + [UInt8](repeating: 0x55, count: 31)) else {
            preconditionFailure("32 bytes are an id")
        }
        return peer
    }

    private static func instance(_ first: UInt8) -> InstanceID {
        guard let instance = InstanceID([first] + [UInt8](repeating: 0, count: 15)) else {
            preconditionFailure("16 bytes are an instance")
        }
        return instance
    }

    private static func name(_ text: String) -> DisplayName {
        do throws(DisplayName.Problem) {
            return try DisplayName(text)
        } catch {
            preconditionFailure("\(text) is a name")
        }
    }

    // MARK: One step of the script

    mutating func take(_ step: UInt8, _ script: inout Script) {
        self.steps += 1
        switch step % 16 {
        case 0: self.establish(script.byte(), dialled: script.byte())
        case 1: self.say(.prove(Prove(proof: [])), &script)
        case 2: self.sayHello(&script)
        case 3: self.say(.elect(UInt64(script.byte())), &script)
        case 4: self.sendFrame(&script)
        case 5: self.sendBytes(&script)
        case 6: self.advance(.milliseconds(Int(script.byte()) * 40))
        case 7: self.written(script.byte())
        case 8: self.closeLink(script.byte())
        case 9: self.activity(&script)
        case 10: self.chunk(&script)
        case 11: self.command(&script)
        case 12: self.sayHints(&script)
        case 13: self.discovery(&script)
        case 14: self.say(.ack(UInt64(script.byte())), &script)
        default: self.say(.ping(UInt64(script.byte())), &script)
        }
    }

    mutating func finish() {
        self.handle(.stopRequested)
        self.advance(.seconds(3))
        precondition(self.engine.nextDeadline == nil, "A stopped engine waits for something")
    }

    private func link(_ choice: UInt8) -> LinkID? {
        self.links.isEmpty ? nil : self.links[Int(choice) % self.links.count]
    }

    private mutating func establish(_ first: UInt8, dialled: UInt8) {
        guard self.links.count < 40 else { return }
        self.lastLink += 1
        let id = LinkID(self.lastLink)
        self.links.append(id)
        self.sequences[id] = 1
        self.decoders[id] = FrameDecoder(holdingAfter: FrameKind.hello.rawValue)
        let dial = dialled % 4 == 1 ? DialID(UInt64(dialled) / 4) : nil
        let remote = Endpoint(address: .v4(0x0A4D_0000 | UInt32(first)), port: 7433)
        self.handle(
            .linkEstablished(
                EstablishedLink(
                    id: id,
                    dial: dial,
                    peer: Self.peer(first),
                    remote: remote,
                    openedAt: self.now
                )
            )
        )
    }

    private mutating func say(_ message: LinkMessage, _ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        self.say(message, on: id)
    }

    private mutating func say(_ message: LinkMessage, on id: LinkID) {
        let lane = message.kind.lane
        let frame = Frame(
            kind: message.kind.rawValue,
            lane: lane,
            sequence: lane == .reliable ? self.nextSequence(id) : nil,
            payload: message.payload
        )
        self.handle(.framesReceived(id, [frame]))
    }

    private mutating func nextSequence(_ id: LinkID) -> UInt64 {
        let sequence = self.sequences[id] ?? 1
        self.sequences[id] = sequence + 1
        return sequence
    }

    private mutating func sayHello(_ script: inout Script) {
        let held = script.byte()
        let hello = Hello(
            minorVersions: 0...UInt64(script.byte()),
            name: Self.name("attacker"),
            instance: Self.instance(script.byte() % 4),
            activities: [1],
            port: UInt16(script.byte()) * 251,
            held: held == 0 ? nil : UInt64(held)
        )
        self.say(.hello(hello), &script)
    }

    private mutating func sendFrame(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        let lane = Lane(rawValue: script.byte() % 4) ?? .control
        let kind = script.byte()
        let sequence =
            lane == .reliable ? self.nextSequence(id) &+ UInt64(script.byte() / 250) : nil
        let payload = script.bytes(Int(script.byte()))
        let frame = Frame(kind: kind, lane: lane, sequence: sequence, payload: payload)
        self.handle(.framesReceived(id, [frame]))
    }

    private mutating func sendBytes(_ script: inout Script) {
        guard let id = self.link(script.byte()), var decoder = self.decoders[id] else { return }
        decoder.append(script.bytes(Int(script.byte())))
        var frames: [Frame] = []
        do throws(WireError) {
            while let frame = try decoder.next() { frames.append(frame) }
            if !frames.isEmpty { self.handle(.framesReceived(id, frames)) }
        } catch {
            self.handle(.framesMalformed(id, "\(error)"))
        }
        self.decoders[id] = decoder
    }

    private mutating func advance(_ duration: Duration) {
        self.now = self.now + duration
        var rounds = 0
        while let deadline = self.engine.nextDeadline, deadline <= self.now {
            self.handle(.timerFired)
            rounds += 1
            precondition(rounds < 5_000, "A deadline that has passed stays due: \(deadline)")
        }
    }

    private mutating func written(_ choice: UInt8) {
        guard let id = self.link(choice), self.writesOut.remove(id) != nil else { return }
        self.handle(.written(id))
    }

    private mutating func closeLink(_ choice: UInt8) {
        guard let id = self.link(choice) else { return }
        self.forget(id)
        self.handle(.linkClosed(id, detail: "closed"))
    }

    private mutating func forget(_ id: LinkID) {
        self.links.removeAll { $0 == id }
        self.writesOut.remove(id)
        self.decoders[id] = nil
    }

    private mutating func activity(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        let origin = Self.peer(script.byte())
        let activity = UInt64(script.byte() % 3)
        let body = script.bytes(Int(script.byte()))
        self.say(
            .activity(
                ActivityMessage(activity: activity, origin: origin, originSequence: 1, body: body)
            ),
            on: id
        )
    }

    private mutating func chunk(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        let chunk = SnapshotChunk(
            activity: UInt64(script.byte() % 12),
            snapshot: UInt64(script.byte() % 4),
            version: UInt64(script.byte() % 2),
            index: UInt64(script.byte() % 4),
            isLast: script.byte() % 2 == 0,
            bytes: script.bytes(Int(script.byte()))
        )
        self.say(.chunk(chunk), on: id)
    }

    private mutating func sayHints(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        let hints = (0..<script.byte() % 8).map { _ in
            MemberHint(
                peer: Self.peer(script.byte()),
                endpoints: [
                    Endpoint(address: .v4(0x0A4D_0000 | UInt32(script.byte())), port: 7433)
                ]
            )
        }
        self.say(.members(hints), on: id)
    }

    private mutating func discovery(_ script: inout Script) {
        let advert = AdvertKey(label: Self.peer(script.byte()).description, interface: 2)
        switch script.byte() % 5 {
        case 0: self.handle(.advertFound(advert))
        case 1: self.handle(.advertLost(advert))
        case 2: self.handle(.lookUpEnded(LookUpToken(UInt64(script.byte())), failure: "none"))
        case 3: self.handle(.dialFailed(DialID(UInt64(script.byte())), "refused"))
        default: self.handle(.networkChanged)
        }
    }

    private mutating func command(_ script: inout Script) {
        self.lastToken += 1
        let token = CommandToken(self.lastToken)
        let peer = Self.peer(script.byte())
        let command: SessionCommand
        switch script.byte() % 9 {
        case 0: command = .rename("anew \(script.byte())", isForced: true)
        case 1: command = .connectPeer(peer)
        case 2: command = .disconnect(peer)
        case 3: command = .block(peer)
        case 4: command = .allow(peer)
        case 5:
            command = .guess(
                .newGame(
                    secret: "42",
                    auto: script.byte() % 2 == 0,
                    low: 1,
                    high: 100,
                    gameID: [UInt8](repeating: script.byte(), count: 16),
                    salt: [UInt8](repeating: 3, count: 32)
                )
            )
        case 6: command = .guess(.guess(text: "\(script.byte())"))
        case 7: command = .guess(.answer(.lower, to: nil))
        default: command = .guess(.cancel)
        }
        self.waiting.insert(token)
        self.handle(.commanded(command, token))
    }

    // MARK: What must hold

    private mutating func handle(_ event: SessionEvent) {
        for effect in self.engine.handle(event, at: self.now) { self.check(effect) }
        precondition(self.engine.memberCount <= SessionLimits.membersMaximum, "Too many members")
    }

    private mutating func check(_ effect: SessionEffect) {
        switch effect {
        case .write(let id, let bytes, let isLast):
            if !bytes.isEmpty {
                precondition(self.writesOut.insert(id).inserted, "\(id): two writes are out")
                precondition(bytes.count <= 1_200_000, "\(id): a write of \(bytes.count) bytes")
            }
            if isLast { self.writesOut.remove(id) }
        case .tell(.joined(let peer, _)):
            precondition(self.joined.insert(peer).inserted, "\(peer) joined twice")
        case .tell(.left(let peer, _, _)):
            precondition(self.joined.remove(peer) != nil, "\(peer) left twice")
        case .reply(let token, _):
            precondition(self.waiting.remove(token) != nil, "\(token) was answered twice")
        case .abort(let id):
            self.forget(id)
        case .advertise, .withdrawAdvert, .lookUp, .cancelLookUp, .dial, .cancelDial, .openFrames,
            .tell, .rememberBlocked, .rememberName, .rememberRide, .rememberMet, .stopped:
            break
        }
    }
}
