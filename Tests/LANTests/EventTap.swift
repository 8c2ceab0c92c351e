import Foundation

/// A subscriber at a control socket: JSON-RPC over a Unix socket, as any program would do it.
///
/// Once made it misses nothing: the daemon has confirmed the subscription.
final class EventTap {
    private struct Line: Decodable {
        let params: Happening?
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var kept: [Happening] = []
    /// Whether the daemon has closed the connection.
    private(set) var hasEnded = false

    init(socket path: String) throws {
        self.descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafeBytes(of: &address) { bytes in
            connect(
                self.descriptor,
                bytes.bindMemory(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count)
            )
        }
        guard connected == 0 else {
            throw RigError.failed("Connecting to \(path)", String(cString: strerror(errno)))
        }
        let request = Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"#.utf8 + [0x0A])
        guard send(self.descriptor, request, request.count, Int32(MSG_NOSIGNAL)) > 0
        else { throw RigError.failed("Subscribing", String(cString: strerror(errno))) }
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(
            self.descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        while !self.received.contains(0x0A), !self.hasEnded { self.receive(flags: 0) }
    }

    deinit { close(self.descriptor) }

    /// All that has happened since the subscription, or the last ``clear()``.
    var happenings: [Happening] {
        get throws {
            while self.receive(flags: Int32(MSG_DONTWAIT)) {}
            while let end = self.received.firstIndex(of: 0x0A) {
                let line = Data(self.received[..<end])
                self.received.removeSubrange(...end)
                if let told = try JSONDecoder().decode(Line.self, from: line).params {
                    self.kept.append(told)
                }
            }
            return self.kept
        }
    }

    /// Those of a kind, about a peer with that name.
    func happenings(_ kind: String, of name: String? = nil) throws -> [Happening] {
        try self.happenings.filter {
            $0.kind == kind && (name == nil || $0.peer?.name == name)
        }
    }

    /// Waits until something of that kind has happened to a peer with that name.
    func hears(_ kind: String, of name: String? = nil) async throws {
        try await eventually("“\(kind)” of \(name ?? "anybody"); so far \(self.lines)") {
            try !self.happenings(kind, of: name).isEmpty
        }
    }

    private var lines: [String] { self.kept.map(\.line) }

    func clear() throws {
        _ = try self.happenings
        self.kept = []
    }

    @discardableResult
    private func receive(flags: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(self.descriptor, &buffer, buffer.count, flags)
        if count == 0 || (count < 0 && flags == 0) { self.hasEnded = true }
        guard count > 0 else { return false }
        self.received += buffer[..<count]
        return true
    }
}
