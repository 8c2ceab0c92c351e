// fuzz modules: Determinism Wire Digest Peers Discovery Links Activities Guessing Markup Geodesy
// fuzz modules: Routes Gameplay Cycling SessionEngine
import Activities
import Cycling
import Determinism
import Discovery
import Geodesy
import Guessing
import Links
import Peers
import Routes
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
    private var owners: [LinkID: PeerID] = [:]
    private var snapshots: UInt64 = 16

    init() {
        self.engine = Engine(
            local: LocalPeer(
                peer: Self.peer(0x80),
                instance: Self.instance(1),
                name: Self.name("victim"),
                port: 7433,
                activities: [.guess, .ride],
                startedAt: WallTime(milliseconds: 1)
            ),
            isVisible: true,
            blocked: [],
            hasMetSomebody: false,
            seed: 7,
            ride: Self.ride
        )
    }

    /// A simulant on a triangle.
    private static let ride: RideSetup = {
        do {
            let corners = try [(0.0, 0.0), (0, 0.002), (0.002, 0.002)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            return try RideSetup(
                route: RideRoute(name: Self.name("round"), Route([corners], isClosed: true)),
                seed: 1,
                simulants: 1
            )
        } catch {
            preconditionFailure("A triangle can be ridden: \(error)")
        }
    }()

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
        switch step % 24 {
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
        case 15: self.say(.ping(UInt64(script.byte())), &script)
        case 16: self.state(&script)
        case 17: self.removal(&script)
        case 18: self.rideMessage(&script)
        case 19: self.rideSnapshot(&script)
        case 20: self.rideCommand(&script)
        case 21: self.sayProfile(&script)
        case 22: self.satellites(&script)
        default: self.look()
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
        self.owners[id] = Self.peer(first)
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
            activities: [1, 2],
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

    // MARK: The ride

    /// The last rider number is beyond what a number can be.
    private static func rider(_ byte: UInt8) -> UInt64 { byte == 255 ? 1 << 32 : UInt64(byte % 8) }

    private static func version(_ script: inout Script) -> UInt64 {
        let byte = UInt64(script.byte())
        return byte == 255 ? .max : byte * 137
    }

    private mutating func state(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        let key = StateKey(
            activity: script.byte() % 8 == 7 ? 9 : 2,
            key: Self.rider(script.byte())
        )
        let version = Self.version(&script)
        let choice = script.byte()
        // One that is well-formed, which chance seldom makes, or any bytes.
        let body =
            choice % 4 == 0
            ? script.bytes(Int(script.byte() % 32)) : RideState(self.report(&script)).encoded
        self.say(.state(StateMessage(key: key, version: version, body: body)), on: id)
    }

    private func report(_ script: inout Script) -> RiderReport {
        let flags = script.byte()
        return RiderReport(
            status: RiderStatus.allCases[Int(flags) % RiderStatus.allCases.count],
            coordinate: self.coordinate(&script),
            speed: flags & 8 == 0 ? 0 : Double(script.byte()) / 2,
            course: flags & 16 == 0 ? nil : Double(script.byte()) * 1.4,
            progress: flags & 32 == 0
                ? nil
                : RiderReport.Progress(
                    along: Double(script.byte()) * 4,
                    isForward: flags & 64 == 0
                ),
            fixAge: flags & 128 == 0 ? .zero : .seconds(Int(script.byte())),
            uncertainty: Double(script.byte() % 3) * 500
        )
    }

    /// Mostly where the simulant rides, and sometimes at the ends of the world.
    private func coordinate(_ script: inout Script) -> Coordinate {
        let (latitude, longitude) = (script.byte(), script.byte())
        let place =
            latitude < 240
            ? (Double(latitude) / 100_000, Double(longitude) / 100_000)
            : (Double(latitude) - 248 > 0 ? 90 : -90, Double(longitude) - 128)
        do throws(CoordinateError) {
            return try Coordinate(latitude: place.0, longitude: place.1)
        } catch {
            preconditionFailure("\(place) is a place: \(error)")
        }
    }

    private mutating func removal(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        let key = StateKey(activity: 2, key: Self.rider(script.byte()))
        self.say(.removal(StateRemoval(key: key, version: Self.version(&script))), on: id)
    }

    private func introductions(_ script: inout Script) -> [RiderIntroduction] {
        let numbers = Set((0..<script.byte() % 6).map { _ in UInt32(script.byte() % 8) })
        return numbers.sorted().map { number in
            RiderIntroduction(
                number: number,
                kind: number == 0 ? .person : .simulant,
                name: Self.name("rider \(script.byte() % 3)")
            )
        }
    }

    private func route(_ script: inout Script) -> RideRoute? {
        let count = script.byte() % 5
        guard count > 0 else { return nil }
        let points = (0..<count).map { _ in self.coordinate(&script) }
        let route = try? Route([points], isClosed: count > 2)  // tidy-ok: some can't be ridden.
        return route.flatMap { route in
            try? RideRoute(name: Self.name("way"), route)  // tidy-ok: as above.
        }
    }

    private mutating func rideMessage(_ script: inout Script) {
        guard let peer = self.links.isEmpty ? nil : script.byte() else { return }
        let count = UInt64(script.byte()) + 1
        let number = UInt32(script.byte() % 8)
        let message: RideMessage
        switch script.byte() % 5 {
        case 0: message = .introduction(version: count, self.introductions(&script))
        case 1: message = .route(version: count, self.route(&script))
        case 2:
            message = .helpArrived(rider: number, count: count, at: self.coordinate(&script))
        case 3:
            let owner = Self.peer(script.byte())
            let helper = RiderID(owner: owner, number: UInt32(script.byte() % 4))
            message = .fixed(rider: number, count: count, by: helper.number == 3 ? nil : helper)
        default: message = .snapshot(version: count, self.introductions(&script), nil)
        }
        guard let id = self.link(peer), let owner = self.owners[id] else { return }
        self.say(
            .activity(
                ActivityMessage(
                    activity: 2,
                    origin: owner,
                    originSequence: 1,
                    body: message.encoded
                )
            ),
            on: id
        )
    }

    private mutating func rideSnapshot(_ script: inout Script) {
        guard let id = self.link(script.byte()) else { return }
        self.snapshots += 1
        let count = UInt64(script.byte()) + 1
        let riders = self.introductions(&script)
        let message = RideMessage.snapshot(version: count, riders, self.route(&script))
        let chunk = SnapshotChunk(
            activity: 2,
            snapshot: self.snapshots,
            version: count,
            index: 0,
            isLast: true,
            bytes: message.encoded
        )
        self.say(.chunk(chunk), on: id)
    }

    private mutating func sayProfile(_ script: inout Script) {
        let lists: [[UInt64]] = [[], [1], [2], [1, 2]]
        let activities = lists[Int(script.byte() % 4)]
        let name = Self.name("peer \(script.byte() % 3)")
        self.say(.profile(Profile(name: name, activities: activities)), &script)
    }

    private mutating func satellites(_ script: inout Script) {
        let mode = script.byte() % 4
        guard mode > 0 else { return self.handle(.satellitesLost) }
        let place = self.coordinate(&script)
        self.handle(
            .satelliteFix(
                SatelliteFix(
                    mode: Int(mode),
                    latitude: place.latitude,
                    longitude: place.longitude
                )
            )
        )
    }

    private mutating func rideCommand(_ script: inout Script) {
        let place = self.coordinate(&script)
        let command: RideCommand
        switch script.byte() % 10 {
        case 0...1: command = .here(latitude: place.latitude, longitude: place.longitude)
        case 2: command = .away
        case 3: command = .satellites
        case 4:
            let choice = Int(script.byte()) % RiderStatus.allCases.count
            command = .status(RiderStatus.allCases[choice])
        case 5: command = .simulants(Int(script.byte() % 4))
        case 6: command = .invisible(script.byte() % 2 == 0)
        case 7: command = .precision(metres: script.byte() % 2 == 0 ? nil : 700)
        case 8:
            command = .addZone(
                name: Self.name("zone \(script.byte() % 3)"),
                latitude: place.latitude,
                longitude: place.longitude,
                radius: 60,
                randomBytes: [UInt8](repeating: script.byte(), count: 16)
            )
        default: command = .removeZone(name: Self.name("zone \(script.byte() % 3)"))
        }
        self.order(.ride(command))
    }

    /// Whoever looks sees possible things, and at most what there is room for.
    private func look() {
        guard let ride = self.engine.ride else { preconditionFailure("The engine rides") }
        let riders = ride.riders(at: self.now)
        precondition(riders.count <= 40 * 9 + 4, "\(riders.count) riders are shown")
        for rider in riders {
            precondition(rider.coordinate.latitude.magnitude <= 90, "\(rider)")
            precondition(rider.speed >= 0 && rider.speed <= 1_000, "\(rider)")
            precondition(rider.course.map { (0..<360).contains($0) } ?? true, "\(rider)")
        }
        precondition(Set(riders.map(\.rider.id)).count == riders.count, "A rider is shown twice")
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

    private mutating func order(_ command: SessionCommand) {
        self.lastToken += 1
        let token = CommandToken(self.lastToken)
        self.waiting.insert(token)
        self.handle(.commanded(command, token))
    }

    private mutating func command(_ script: inout Script) {
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
        self.order(command)
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
