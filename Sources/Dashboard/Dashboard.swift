public import Control
public import EventLoop
import HTTP
import Platform

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
    private let library: MapLibrary
    private let tiles: TileTemplate?
    private let server: HTTPServer
    private var ring: EventRing
    private var streams: [ObjectIdentifier: HTTPEventStream] = [:]
    private var timer: LoopTimer?

    /// The port on 127.0.0.1, and on ::1 where there is IPv6.
    public let port: UInt16

    /// Serves from now on, until `close`.
    ///
    /// `tiles` says where the map has images from, if it is to have any; `libraryFolder` holds
    /// Leaflet, where it is installed.
    public init(
        on loop: Loop,
        at place: PagePlace,
        tiles: TileTemplate? = nil,
        libraryFolder: String? = nil,
        call: @escaping Caller
    ) throws(LoopError) {
        self.loop = loop
        self.call = call
        self.tiles = tiles
        self.library = MapLibrary(folder: libraryFolder ?? MapLibrary.folder)
        let run = Randomness.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.ring = EventRing(run: String(run, radix: 36))
        // The server is there before this object is; nothing comes in before the loop turns.
        let door = Door()
        let headers = PageHeaders.all(tiles: tiles)
        self.server = try Self.server(on: loop, at: place, headers) { door.opened($0) }
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
    /// `event` is what a subscriber at the control socket gets. The log of the ride is left out: it
    /// comes several times a second, and a page asks for it as long as somebody reads it.
    public func tell(_ event: JSONValue) {
        guard event["topic"]?.text != "rideLog" else { return }
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
        _ headers: [(name: String, value: String)],
        handler: @escaping (HTTPExchange) -> Void
    ) throws(LoopError) -> HTTPServer {
        switch place {
        case .port(let port):
            return try self.server(on: loop, port: port, headers, handler: handler)
        case .standard:
            var fault: LoopError
            do throws(LoopError) {
                return try self.server(on: loop, port: self.defaultPort, headers, handler: handler)
            } catch {
                fault = error
            }
            for _ in 0..<self.attemptsMaximum {
                do throws(LoopError) {
                    let free = try self.freePort(on: loop)
                    return try self.server(on: loop, port: free, headers, handler: handler)
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
        _ headers: [(name: String, value: String)],
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
                common: headers,
                handler: handler
            )
        } catch {
            guard ["EAFNOSUPPORT", "EADDRNOTAVAIL"].contains(error.fault?.name) else { throw error }
            return try HTTPServer(on: loop, at: [ipv4], common: headers, handler: handler)
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
            case .library(let name):
                exchange.answer(try self.libraryFile(name).response(to: exchange.request))
            case .map: exchange.answer(self.json(Array(JSONWriter.text(of: self.map).utf8)))
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
            exchange.answer(self.json(answer))
        }
    }

    private func json(_ document: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            .ok,
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: document
        )
    }

    // MARK: The map

    /// What the page makes its map of; null stands for what there is not.
    private var map: JSONValue {
        let entry = self.library.entry
        return [
            "library": entry.map { ["script": .string($0.script), "style": .string($0.style)] }
                ?? .null,
            "tiles": self.tiles.map { .string($0.text) } ?? .null,
        ]
    }

    private func libraryFile(_ name: String) throws(HTTPRefusal) -> PageFile {
        do throws(PlatformError) {
            if let file = try self.library.file(name) { return file }
        } catch {
            throw HTTPRefusal(.notFound, "\(error)")
        }
        throw HTTPRefusal(
            .notFound,
            "This machine has no \(name) of Leaflet; `apt install libjs-leaflet` brings it."
        )
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
