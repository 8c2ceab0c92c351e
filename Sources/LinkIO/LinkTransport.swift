public import EventLoop
public import TLS
import Wire

/// One link's connection: a socket, TLS over it, and the cutting of frames.
///
/// It decides nothing. Loop-confined. It lives until it has ended, whoever holds it, and lets go of
/// everything then. Its owner calls `finish` or `abort` at some time, unless `closed` came first.
/// Events never come from inside one of its methods, and a handler of one may call any of them.
public final class LinkTransport {
    /// Hears what happens.
    public typealias Events = (LinkTransport, LinkTransportEvent) -> Void

    private enum State {
        /// Dialled. Leaves to `handshaking`, or to `ended`.
        case connecting
        /// Leaves to `open`, or to `lingering` with an alert, or to `ended`.
        case handshaking
        /// Leaves to `lingering`, or to `ended`.
        case open
        /// The last bytes are under way, what comes is dropped. Leaves to `ended`.
        case lingering
        /// Everything is closed. Stays so.
        case ended
    }

    /// The peer's end: whom we dialled, or who connected.
    public let remote: SocketAddress?
    /// The loop's time when the dial began or the connection was accepted.
    public let openedAt: Duration
    /// For the owner's use.
    public var tag: UInt64 = 0

    private let loop: Loop
    private let context: TLSContext
    private let timeout: Duration
    private let limits: LinkTransportLimits
    private var events: Events?
    private var state = State.connecting
    private var pending: PendingConnect?
    private var stream: SecuredStream?
    /// The one deadline of whatever state this is.
    private var timer: LoopTimer?

    private var intake: FrameIntake
    private var hasReadData = false
    /// The peer's half of the connection is over.
    private var isInputEnded = false
    /// How the connection ended while frames were held: told once they are delivered.
    private var heldEnd: LinkClose?
    private var isWriting = false
    private var linger: LingeringClose?

    // MARK: The beginning

    /// Connects to `address`, and shakes hands as the client.
    ///
    /// Both together may take `timeout`. The frame of `kind`, the hello, is the last one to be
    /// delivered until `openFrames`.
    public static func dial(
        to address: SocketAddress,
        on loop: Loop,
        context: TLSContext,
        holdingAfter kind: UInt8,
        timeout: Duration,
        limits: LinkTransportLimits = LinkTransportLimits(),
        events: @escaping Events
    ) -> LinkTransport {
        let transport = LinkTransport(
            remote: address,
            on: loop,
            context: context,
            holdingAfter: kind,
            timeout: timeout,
            limits: limits,
            events: events
        )
        transport.pending = Stream.connect(to: address, on: loop) { transport.connected($0) }
        return transport
    }

    /// Takes over a connection that was accepted, and shakes hands as the server.
    ///
    /// That may take `timeout`. The frame of `kind`, the hello, is the last one to be delivered
    /// until `openFrames`.
    public convenience init(
        accepted stream: Stream,
        on loop: Loop,
        context: TLSContext,
        holdingAfter kind: UInt8,
        timeout: Duration,
        limits: LinkTransportLimits = LinkTransportLimits(),
        events: @escaping Events
    ) {
        self.init(
            remote: stream.remoteAddress,
            on: loop,
            context: context,
            holdingAfter: kind,
            timeout: timeout,
            limits: limits,
            events: events
        )
        self.begin(over: stream, as: .server)
    }

    private init(
        remote: SocketAddress?,
        on loop: Loop,
        context: TLSContext,
        holdingAfter kind: UInt8,
        timeout: Duration,
        limits: LinkTransportLimits,
        events: @escaping Events
    ) {
        self.remote = remote
        self.openedAt = loop.now
        self.loop = loop
        self.context = context
        self.timeout = timeout
        self.limits = limits
        self.events = events
        self.intake = FrameIntake(holdingAfter: kind, limits: limits)
        let timer = LoopTimer(on: loop) { self.timeIsUp() }
        self.timer = timer
        timer.arm(after: timeout)
    }

    private func connected(_ outcome: Result<Stream, LoopError>) {
        self.pending = nil
        switch outcome {
        case .success(let stream): self.begin(over: stream, as: .client)
        case .failure(let error): self.conclude(.dialFailed(error.description))
        }
    }

    private func begin(over stream: Stream, as role: TLSRole) {
        do throws(TLSError) {
            self.stream = try SecuredStream(
                over: stream,
                context: self.context,
                role: role,
                limits: self.limits
            )
        } catch {
            return self.concludeLater(.handshakeFailed(error.description))
        }
        self.state = .handshaking
        self.stream?.start(
            reading: { self.received($0) },
            ended: { self.inputEnded($0) }
        )
        if role == .client { self.shakeHands() }
    }

    private func shakeHands() {
        do throws(TLSError) {
            guard let digest = try self.stream?.shakeHands() else { return }
            self.state = .open
            self.timer?.cancel()
            self.events?(self, .established(peerKeyDigest: digest))
            self.readFrames(isAwaitingRecord: false)
        } catch {
            self.closeLingering(.handshakeFailed(error.description))
        }
    }

    /// Bytes that both ends of this connection, and nobody else, can compute (RFC 8446, 7.5).
    ///
    /// From `established` to the end; it throws at any other time.
    public func exporter(
        label: String,
        context: [UInt8],
        count: Int
    ) throws(TLSError) -> [UInt8] {
        guard let stream = self.stream else {
            throw .handshakeIncomplete(function: "exporting keys")
        }
        return try stream.exporter(label: label, context: context, count: count)
    }

    // MARK: Reading

    private func received(_ ciphertext: UnsafeRawBufferPointer) {
        switch self.state {
        case .connecting, .ended:
            return
        case .handshaking:
            self.stream?.receive(ciphertext)
            self.shakeHands()
        case .open:
            self.stream?.receive(ciphertext)
            self.readFrames()
        case .lingering:
            self.linger?.dropped(ciphertext.count)
            self.concludeLingering()
        }
    }

    /// Decrypts what was received, and delivers what it completes.
    ///
    /// `isAwaitingRecord`: something was received, so if it gives no data a record has begun.
    private func readFrames(isAwaitingRecord: Bool = true) {
        guard self.isCutting, let stream = self.stream else { return }
        var end: LinkClose?
        var bytes = 0
        do throws(TLSError) {
            let outcome = try stream.read {
                bytes += $0.count
                self.intake.append($0.bytes)
            }
            if outcome == .closed { end = .closedByPeer }
        } catch {
            let isRefusal = stream.role == .client && !self.hasReadData && bytes == 0
            end = isRefusal ? .handshakeFailed(error.description) : .tlsFailed(error.description)
        }
        if bytes > 0 { self.hasReadData = true }
        self.deliverFrames(appended: bytes, isMidRecord: isAwaitingRecord && bytes == 0)
        if let end { self.inputEnded(as: end) }
    }

    /// Delivers all complete frames, after `bytes` were appended.
    private func deliverFrames(appended bytes: Int, isMidRecord: Bool = false) {
        guard self.isCutting else { return }
        let batch = self.intake.cut(appended: bytes, isMidRecord: isMidRecord)
        self.setDeadline(batch.deadline)
        if self.intake.isHoldingMuch || self.intake.isMalformed { self.stream?.pauseReading() }
        if !batch.frames.isEmpty {
            self.events?(self, .frames(batch.frames))
            self.stream?.delayAcknowledgements()
        }
        guard let failure = batch.failure, case .open = self.state else { return }
        self.events?(self, .malformed(failure.description))
    }

    private func setDeadline(_ verdict: FrameProgress.Verdict) {
        switch verdict {
        case .disarm: self.timer?.cancel()
        case .keep where self.timer?.isArmed == true: return
        case .keep, .restart: self.timer?.arm(after: self.limits.progressTime)
        }
    }

    /// The peer's hello is accepted: long frames may come, and what was held is delivered.
    public func openFrames() {
        guard self.isCutting else { return }
        self.intake.open()
        self.loop.later { self.deliverHeld() }
    }

    private func deliverHeld() {
        self.deliverFrames(appended: 0)
        guard self.isCutting else { return }
        if let end = self.heldEnd { return self.inputEnded(as: end) }
        self.stream?.resumeReading()
    }

    private var isCutting: Bool {
        guard case .open = self.state else { return false }
        return !self.intake.isMalformed
    }

    // MARK: The peer's end

    private func inputEnded(_ end: StreamEnd) {
        self.isInputEnded = true
        switch (self.state, end) {
        case (.handshaking, .closedByPeer):
            let sentence = "\(self.peerText) closed the connection during the TLS handshake."
            self.conclude(.handshakeFailed(sentence))
        case (.handshaking, .failed(let error)):
            self.conclude(.handshakeFailed(error.description))
        case (.open, .closedByPeer):
            self.inputEnded(as: .truncated)
        case (.open, .failed(let error)):
            self.inputEnded(as: .reset(error.description))
        case (.lingering, .closedByPeer):
            self.linger?.isInputEnded = true
            self.concludeLingering()
        case (.lingering, .failed(let error)):
            self.concludeLingering(because: error.description)
        case (.connecting, _), (.ended, _):
            return
        }
    }

    /// Ends an open link as `end` says, once the frames that came before are delivered.
    private func inputEnded(as end: LinkClose) {
        guard self.isCutting else { return }
        self.deliverFrames(appended: 0)
        guard self.isCutting else { return }
        if self.intake.isHoldingSome {
            // The first end is the true one: after close_notify the socket's own end follows.
            self.heldEnd = self.heldEnd ?? end
            return
        }
        switch end {
        case .closedByPeer:
            self.stream?.sayLast {}
            self.conclude(self.intake.isMidFrame ? .truncated : .closedByPeer)
        case .handshakeFailed, .tlsFailed:
            self.closeLingering(end)
        case .dialFailed, .truncated, .reset, .frameStalled, .finished:
            self.conclude(end)
        }
    }

    // MARK: Writing

    /// Encrypts and sends whole frames; `written` tells when the kernel has taken them.
    ///
    /// One write at a time: after `established`, and then after `written`. Nothing happens for no
    /// bytes, after `finish`, and once the connection is gone.
    public func write(_ frames: [UInt8]) {
        guard case .open = self.state, let stream = self.stream, !frames.isEmpty else { return }
        precondition(!self.isWriting, "A link has one write out at a time.")
        self.isWriting = true
        do throws(TLSError) {
            try stream.write(frames) { self.hasWritten() }
        } catch {
            self.concludeLater(.tlsFailed(error.description))
        }
    }

    private func hasWritten() {
        self.isWriting = false
        guard case .open = self.state else { return }
        self.events?(self, .written)
    }

    // MARK: Our end

    /// Sends what is queued, then close_notify, then closes as soon as the peer does.
    ///
    /// Only `closed` follows, `finished` if all of it left. What the peer sends meanwhile is
    /// dropped, up to `lingerBytes`. Before `established` it closes at once.
    public func finish() {
        switch self.state {
        case .connecting, .handshaking:
            self.concludeLater(.finished)
        case .open:
            if case .reset = self.heldEnd { return self.concludeLater(self.heldEnd ?? .finished) }
            self.closeLingering(.finished)
        case .lingering, .ended:
            return
        }
    }

    /// Resets the connection.
    ///
    /// No event follows at all, not even `closed`: it is over when this returns.
    public func abort() {
        self.events = nil
        guard self.state != .ended else { return }
        self.stream?.abort()
        self.release()
    }

    /// Sends what TLS has to say last, says "no more", and waits for the peer to say so too.
    private func closeLingering(_ reason: LinkClose) {
        guard let stream = self.stream else { return self.concludeLater(reason) }
        self.state = .lingering
        self.linger = LingeringClose(
            reason: reason,
            isInputEnded: self.isInputEnded,
            allowance: self.limits.lingerBytes
        )
        self.timer?.arm(after: self.limits.lingerTime)
        stream.resumeReading()
        stream.sayLast {
            self.linger?.isDrained = true
            self.timer?.arm(after: self.limits.lingerTime)
            self.concludeLingering()
        }
    }

    private func concludeLingering() {
        guard case .lingering = self.state, let linger = self.linger, linger.isOver else { return }
        self.conclude(linger.reason)
    }

    private func concludeLingering(because failure: String) {
        guard case .lingering = self.state, let linger = self.linger else { return }
        self.conclude(linger.outcome(endedBy: failure))
    }

    private func timeIsUp() {
        switch self.state {
        case .connecting:
            self.conclude(.dialFailed("Connecting to \(self.peerText) took over \(self.timeout)."))
        case .handshaking:
            let sentence = "The TLS handshake with \(self.peerText) took over \(self.timeout)."
            self.conclude(.handshakeFailed(sentence))
        case .open:
            self.stream?.abort()
            let (bytes, time) = (self.limits.progressBytes, self.limits.progressTime)
            self.conclude(.frameStalled(bytes: bytes, time: time))
        case .lingering:
            let time = self.limits.lingerTime
            self.concludeLingering(
                because: "\(self.peerText) did not take the last bytes within \(time)."
            )
        case .ended:
            return
        }
    }

    private func conclude(_ end: LinkClose) {
        guard self.state != .ended else { return }
        self.release()
        self.tell(end)
    }

    /// Ends now, and tells so outside of the owner's call.
    private func concludeLater(_ end: LinkClose) {
        guard self.state != .ended else { return }
        self.release()
        self.loop.later { self.tell(end) }
    }

    private func tell(_ end: LinkClose) {
        guard let events = self.events else { return }
        self.events = nil
        events(self, .closed(end))
    }

    /// Closes everything, and lets go of it.
    private func release() {
        self.state = .ended
        self.pending?.cancel()
        self.pending = nil
        self.stream?.close()
        self.stream = nil
        self.timer?.close()
        self.timer = nil
        self.intake = FrameIntake(holdingAfter: 0, limits: self.limits)
    }

    private var peerText: String { self.remote.map { "\($0)" } ?? "The peer" }
}
