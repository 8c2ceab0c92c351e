public import Control
public import EventLoop
import HTTP

/// The daemon's web page, and what it asks for behind it.
///
/// Loop-confined; for this machine only. It has no state of the session: calls go where those of
/// the control socket go, and what happens is passed on as it is.
public final class Dashboard {
    /// Carries out one request of the control API, and tells its answer, if it wants one.
    ///
    /// The closure says which methods are permitted.
    public typealias Caller = (
        _ request: [UInt8],
        _ permits: (ControlMethod) -> Bool,
        _ answered: @escaping ([UInt8]?) -> Void
    ) -> Void

    /// The port that is tried first: the one after the peers'.
    public static let defaultPort: UInt16 = 7434

    /// 15 s: pages notice within 40 s that nobody is there any more, and we likewise.
    private static let heartbeat = Duration.seconds(15)
    /// 8: a kernel's port that is free on 127.0.0.1 is all but always free on ::1.
    private static let attemptsMaximum = 8

    private let loop: Loop
    private let call: Caller
    private let token = PageToken(Randomness.bytes(PageToken.byteCount))
    private let gate: PageGate
    private let server: HTTPServer
    private var ring: EventRing
    private var streams: [ObjectIdentifier: HTTPEventStream] = [:]
    private var timer: LoopTimer?

    /// The port on 127.0.0.1, and on ::1 where there is IPv6.
    public let port: UInt16

    /// Serves from now on, until `close`.
    public init(
        on loop: Loop,
        at place: PagePlace,
        call: @escaping Caller
    ) throws(LoopError) {
        self.loop = loop
        self.call = call
        let run = Randomness.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.ring = EventRing(run: String(run, radix: 36))
        // The server is there before this object is; nothing comes in before the loop turns.
        let door = Door()
        self.server = try Self.server(on: loop, at: place) { door.opened($0) }
        self.port = self.server.addresses.first?.port ?? 0
        self.gate = PageGate(port: self.port, token: self.token, files: PageFile.all())
        self.timer = LoopTimer(on: loop) { [unowned self] in self.beat() }
        door.opened = { [unowned self] exchange in self.asked(exchange) }
    }

    private final class Door {
        var opened: (HTTPExchange) -> Void = { _ in }
    }

    /// The page's address, without the token.
    public var address: String { "http://127.0.0.1:\(self.port)/" }

    /// The page's address with the token, in the fragment, which browsers send to nobody.
    public var addressWithToken: String { "\(self.address)#token=\(self.token.text)" }

    /// Something happened: every page is told.
    ///
    /// `event` is what a subscriber at the control socket gets.
    public func tell(_ event: JSONValue) {
        let event = self.ring.append(event)
        for stream in self.streams.values { stream.send(event) }
    }

    /// Stops serving, and disconnects all pages.
    public func close() {
        self.timer?.close()
        self.timer = nil
        self.server.close()
    }

    // MARK: Listening

    private static func server(
        on loop: Loop,
        at place: PagePlace,
        handler: @escaping (HTTPExchange) -> Void
    ) throws(LoopError) -> HTTPServer {
        switch place {
        case .port(let port):
            return try self.server(on: loop, port: port, handler: handler)
        case .standard:
            var fault: LoopError
            do throws(LoopError) {
                return try self.server(on: loop, port: self.defaultPort, handler: handler)
            } catch {
                fault = error
            }
            for _ in 0..<self.attemptsMaximum {
                do throws(LoopError) {
                    let free = try self.freePort(on: loop)
                    return try self.server(on: loop, port: free, handler: handler)
                } catch {
                    fault = error
                }
            }
            throw fault
        }
    }

    /// At both loopback addresses: whoever types `localhost` may reach either.
    private static func server(
        on loop: Loop,
        port: UInt16,
        handler: @escaping (HTTPExchange) -> Void
    ) throws(LoopError) -> HTTPServer {
        let ipv4 = SocketAddress.loopback(port: port)
        let ipv6 = SocketAddress(
            host: .ipv6([UInt8](repeating: 0, count: 15) + [1], scope: 0),
            port: port
        )
        do throws(LoopError) {
            return try HTTPServer(
                on: loop,
                at: [ipv4] + (ipv6.map { [$0] } ?? []),
                common: PageHeaders.all,
                handler: handler
            )
        } catch {
            guard ["EAFNOSUPPORT", "EADDRNOTAVAIL"].contains(error.fault?.name) else { throw error }
            return try HTTPServer(on: loop, at: [ipv4], common: PageHeaders.all, handler: handler)
        }
    }

    /// A port that the kernel calls free.
    private static func freePort(on loop: Loop) throws(LoopError) -> UInt16 {
        let listener = try StreamListener(on: loop, at: .address(.loopback(port: 0))) { $0.close() }
        defer { listener.close() }
        return listener.port
    }

    // MARK: Answering

    private func asked(_ exchange: HTTPExchange) {
        do throws(HTTPRefusal) {
            switch try self.gate.route(of: exchange.request) {
            case .file(let file): exchange.answer(file.response(to: exchange.request))
            case .events: self.follow(exchange)
            case .call: self.carryOut(exchange)
            }
        } catch {
            exchange.refuse(error)
        }
    }

    private func carryOut(_ exchange: HTTPExchange) {
        self.call(exchange.request.body, { $0.isForPage }) { answer in
            guard let answer else { return exchange.answer(HTTPResponse(.noContent)) }
            exchange.answer(
                HTTPResponse(
                    .ok,
                    headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
                    body: answer
                )
            )
        }
    }

    private func follow(_ exchange: HTTPExchange) {
        let stream = exchange.stream { [unowned self] stream, _ in
            self.streams[ObjectIdentifier(stream)] = nil
        }
        guard let stream else { return }
        self.streams[ObjectIdentifier(stream)] = stream
        let lastID = exchange.request.headers.single("last-event-id")
        for event in self.ring.greeting(after: lastID) { stream.send(event) }
        if let timer, !timer.isArmed { timer.arm(after: Self.heartbeat) }
    }

    /// Nothing wakes a daemon whose page nobody looks at.
    private func beat() {
        for stream in self.streams.values { stream.beat() }
        if !self.streams.isEmpty { self.timer?.arm(after: Self.heartbeat) }
    }
}
