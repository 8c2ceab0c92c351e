public import Determinism
import Digest
public import Peers
public import Wire

/// One authenticated connection to one peer, as a value.
///
/// Frames and time go in, effects and bytes to be written come out. The engine calls `received`,
/// `wrote` and `timerFired`, then `nextOutput` until it yields nothing.
public struct Link: Equatable, Sendable {
    /// Who made the connection.
    ///
    /// It decides nothing but what is shown.
    public enum Role: Equatable, Sendable {
        case dialled
        case accepted
    }

    public let id: LinkID
    public let peer: PeerID
    public let role: Role
    public let remote: Endpoint
    private let speaksFirst: Bool
    /// When the connection began, before TLS.
    public let openedAt: Moment
    /// When TLS had shown the peer's key: its run lived at some moment between these two.
    public let establishedAt: Moment
    /// What the peer said in its hello, once it did.
    public private(set) var hello: Hello?
    public private(set) var liveness: Liveness
    public private(set) var machine: LinkStateMachine
    /// Frames that were ignored because their kind may be.
    public private(set) var ignoredFrames = 0

    private var lanes = LaneQueues()
    private var sender = ReliableSender()
    private var receiver = ReliableReceiver()
    private var states = StateReceiver()
    private var assemblers: [UInt64: SnapshotAssembler] = [:]
    private var snapshotsSent: UInt64 = 0
    private var bulkConsumed: UInt64 = 0
    private var writeIsOut = false

    /// Activities whose snapshots are put together at once on one link.
    private static let assemblersMaximum = 8

    /// Begins with our prove.
    ///
    /// - Parameters:
    ///   - id: its number here.
    ///   - peer: whose key TLS has shown.
    ///   - role: who made the connection.
    ///   - speaksFirst: whether this daemon is the pair's arbiter, who says hello first.
    ///   - remote: where the connection leads.
    ///   - proof: ours; empty in the lobby.
    ///   - openedAt: when the connection began.
    ///   - now: this moment.
    public init(
        id: LinkID,
        peer: PeerID,
        role: Role,
        speaksFirst: Bool,
        remote: Endpoint,
        proof: [UInt8],
        openedAt: Moment,
        at now: Moment
    ) {
        self.id = id
        self.peer = peer
        self.role = role
        self.remote = remote
        self.openedAt = openedAt
        self.establishedAt = now
        self.liveness = Liveness(at: now)
        self.speaksFirst = speaksFirst
        self.machine = LinkStateMachine(
            speaksFirst: speaksFirst,
            openingDeadline: openedAt + LinkLimits.opening
        )
        self.queueControl(.prove(Prove(proof: proof)))
    }

    /// When `timerFired` is next due.
    public var nextDeadline: Moment? {
        guard !self.machine.hasEnded else { return self.machine.nextDeadline }
        // An ack that is due can't go out before the write that is out has left.
        let ack = self.writeIsOut ? nil : self.receiver.ackDeadline
        let own = Moment.earliest(self.machine.nextDeadline, ack)
        return self.machine.isListening
            ? Moment.earliest(own, self.liveness.nextDeadline) : own
    }

    /// States that wait to be written, of as many keys.
    public var unsentStates: Int { self.lanes.stateCount }

    /// Bytes that wait to be written or acknowledged: what this link costs in memory.
    ///
    /// Snapshots that the peer has begun and not finished count too: it decides how many there are.
    public var bytesHeld: Int {
        self.assemblers.values.reduce(self.lanes.bytes + self.sender.unacknowledgedBytes) {
            $0 + $1.bytesHeld
        }
    }

    /// Producers that can wait should: half of the reliable lane's bound is in use.
    public var isBusy: Bool { self.sender.isBusy }

    // MARK: The peer said something

    /// Frames came in, in order.
    ///
    /// - Parameters:
    ///   - frames: in the order in which they came.
    ///   - ownHello: our hello, should the peer's prove verify now and we speak first.
    ///   - expectedProof: what the peer's prove must hold.
    ///   - now: this moment.
    /// - Returns: what the engine has to deal with, in order.
    public mutating func received(
        _ frames: [Frame],
        ownHello: Hello,
        expectedProof: [UInt8],
        at now: Moment
    ) -> [LinkEffect] {
        guard self.machine.isListening, !frames.isEmpty else { return [] }
        var effects: [LinkEffect] = self.liveness.heard(at: now) ? [.recovered] : []
        for frame in frames {
            guard self.machine.isListening else { break }
            do throws(WireError) {
                // Read before it is counted: an ack never covers what was refused.
                let message = try LinkMessage(frame)
                guard self.count(frame, at: now, &effects) else { break }
                guard let message else {
                    self.ignoredFrames += 1
                    continue
                }
                self.take(
                    message,
                    ownHello: ownHello,
                    expectedProof: expectedProof,
                    at: now,
                    &effects
                )
            } catch {
                let isForeign = FrameKind(rawValue: frame.kind) == nil
                self.end(isForeign ? .unsupported : .malformed, "\(error)", at: now, &effects)
            }
        }
        return effects
    }

    /// Counts a frame of the reliable lane, whatever it is: an ignored one is acknowledged too.
    ///
    /// False when it may not come now or here, and the link is over.
    private mutating func count(
        _ frame: Frame,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) -> Bool {
        guard let sequence = frame.sequence else { return true }
        guard self.machine.election != nil else {
            let what = "a frame of the reliable lane before the election"
            self.end(.malformed, what, at: now, &effects)
            return false
        }
        do throws(ReliableReceiver.OutOfSequence) {
            try self.receiver.arrived(sequence, bytes: frame.payload.count, at: now)
            return true
        } catch {
            let what = "sequence \(error.found) where \(error.expected) had to follow"
            self.end(.malformed, what, at: now, &effects)
            return false
        }
    }

    private mutating func take(
        _ message: LinkMessage,
        ownHello: Hello,
        expectedProof: [UInt8],
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        switch self.machine.admits(message.kind) {
        case .proceed: break
        case .ignore: return
        case .violation(let what): return self.end(.malformed, what, at: now, &effects)
        }
        switch message {
        case .prove(let prove):
            self.takeProve(prove, ownHello, expectedProof, at: now, &effects)
        case .hello(let hello):
            self.takeHello(hello, at: now, &effects)
        case .elect(let number):
            self.takeElect(number, at: now, &effects)
        case .ping(let number):
            self.queueControl(.pong(number), at: now, &effects)
        case .pong(let number):
            _ = self.liveness.pongReceived(number, at: now)
        case .goodbye(let goodbye):
            self.machine.ended()
            effects.append(.ended(.goodbye(goodbye)))
        case .ack(let sequence):
            self.takeAck(sequence, at: now, &effects)
        case .credit(let bytes):
            self.lanes.grant(bulkBytes: bytes)
        case .members, .profile, .activity:
            effects.append(.received(message))
        case .chunk(let chunk):
            self.takeChunk(chunk, at: now, &effects)
        case .state(let state):
            self.takeState(state, at: now, &effects)
        case .removal(let removal):
            if self.states.arrived(removal) { effects.append(.received(message)) }
        }
    }

    private mutating func takeProve(
        _ prove: Prove,
        _ ownHello: Hello,
        _ expected: [UInt8],
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        switch self.machine.proveReceived() {
        case .proceed:
            guard ConstantTime.equal(prove.proof, expected) else {
                return self.end(.wrongGroup, "its proof does not verify", at: now, &effects)
            }
            if self.speaksFirst { self.queueControl(.hello(ownHello), at: now, &effects) }
        case .ignore: break
        case .violation(let what): self.end(.malformed, what, at: now, &effects)
        }
    }

    private mutating func takeHello(
        _ hello: Hello,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        switch self.machine.helloReceived() {
        case .proceed:
            self.hello = hello
            effects.append(.greeted(hello))
        case .ignore: break
        case .violation(let what): self.end(.malformed, what, at: now, &effects)
        }
    }

    private mutating func takeElect(
        _ number: UInt64,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        switch self.machine.electReceived(number) {
        case .proceed:
            self.measureRoundTrip(at: now, &effects)
            effects.append(.elected(number))
        case .ignore: break
        case .violation(let what): self.end(.malformed, what, at: now, &effects)
        }
    }

    private mutating func takeAck(
        _ sequence: UInt64,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        do throws(ReliableSender.AckBeyondSent) {
            try self.sender.acknowledged(through: sequence)
        } catch {
            let what = "an ack of \(error.acknowledged) where \(error.sent) was the last sent"
            self.end(.malformed, what, at: now, &effects)
        }
    }

    private mutating func takeState(
        _ state: StateMessage,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        do throws(StateReceiver.TooManyKeys) {
            if try self.states.arrived(state) { effects.append(.received(.state(state))) }
        } catch {
            let what = "more than \(LinkLimits.stateKeysMaximum) live keys on the state lane"
            self.end(.malformed, what, at: now, &effects)
        }
    }

    private mutating func takeChunk(
        _ chunk: SnapshotChunk,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        guard
            self.assemblers[chunk.activity] != nil
                || self.assemblers.count < Self.assemblersMaximum
        else {
            return self.end(.malformed, "chunks of too many activities", at: now, &effects)
        }
        do throws(SnapshotAssembler.Problem) {
            let snapshot = try self.assemblers[chunk.activity, default: SnapshotAssembler()]
                .arrived(chunk)
            self.returnCredit(UInt64(chunk.bytes.count), at: now, &effects)
            if let snapshot { effects.append(.snapshot(snapshot)) }
        } catch {
            self.end(.malformed, "a chunk that does not fit: \(error)", at: now, &effects)
        }
    }

    /// Grants anew what was consumed, a quarter of a window at a time.
    private mutating func returnCredit(
        _ bytes: UInt64,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        // The sender counts whole frames, heads included; 64 bytes more cover them.
        self.bulkConsumed += bytes + 64
        guard self.bulkConsumed >= LinkLimits.bulkWindow / 4 else { return }
        self.queueControl(.credit(self.bulkConsumed), at: now, &effects)
        self.bulkConsumed = 0
    }

    // MARK: The engine says something

    /// The peer's hello is accepted: ours follows, unless it went first.
    public mutating func accept(saying hello: Hello) {
        if self.machine.helloSaid() { self.queueControl(.hello(hello)) }
    }

    /// The arbiter, this daemon, elects the link; false when the link is past that.
    public mutating func elect(_ number: UInt64, at now: Moment) -> Bool {
        guard self.machine.elect(number) else { return false }
        self.queueControl(.elect(number))
        self.queueControl(.ping(self.liveness.ping(at: now)))
        return true
    }

    /// Queues a message of the reliable lane on an elected link.
    ///
    /// When the lane's bound is passed, the link ends with goodbye(overloaded) and what it carried
    /// is made good by the snapshots of the next link.
    public mutating func send(
        _ message: LinkMessage,
        payload: [UInt8],
        at now: Moment
    ) -> [LinkEffect] {
        guard self.machine.election != nil else { return [] }
        let frame = Frame(
            kind: message.kind.rawValue,
            lane: .reliable,
            sequence: self.sender.nextSequence,
            payload: payload
        )
        let bytes = FrameEncoder.encodedCount(frame)
        var effects: [LinkEffect] = []
        guard self.sender.hasRoom(for: bytes) else {
            let held = "\(self.sender.unacknowledgedBytes) bytes are not acknowledged"
            self.end(.overloaded, held, at: now, &effects)
            return effects
        }
        self.sender.queued(bytes: bytes)
        self.lanes.queue(reliable: Self.encoded(frame))
        return effects
    }

    /// Queues the newest state of a key, in the place of an older one that is still unsent.
    ///
    /// When the lane's bound is passed, the link ends with goodbye(overloaded): the next link
    /// begins with every live key.
    public mutating func send(
        _ state: StateMessage,
        payload: [UInt8],
        at now: Moment
    ) -> [LinkEffect] {
        guard self.machine.election != nil else { return [] }
        let frame = Frame(kind: FrameKind.state.rawValue, lane: .state, payload: payload)
        var effects: [LinkEffect] = []
        do throws(LaneQueues.Overflow) {
            try self.lanes.queue(state: Self.encoded(frame), key: state.key)
        } catch {
            self.end(.overloaded, "states wait unsent: \(error)", at: now, &effects)
        }
        return effects
    }

    /// Queues the end of a key; a state of it that is still unsent is dropped.
    public mutating func send(
        _ removal: StateRemoval,
        payload: [UInt8],
        at now: Moment
    ) -> [LinkEffect] {
        self.lanes.removeState(key: removal.key)
        return self.send(.removal(removal), payload: payload, at: now)
    }

    /// Queues an activity's snapshot in chunks.
    public mutating func sendSnapshot(activity: UInt64, version: UInt64, body: [UInt8]) {
        guard self.machine.election != nil else { return }
        self.snapshotsSent += 1
        var index: UInt64 = 0
        var start = 0
        repeat {
            let end = min(start + SnapshotChunk.bytesMaximum, body.count)
            let chunk = SnapshotChunk(
                activity: activity,
                snapshot: self.snapshotsSent,
                version: version,
                index: index,
                isLast: end == body.count,
                bytes: Array(body[start..<end])
            )
            let frame = Frame(
                kind: FrameKind.chunk.rawValue,
                lane: .bulk,
                payload: chunk.encoded
            )
            self.lanes.queue(bulk: Self.encoded(frame))
            start = end
            index += 1
        } while start < body.count
    }

    /// Says goodbye once what is queued is out, for 1 s at most.
    public mutating func close(_ goodbye: Goodbye, at now: Moment) {
        _ = self.machine.close(goodbye, at: now)
    }

    /// The transport is gone.
    public mutating func transportEnded() {
        self.machine.ended()
    }

    // MARK: The transport says something

    /// What to write now; `nil` while a write is out or nothing is due.
    public mutating func nextOutput(at now: Moment) -> LinkOutput? {
        guard !self.writeIsOut, !self.machine.hasEnded else { return nil }
        if let ack = self.receiver.takeAck(at: now, alongWithOthers: self.lanes.hasWork) {
            self.queueControl(.ack(ack))
        }
        var bytes = self.lanes.next()
        let goodbye = self.machine.takeGoodbye(isDrained: self.lanes.isDrained, at: now)
        if let goodbye {
            let message = LinkMessage.goodbye(goodbye)
            FrameEncoder.append(
                Frame(kind: message.kind.rawValue, lane: .control, payload: message.payload),
                to: &bytes
            )
        }
        guard !bytes.isEmpty else { return nil }
        self.writeIsOut = true
        return LinkOutput(bytes: bytes, isLast: goodbye != nil)
    }

    /// The last write has left for the kernel.
    public mutating func wrote() {
        self.writeIsOut = false
    }

    // MARK: Time passed

    public mutating func timerFired(at now: Moment) -> [LinkEffect] {
        var effects: [LinkEffect] = []
        if self.machine.openingIsOverdue(at: now) {
            self.end(.tooSlow, "the opening took over 10 s", at: now, &effects)
            return effects
        }
        if self.machine.partingIsOverdue(at: now)
            || (self.writeIsOut && self.machine.drainIsOverdue(at: now))
        {
            self.machine.ended()
            effects.append(.abandoned)
        }
        guard self.machine.isListening else { return effects }
        switch self.liveness.timerFired(at: now) {
        case .nothing: break
        case .ping(let number): self.queueControl(.ping(number), at: now, &effects)
        case .suspect: effects.append(.becameSuspect)
        case .silent:
            self.machine.ended()
            effects.append(.ended(.silent))
        }
        return effects
    }

    /// This daemon was held up: the peer gets a fresh probe.
    public mutating func stalled(at now: Moment) {
        self.liveness.stalled(at: now)
    }

    // MARK: Inside

    private mutating func measureRoundTrip(at now: Moment, _ effects: inout [LinkEffect]) {
        self.queueControl(.ping(self.liveness.ping(at: now)), at: now, &effects)
    }

    private mutating func end(
        _ reason: GoodbyeReason,
        _ detail: String,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        guard self.machine.close(Goodbye(reason: reason), at: now) else { return }
        effects.append(.ended(.closedHere(reason, detail: detail)))
    }

    private mutating func queueControl(
        _ message: LinkMessage,
        at now: Moment,
        _ effects: inout [LinkEffect]
    ) {
        let frame = Frame(kind: message.kind.rawValue, lane: .control, payload: message.payload)
        do throws(LaneQueues.Overflow) {
            try self.lanes.queue(control: Self.encoded(frame))
        } catch {
            self.end(.overloaded, "control frames wait unsent: \(error)", at: now, &effects)
        }
    }

    /// Queues what is certain to fit: the first frames of a link, and acks.
    private mutating func queueControl(_ message: LinkMessage) {
        let frame = Frame(kind: message.kind.rawValue, lane: .control, payload: message.payload)
        try? self.lanes.queue(control: Self.encoded(frame))  // tidy-ok: a lost ack is sent anew.
    }

    private static func encoded(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        FrameEncoder.append(frame, to: &bytes)
        return bytes
    }
}
