import Control
import Dashboard
import EventLoop
import LoopTesting

/// The page's server on a loop and thread of its own, with a daemon behind it that only echoes.
final class RunningDashboard: @unchecked Sendable {  // tidy-ok: the loop owns the dashboard.
    let port: UInt16
    let token: String
    /// The requests of the control API that have come through.
    let called = Watched<[String]>([])
    private let loop: Loop
    private var running: RunningLoop?
    private var dashboard: Dashboard?

    /// `library` is a folder that the map's library is looked for in, if not where Debian has it.
    init(
        at place: PagePlace? = nil,
        tiles: TileTemplate? = nil,
        library: String? = nil
    ) throws {
        self.loop = try Loop()
        let called = self.called
        let dashboard = try Dashboard(
            on: self.loop,
            at: place ?? .port(Self.freePort()),
            tiles: tiles,
            libraryFolder: library
        ) { request, permits, answered in
            let text = String(decoding: request, as: UTF8.self)
            called.change { $0.append(text) }
            let method = ControlMethod(rawValue: text)
            answered(method.map { permits($0) ? Array("permitted".utf8) : Array("no".utf8) })
        }
        self.dashboard = dashboard
        self.port = dashboard.port
        self.token = String(dashboard.addressWithToken.drop { $0 != "=" }.dropFirst())
        self.running = RunningLoop(self.loop)
    }

    /// A port that nobody has, as far as the kernel knows.
    static func freePort() throws -> UInt16 {
        let port = Box<UInt16>(0)
        try RunningLoop.standing { loop in
            let listener = try StreamListener(on: loop, at: .address(.loopback(port: 0))) {
                $0.close()
            }
            port.value = listener.port
            listener.close()
        }
        return port.value
    }

    func tell(_ line: String) { self.tell(["line": .string(line)]) }

    func tell(_ event: JSONValue) {
        self.loop.post { self.dashboard?.tell(event) }
    }

    func stop() {
        self.loop.post {
            self.dashboard?.close()
            self.dashboard = nil
        }
        self.loop.stop()
        self.running?.join()
    }

    // MARK: Asking

    /// The answer to one request on a connection of its own.
    ///
    /// `line` is the method and the target, `fields` are further ones, each with its line's end;
    /// the host is by default the address that `paceline web` prints.
    func ask(
        _ line: String,
        _ fields: String = "",
        host: String? = nil,
        body: String? = nil
    ) -> HTTPReply {
        let client = TCPClient(port: self.port)
        self.send(line, fields, host: host, body: body, by: client)
        return HTTPReply(from: client, toHead: line.hasPrefix("HEAD"))
    }

    private func send(
        _ line: String,
        _ fields: String,
        host: String?,
        body: String?,
        by client: TCPClient
    ) {
        let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
        client.send(
            """
            \(line) HTTP/1.1\r
            Host: \(host ?? "127.0.0.1:\(self.port)")\r
            \(length)\(fields)\r
            \(body ?? "")
            """
        )
    }

    var authorization: String { "Authorization: Bearer \(self.token)\r\n" }

    static let json = "Content-Type: application/json\r\n"

    /// A call of the control API with all that it needs, and `fields`.
    func call(_ body: String, _ fields: String = "") -> HTTPReply {
        self.ask("POST /rpc", self.authorization + Self.json + fields, body: body)
    }

    /// A page that follows the events, from behind the last that it has seen.
    func follow(after lastID: String? = nil, window: Int32? = nil) -> TCPClient {
        let client = TCPClient(port: self.port, window: window)
        let resume = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        self.send("GET /events", self.authorization + resume, host: nil, body: nil, by: client)
        return client
    }
}
