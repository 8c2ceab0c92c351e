import EventLoop

/// One client's connection: one request at a time, and its answer before the next.
///
/// Loop-confined. While a request is being answered nothing is read, so a client that sends many at
/// once is answered in order and slowed, and holds at most one read of 64 KiB here.
final class HTTPConnection {
    private enum Phase {
        /// A request is awaited, or the rest of one.
        case reading
        case answering(HTTPMethod, isPersistent: Bool)
        /// The answer waits for its reader; then the next request is read.
        case writing
        case streaming(HTTPEventStream)
        /// All is said; what still comes is dropped, so that the kernel resets nothing.
        case lingering(isWritten: Bool, dropped: Int)
        case closed
    }

    private let stream: EventLoop.Stream
    private let common: HTTPHeaders
    private let limits: HTTPLimits
    private let handler: (HTTPExchange) -> Void
    private let closed: () -> Void
    private let loop: Loop
    private var timer: LoopTimer?
    private var phase = Phase.reading
    private var reader = RequestReader()
    /// What the timer was armed for.
    private var awaited: RequestReader.Stage?
    private var hasEnded = false
    /// When the last request was over, or the connection began.
    private var quietSince: Duration

    init(
        on stream: EventLoop.Stream,
        of loop: Loop,
        common: HTTPHeaders,
        limits: HTTPLimits,
        handler: @escaping (HTTPExchange) -> Void,
        closed: @escaping () -> Void
    ) {
        self.stream = stream
        self.loop = loop
        self.common = common
        self.limits = limits
        self.handler = handler
        self.closed = closed
        self.quietSince = loop.now
    }

    /// Since when no request has been complete here; `nil` while one is being answered.
    ///
    /// Half a request counts for nothing: whoever sends only halves must not keep others out.
    var idleSince: Duration? {
        switch self.phase {
        case .reading, .lingering: self.quietSince
        case .answering, .writing, .streaming, .closed: nil
        }
    }

    func start() {
        // The timer and the stream retain this object until `close`.
        self.timer = LoopTimer(on: self.loop) { self.timedOut() }
        self.stream.setNoDelay(true)
        self.expect(.nothing)
        self.stream.start(reading: { self.take($0) }, ended: { self.ended($0) })
    }

    // MARK: Reading

    private func take(_ bytes: UnsafeRawBufferPointer) {
        switch self.phase {
        case .reading:
            self.reader.append(bytes)
            self.advance()
        case .streaming, .answering, .writing:
            // Reading pauses for an answer, and who listens to events has nothing to say.
            self.close()
        case .lingering(let isWritten, let dropped):
            let sum = dropped + bytes.count
            guard sum <= HTTPLimits.lingeringBytesMaximum else { return self.close() }
            self.phase = .lingering(isWritten: isWritten, dropped: sum)
        case .closed:
            break
        }
    }

    private func advance() {
        do throws(HTTPRefusal) {
            guard let request = try self.reader.next() else {
                return self.expect(self.reader.stage)
            }
            self.stream.pauseReading()
            self.timer?.cancel()
            self.phase = .answering(request.method, isPersistent: request.isPersistent)
            self.handler(HTTPExchange(request, on: self))
        } catch {
            self.refuse(error)
        }
    }

    /// Arms the timer for what comes next, once: bytes in drops don't put the deadline off.
    private func expect(_ stage: RequestReader.Stage) {
        guard stage != self.awaited else { return }
        self.awaited = stage
        self.timer?.arm(
            after: stage == .nothing ? self.limits.idleTimeout : self.limits.readingTimeout
        )
    }

    private func timedOut() {
        switch self.phase {
        case .reading where self.reader.stage != .nothing:
            let seconds = self.limits.readingTimeout.components.seconds
            self.refuse(
                HTTPRefusal(.requestTimeout, "The request was not complete within \(seconds) s.")
            )
        case .reading, .answering, .writing, .streaming, .lingering, .closed:
            self.close()
        }
    }

    private func ended(_ end: StreamEnd) {
        // A client may close its half once it has asked, and still want the answer.
        if end == .closedByPeer, case .lingering(isWritten: false, _) = self.phase {
            self.hasEnded = true
        } else {
            self.close()
        }
    }

    // MARK: Answering

    func answer(_ response: HTTPResponse) {
        guard case .answering(let method, let isPersistent) = self.phase else { return }
        let bytes = response.bytes(to: method, with: self.common, isPersistent: isPersistent)
        guard isPersistent else { return self.finish(bytes) }
        self.phase = .writing
        self.timer?.arm(after: self.limits.writingTimeout)
        self.stream.write(bytes) { self.written() }
    }

    private func written() {
        guard case .writing = self.phase else { return }
        self.phase = .reading
        self.quietSince = self.loop.now
        self.awaited = nil
        self.stream.resumeReading()
        self.advance()
    }

    /// Answers what is no request, after which nothing that comes can be understood.
    private func refuse(_ refusal: HTTPRefusal) {
        let response = HTTPResponse(refusal)
        self.finish(response.bytes(to: .get, with: self.common, isPersistent: false))
    }

    /// Writes the last bytes, and reads to the end, as a reset could overtake them.
    private func finish(_ bytes: [UInt8]) {
        self.phase = .lingering(isWritten: false, dropped: 0)
        self.timer?.arm(after: self.limits.writingTimeout)
        self.stream.write(bytes) {
            guard !self.hasEnded else { return self.close() }
            guard case .lingering(_, let dropped) = self.phase else { return }
            self.phase = .lingering(isWritten: true, dropped: dropped)
            self.stream.shutdown()
            self.timer?.arm(after: self.limits.lingeringTimeout)
        }
        self.stream.resumeReading()
    }

    // MARK: Events

    func stream(
        ended: @escaping (HTTPEventStream, HTTPEventStream.End) -> Void
    ) -> HTTPEventStream? {
        guard case .answering = self.phase else { return nil }
        let events = HTTPEventStream(on: self, ended: ended)
        self.phase = .streaming(events)
        let own = HTTPHeaders([
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        ])
        let head = HTTPResponse.head(.ok, [self.common, own], isPersistent: false)
        self.stream.write(head + [0x0D, 0x0A])
        self.stream.resumeReading()
        return events
    }

    func write(_ bytes: [UInt8], of events: HTTPEventStream) {
        guard case .streaming(let current) = self.phase, current === events else { return }
        guard self.stream.queuedBytes + bytes.count <= HTTPLimits.streamBytesMaximum else {
            return self.close(.slow)
        }
        self.stream.write(bytes)
    }

    // MARK: The end

    func close() {
        self.close(.left)
    }

    private func close(_ end: HTTPEventStream.End) {
        let phase = self.phase
        if case .closed = phase { return }
        self.phase = .closed
        self.timer?.close()
        self.timer = nil
        self.stream.close()
        self.closed()
        if case .streaming(let events) = phase { events.end(end) }
    }
}
