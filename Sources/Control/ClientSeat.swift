import EventLoop

/// One client of the control server: its stream, its half line, its unanswered calls.
///
/// What the client is owed bounds what is read from it. While 64 calls wait for their answers, or
/// much is queued for it, its next lines stay where they are, first here, then in the kernel: a
/// client that asks much and reads slowly is slowed, not refused.
final class ClientSeat {
    /// Why a client is gone.
    enum End {
        case left
        case slow
    }

    /// 64: a program that pipelines more waits for the first answers.
    private static let callsMaximum = 64
    /// 1 MiB, as design.md bounds it.
    private static let queuedBytesMaximum = 1_048_576
    /// 256 KiB: with so much unread, nothing new is asked on the client's behalf.
    private static let queuedBytesComfortable = 262_144

    private let client: ControlClientID
    private let stream: EventLoop.Stream
    private let called: (ControlCall) -> Void
    private var ended: (End) -> Void
    private var splitter = LineSplitter(lineBytesMaximum: ControlLine.requestBytesMaximum)
    private var open: Set<UInt64> = []
    private var taken: UInt64 = 0
    private var isPaused = false
    private var isAwaitingDrain = false
    private var isServing = false
    private var isServingSoon = false
    private var isClosed = false

    init(
        _ client: ControlClientID,
        on stream: EventLoop.Stream,
        called: @escaping (ControlCall) -> Void,
        ended: @escaping (End) -> Void
    ) {
        self.client = client
        self.stream = stream
        self.called = called
        self.ended = ended
    }

    func start() {
        unsafe self.stream.start(
            reading: { bytes in
                self.splitter.append(unsafe [UInt8](bytes))
                self.serve()
            },
            ended: { _ in self.end(.left) }
        )
    }

    // MARK: Calls

    /// Takes the lines that came, as far as the client may have more calls open.
    private func serve() {
        guard !self.isServing else { return }
        self.isServing = true
        defer { self.isServing = false }
        while !self.isClosed {
            guard self.mayAsk else { return self.pause() }
            guard let piece = self.splitter.next() else { return self.resume() }
            self.take(piece)
        }
    }

    private var mayAsk: Bool {
        self.open.count < Self.callsMaximum
            && self.stream.queuedBytes <= Self.queuedBytesComfortable
    }

    private func take(_ piece: LineSplitter.Piece) {
        switch piece {
        case .tooLong:
            let maximum = ControlLine.requestBytesMaximum
            self.send(ControlFault(.notARequest, "A line has at most \(maximum) bytes.").line)
        case .line(let line):
            do {
                let request = try ControlRequest(line: line)
                let call = ControlCall(client: self.client, number: self.taken, request: request)
                self.taken += 1
                if call.id != nil { self.open.insert(call.number) }
                self.called(call)
            } catch {
                self.send(error.line)
            }
        }
    }

    /// Notes that a call is being answered; false if it has been before.
    func conclude(_ call: ControlCall) -> Bool {
        call.id == nil || self.open.remove(call.number) != nil
    }

    /// Goes on with the client's lines, but not from inside the handler's call.
    func serveSoon(on loop: Loop) {
        guard self.isPaused, !self.isServingSoon, !self.isServing else { return }
        self.isServingSoon = true
        loop.later {
            self.isServingSoon = false
            self.serve()
        }
    }

    // MARK: Bytes

    func send(_ line: [UInt8]) {
        guard !self.isClosed else { return }
        guard self.stream.queuedBytes < Self.queuedBytesMaximum else { return self.end(.slow) }
        self.stream.write(line)
    }

    private func pause() {
        if !self.isPaused {
            self.isPaused = true
            self.stream.pauseReading()
        }
        guard !self.isAwaitingDrain, self.stream.queuedBytes > Self.queuedBytesComfortable else {
            return
        }
        self.isAwaitingDrain = true
        // An empty write completes when all before it is out.
        self.stream.write([]) {
            self.isAwaitingDrain = false
            self.serve()
        }
    }

    private func resume() {
        guard self.isPaused else { return }
        self.isPaused = false
        self.stream.resumeReading()
    }

    // MARK: The end

    private func end(_ end: End) {
        guard !self.isClosed else { return }
        let ended = self.ended
        self.close()
        ended(end)
    }

    func close() {
        self.isClosed = true
        self.ended = { _ in }
        self.stream.close()
    }
}
