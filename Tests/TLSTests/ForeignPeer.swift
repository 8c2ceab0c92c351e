import Glibc
import TLS

/// A running foreign peer, and what became of it and of our end.
struct ForeignPeer {
    /// What our end threw, if it did.
    private(set) var error: TLSError?
    /// What the foreign peer echoed.
    private(set) var echo: [UInt8] = []
    /// What our end exported once it was complete.
    private(set) var exported: [UInt8] = []
    /// The lines that the foreign peer reported, each as its words.
    private(set) var report: [[String]] = []

    /// The words after the first report that begins with `word`.
    func words(after word: String) -> [String]? {
        self.report.first { $0.first == word }.map { [String]($0.dropFirst()) }
    }

    /// The bytes that the report `word` gives in hexadecimal.
    func bytes(after word: String) -> [UInt8] {
        let digits = [UInt8]((self.words(after: word)?.first ?? "").utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }

    /// Lets a foreign peer only report its certificate and key.
    static func encoding(_ kind: String) throws -> ForeignPeer {
        var peer = ForeignPeer()
        try peer.run(against: nil, ["encode", kind, "", "1.3"], sending: [])
        return peer
    }

    /// Lets a foreign peer talk with `ours`, which sends `message` and closes after its echo.
    static func talk(
        with ours: TLSConnection,
        certificate kind: String,
        protocols: String = "paceline/1",
        version: String = "1.3",
        sending message: [UInt8] = [1, 2, 3]
    ) throws -> ForeignPeer {
        var peer = ForeignPeer()
        let role = ours.role == .client ? "server" : "client"
        try peer.run(against: ours, [role, kind, protocols, version], sending: message)
        return peer
    }

    private mutating func run(
        against ours: TLSConnection?,
        _ arguments: [String],
        sending message: [UInt8]
    ) throws {
        let (wire, theirWire) = try Self.socketPair()
        let (reports, theirReports) = try Self.socketPair()
        defer {
            close(wire)
            close(reports)
        }
        let process = try Self.spawn(arguments, wire: theirWire, reports: theirReports)
        close(theirWire)
        close(theirReports)
        var talk = Talk(connection: ours, message: message)
        talk.begin()
        talk.flush(to: wire)
        var text: [UInt8] = []
        var open = [pollfd(fd: wire, events: Int16(POLLIN), revents: 0)]
        open.append(pollfd(fd: reports, events: Int16(POLLIN), revents: 0))
        while open.contains(where: { $0.fd >= 0 }) {
            // The deadline of an event, not of a step: a peer that is silent for 30 s hangs.
            guard poll(&open, 2, 30_000) > 0 else { break }
            for index in open.indices where open[index].revents != 0 {
                let bytes = Self.receive(from: open[index].fd)
                if bytes.isEmpty { open[index].fd = -1 }
                if index == 1 {
                    text += bytes
                } else {
                    talk.received(bytes)
                    talk.flush(to: wire)
                }
            }
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        self.error = talk.error
        self.echo = talk.echo
        self.exported = talk.exported
        self.report = String(decoding: text, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ").map { String($0) }
        }
    }

    // MARK: The operating system

    struct SystemFailure: Error { let function: String }

    private static func socketPair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw SystemFailure(function: "socketpair")
        }
        return (ends[0], ends[1])
    }

    private static func receive(from descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return [UInt8](buffer.prefix(max(0, count)))
    }

    private static func spawn(
        _ arguments: [String],
        wire: Int32,
        reports: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, wire, 0)
        posix_spawn_file_actions_adddup2(&actions, wire, 1)
        posix_spawn_file_actions_adddup2(&actions, reports, 2)
        // Debian's own Python, which is the one that has Debian's packages.
        let words = ["/usr/bin/python3", "-c", foreignPeerScript] + arguments
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &pointers, environ) == 0 else {
            throw SystemFailure(function: "posix_spawn")
        }
        return process
    }
}

/// Our end of a talk with a foreign peer: says `message` once it can, and closes after the echo.
private struct Talk {
    let connection: TLSConnection?
    let message: [UInt8]
    var error: TLSError?
    var echo: [UInt8] = []
    var exported: [UInt8] = []
    private var isComplete = false

    init(connection: TLSConnection?, message: [UInt8]) {
        self.connection = connection
        self.message = message
    }

    mutating func begin() { self.received([]) }

    mutating func received(_ bytes: [UInt8]) {
        guard let connection = self.connection, self.error == nil else { return }
        connection.receive(bytes)
        do throws(TLSError) {
            guard try connection.handshake() == .complete else { return }
            if !self.isComplete {
                self.isComplete = true
                self.exported = try connection.exporter(
                    label: "EXPORTER-test",
                    context: [UInt8]("context".utf8),
                    count: 32
                )
                try connection.write(self.message)
            }
            var read: [UInt8] = []
            _ = try connection.read { read.append(contentsOf: $0) }
            self.echo += read
            if self.echo.count >= self.message.count { connection.closeNotify() }
        } catch {
            self.error = error
        }
    }

    /// Sends all that waits, and after a failure or our last word nothing more.
    func flush(to descriptor: Int32) {
        var rest = (self.connection?.takeOutbound() ?? [])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        if self.error != nil || self.connection == nil {
            shutdown(descriptor, Int32(SHUT_WR))
        }
    }
}
