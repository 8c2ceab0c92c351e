import EventLoop
import HTTP
import LoopTesting

/// An HTTP server on a loop and thread of its own, for the length of one test.
final class RunningHTTPServer: @unchecked Sendable {  // tidy-ok: the loop owns the server.
    let port: UInt16
    /// The paths that were asked for, in order.
    let asked = Watched<[String]>([])
    /// How the streams have ended.
    let ended = Watched<[HTTPEventStream.End]>([])
    private let loop: Loop
    private var running: RunningLoop?
    private var server: HTTPServer?
    private var waiting: [HTTPExchange] = []
    private var timers: [LoopTimer] = []
    private var streams: [HTTPEventStream] = []

    /// `/events` is a stream, `/later` is answered when `release` is called, and any other request
    /// at once with its own body, or its path.
    init(_ limits: HTTPLimits = HTTPLimits()) throws {
        self.loop = try Loop()
        let door = Box<(HTTPExchange) -> Void>({ _ in })
        let server = try HTTPServer(
            on: self.loop,
            at: [.loopback(port: 0)],
            common: [("X-Common", "yes")],
            limits: limits
        ) { door.value($0) }
        self.port = server.addresses.first?.port ?? 0
        self.server = server
        door.value = { [unowned self] in self.answer($0) }
        self.running = RunningLoop(self.loop)
    }

    private func answer(_ exchange: HTTPExchange) {
        let path = exchange.request.target.path
        self.asked.change { $0.append(path) }
        switch path {
        case "/events":
            let stream = exchange.stream { _, end in self.ended.change { $0.append(end) } }
            if let stream { self.streams.append(stream) }
        case "/later": self.waiting.append(exchange)
        case "/large":
            exchange.answer(HTTPResponse(.ok, body: [UInt8](repeating: 0x61, count: 8_388_608)))
        default:
            let body = exchange.request.body.isEmpty ? Array(path.utf8) : exchange.request.body
            exchange.answer(
                HTTPResponse(.ok, headers: [("Content-Type", "text/plain")], body: body)
            )
        }
    }

    /// Waits until a timer of the server's own loop has fired that is due so much later than now.
    ///
    /// Timers fire in the order in which they are due: those that were due before have fired, too.
    func passes(_ duration: Duration) -> Bool {
        let hasPassed = Watched(false)
        self.loop.post {
            let timer = LoopTimer(on: self.loop) { hasPassed.change { $0 = true } }
            timer.arm(after: duration)
            self.timers.append(timer)
        }
        return hasPassed.wait { $0 }
    }

    /// Answers what waits.
    func release() {
        self.loop.post {
            for exchange in self.waiting { exchange.answer(HTTPResponse(.ok, body: [0x6F])) }
            self.waiting = []
        }
    }

    /// Sends an event to every stream.
    func tell(_ data: String) {
        self.loop.post {
            for stream in self.streams { stream.send(ServerSentEvent(data: data)) }
        }
    }

    func stop() {
        self.loop.post {
            self.server?.close()
            self.server = nil
        }
        self.loop.stop()
        self.running?.join()
    }
}
