public import EventLoop

/// A client's connection to a daemon's control socket.
///
/// Loop-confined. Calls may be made at once; they leave when the connection stands. `ended` is
/// called once when it can't be made or is lost, after every open call has been told; never after
/// `close`. No handler is called from inside one of its methods.
public final class ControlClient {
    /// 30 s: most calls take milliseconds, but `connect` may wait for a link's 10 s, twice.
    public static let timeout = Duration.seconds(30)

    /// Takes the outcome of one call.
    public typealias Completion = (Result<JSONValue, ControlFailure>) -> Void

    private struct OpenCall {
        let method: ControlMethod
        let timer: LoopTimer
        let completion: Completion
    }

    private let loop: Loop
    private let path: String
    private var notified: (String, JSONValue) -> Void
    private var ended: (ControlFailure) -> Void
    private var pending: PendingConnect?
    private var stream: EventLoop.Stream?
    private var splitter = LineSplitter(lineBytesMaximum: ControlLine.answerBytesMaximum)
    private var waiting: [[UInt8]] = []
    private var open: [Int64: OpenCall] = [:]
    private var callCount: Int64 = 0
    private var isClosed = false

    /// Connects from now on.
    ///
    /// `notified` gets the method and params of each notification.
    public init(
        on loop: Loop,
        path: String,
        notified: @escaping (String, JSONValue) -> Void,
        ended: @escaping (ControlFailure) -> Void
    ) {
        self.loop = loop
        self.path = path
        self.notified = notified
        self.ended = ended
        self.pending = Stream.connect(path: path, on: loop) { outcome in
            self.pending = nil
            switch outcome {
            case .success(let stream): self.use(stream)
            case .failure(let error): self.end(self.failure(of: error))
            }
        }
    }

    /// Asks the daemon for something, and tells `completion` the outcome once.
    public func call(
        _ method: ControlMethod,
        _ params: JSONObject = [:],
        completion: @escaping Completion
    ) {
        guard !self.isClosed else {
            return self.loop.later { completion(.failure(.lost(path: self.path))) }
        }
        self.callCount += 1
        let id = self.callCount
        let timer = LoopTimer(on: self.loop) {
            self.conclude(
                id,
                .failure(.timedOut(method: method.rawValue, after: Self.timeout))
            )
        }
        timer.arm(after: Self.timeout)
        self.open[id] = OpenCall(method: method, timer: timer, completion: completion)
        let line = ControlLine.bytes([
            "jsonrpc": "2.0", "id": .int(id), "method": .string(method.rawValue),
            "params": .object(params),
        ])
        if let stream = self.stream {
            stream.write(line)
        } else {
            self.waiting.append(line)
        }
    }

    /// Disconnects; no handler is called any more.
    public func close() {
        guard !self.isClosed else { return }
        self.isClosed = true
        self.notified = { _, _ in }
        self.ended = { _ in }
        self.pending?.cancel()
        self.pending = nil
        self.stream?.close()
        self.stream = nil
        self.waiting = []
        for call in self.open.values {
            call.timer.close()
        }
        self.open = [:]
    }

    // MARK: The connection

    private func use(_ stream: EventLoop.Stream) {
        self.stream = stream
        unsafe stream.start(
            reading: { self.take(unsafe [UInt8]($0)) },
            ended: { _ in self.end(.lost(path: self.path)) }
        )
        for line in self.waiting {
            stream.write(line)
        }
        self.waiting = []
    }

    private func failure(of error: LoopError) -> ControlFailure {
        switch error.fault?.name {
        case "ENOENT", "ECONNREFUSED", "ENOTDIR": .noDaemon(path: self.path)
        case "EACCES", "EPERM": .notAllowed(path: self.path)
        default: .unreachable(error)
        }
    }

    private func end(_ failure: ControlFailure) {
        guard !self.isClosed else { return }
        let ended = self.ended
        let open = self.open.sorted { $0.key < $1.key }.map(\.value)
        self.close()
        for call in open {
            call.completion(.failure(failure))
        }
        ended(failure)
    }

    // MARK: What the daemon says

    private func take(_ bytes: [UInt8]) {
        self.splitter.append(bytes)
        while !self.isClosed, let piece = self.splitter.next() {
            switch piece {
            case .tooLong:
                let maximum = ControlLine.answerBytesMaximum
                return self.end(.garbled("a line of more than \(maximum) bytes."))
            case .line(let line):
                do {
                    self.hear(try ControlReply(line: line))
                } catch {
                    return self.end(error)
                }
            }
        }
    }

    private func hear(_ reply: ControlReply) {
        switch reply {
        case .result(let id, let result): self.conclude(id, .success(result))
        case .error(let id, let failure): self.conclude(id, .failure(failure))
        case .rejection(let failure): self.end(failure)
        case .notification(let method, let params): self.notified(method, params)
        }
    }

    private func conclude(_ id: Int64, _ outcome: Result<JSONValue, ControlFailure>) {
        // A late answer to a call that was given up is nobody's.
        guard let call = self.open.removeValue(forKey: id) else { return }
        call.timer.close()
        call.completion(outcome)
    }

    // MARK: Waiting for it

    /// Makes one call on a loop of its own, and waits for the answer.
    public static func ask(
        at path: String,
        _ method: ControlMethod,
        _ params: JSONObject = [:]
    ) throws(ControlFailure) -> JSONValue {
        let loop: Loop
        do {
            loop = try Loop()
        } catch {
            throw .unreachable(error)
        }
        var outcome: Result<JSONValue, ControlFailure> = .failure(.lost(path: path))
        let client = ControlClient(on: loop, path: path, notified: { _, _ in }, ended: { _ in })
        client.call(method, params) { result in
            outcome = result
            loop.stop()
        }
        loop.run()
        return try outcome.get()
    }
}
