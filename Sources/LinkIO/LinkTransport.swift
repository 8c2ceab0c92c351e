public import EventLoop
public import TLS
import Wire

/// One link's connection: a socket, TLS over it, and the cutting of frames. It decides nothing.
///
/// Loop-confined. It lives until it has ended, whoever holds it; then it lets go of everything. Its
/// owner calls `finish` or `abort` at some time, unless `closed` came first. Events never come from
/// inside one of its methods, and an event's handler may call any of them.
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
    /// Our end; `nil` before the connection is there and once it is gone.
    public var local: SocketAddress? { self.stream?.localAddress }
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
    private var stream: Stream?
    private var tls: TLSConnection?
    /// The one deadline of whatever state this is.
    private var timer: LoopTimer?

    private var decoder: FrameDecoder
    private var progress: FrameProgress
    private var hasReadData = false
    private var isMalformed = false
    /// The peer's half of the connection is over.
    private var isInputEnded = false
    /// How the connection ended while frames were held: told once they are delivered.
    private var heldEnd: LinkClose?

    private var outbound: [UInt8] = []
    private var smallWrites = 0
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
        self.progress = FrameProgress(progressBytes: limits.progressBytes)
        self.events = events
        self.decoder = FrameDecoder(holdingAfter: kind)
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
        self.stream = stream
        stream.setNoDelay(true)
        stream.setUserTimeout(self.limits.userTimeout)
        stream.setNotSentLowWater(self.limits.notSentBytes)
        do throws(TLSError) {
            self.tls = try TLSConnection(context: self.context, role: role)
        } catch {
            return self.concludeLater(.handshakeFailed(error.description))
        }
        self.state = .handshaking
        stream.start(
            reading: { self.received($0) },
            ended: { self.inputEnded($0) }
        )
        if role == .client { self.shakeHands() }
    }

    private func shakeHands() {
        guard let tls = self.tls else { return }
        do throws(TLSError) {
            let step = try tls.handshake()
            self.flush()
            guard step == .complete, let digest = tls.peerKeyDigest else { return }
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
        guard let tls = self.tls else {
            throw .handshakeIncomplete(function: "exporting keys")
        }
        return try tls.exporter(label: label, context: context, count: count)
    }

    // MARK: Reading

    private func received(_ ciphertext: UnsafeRawBufferPointer) {
        switch self.state {
        case .connecting, .ended:
            return
        case .handshaking:
            self.tls?.receive(ciphertext)
            self.shakeHands()
        case .open:
            self.tls?.receive(ciphertext)
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
        guard case .open = self.state, !self.isMalformed, let tls = self.tls else { return }
        var end: LinkClose?
        var bytes = 0
        do throws(TLSError) {
            let outcome = try tls.read {
                bytes += $0.count
                self.decoder.append($0.bytes)
            }
            if outcome == .closed { end = .closedByPeer }
        } catch {
            let isRefusal = tls.role == .client && !self.hasReadData && bytes == 0
            end = isRefusal ? .handshakeFailed(error.description) : .tlsFailed(error.description)
        }
        if bytes > 0 { self.hasReadData = true }
        self.deliverFrames(from: bytes, isMidRecord: isAwaitingRecord && bytes == 0)
        if let end { self.inputEnded(as: end) }
    }

    /// Cuts and delivers all complete frames.
    ///
    /// `bytes` is what was added to the decoder just before. `isMidRecord`: what was received was
    /// no data, because a TLS record is not complete or nothing is in it.
    private func deliverFrames(from bytes: Int, isMidRecord: Bool = false) {
        guard case .open = self.state, !self.isMalformed else { return }
        var frames: [Frame] = []
        var failure: WireError?
        do throws(WireError) {
            while let frame = try self.decoder.next() { frames.append(frame) }
        } catch {
            failure = error
        }
        self.judgeProgress(
            bytes: bytes,
            frames: frames.count,
            isUnfinished: self.decoder.isMidFrame || (isMidRecord && !self.decoder.isHolding)
        )
        if self.decoder.isHolding, self.decoder.bufferedBytes > self.limits.heldBytes {
            self.stream?.pauseReading()
        }
        if !frames.isEmpty {
            self.events?(self, .frames(frames))
            // Said each time, since the kernel changes its mind: acks ride on what we send.
            self.stream?.setQuickAck(false)
        }
        guard let failure, case .open = self.state else { return }
        self.isMalformed = true
        self.timer?.cancel()
        self.stream?.pauseReading()
        self.events?(self, .malformed(failure.description))
    }

    private func judgeProgress(bytes: Int, frames: Int, isUnfinished: Bool) {
        let verdict = self.progress.noted(
            bytes: bytes,
            frames: frames,
            isUnfinished: isUnfinished
        )
        switch verdict {
        case .disarm: self.timer?.cancel()
        case .keep where self.timer?.isArmed == true: return
        case .keep, .restart: self.timer?.arm(after: self.limits.progressTime)
        }
    }

    /// The peer's hello is accepted: long frames may come, and what was held is delivered.
    public func openFrames() {
        guard case .open = self.state, !self.isMalformed else { return }
        self.decoder.open()
        self.loop.later { self.deliverHeld() }
    }

    private func deliverHeld() {
        self.deliverFrames(from: self.decoder.bufferedBytes)
        guard case .open = self.state, !self.isMalformed else { return }
        if let end = self.heldEnd { return self.inputEnded(as: end) }
        self.stream?.resumeReading()
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
        guard case .open = self.state, !self.isMalformed else { return }
        self.deliverFrames(from: 0)
        guard case .open = self.state, !self.isMalformed else { return }
        if self.decoder.isHolding, self.decoder.bufferedBytes > 0 {
            // The first end is the true one: after close_notify the socket's own end follows.
            self.heldEnd = self.heldEnd ?? end
            return
        }
        switch end {
        case .closedByPeer:
            self.tls?.closeNotify()
            self.flush()
            self.conclude(end)
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
        guard case .open = self.state, let tls = self.tls, let stream = self.stream,
            !frames.isEmpty
        else { return }
        precondition(!self.isWriting, "A link has one write out at a time.")
        self.isWriting = true
        do throws(TLSError) {
            try tls.write(frames)
        } catch {
            return self.concludeLater(.tlsFailed(error.description))
        }
        self.trimBuffers(for: frames.count)
        tls.exchangeOutbound(with: &self.outbound)
        stream.write(self.outbound) { self.hasWritten() }
    }

    private func hasWritten() {
        self.isWriting = false
        guard case .open = self.state else { return }
        self.events?(self, .written)
    }

    /// Sends what TLS itself has to say.
    private func flush() {
        guard let tls = self.tls, tls.outboundCount > 0 else { return }
        tls.exchangeOutbound(with: &self.outbound)
        self.stream?.write(self.outbound)
    }

    /// Lets go of a large buffer when writes have become small.
    ///
    /// Kept otherwise: fresh pages cost a third of the throughput.
    private func trimBuffers(for count: Int) {
        guard count < LinkTransportLimits.keptBufferBytes / 2 else {
            self.smallWrites = 0
            return
        }
        self.smallWrites += 1
        guard self.smallWrites >= LinkTransportLimits.smallWritesBeforeTrim,
            self.outbound.capacity > LinkTransportLimits.keptBufferBytes
        else { return }
        self.outbound = []
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
            self.tls?.closeNotify()
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
        var last: [UInt8] = []
        self.tls?.exchangeOutbound(with: &last)
        stream.write(last) {
            self.linger?.isDrained = true
            self.timer?.arm(after: self.limits.lingerTime)
            self.concludeLingering()
        }
        stream.shutdown()
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
        self.tls = nil
        self.decoder = FrameDecoder(holdingAfter: 0)
        self.outbound = []
    }

    private var peerText: String { self.remote.map { "\($0)" } ?? "The peer" }
}
