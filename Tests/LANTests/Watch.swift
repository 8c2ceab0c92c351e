import Foundation

/// `paceline watch --json` at a daemon: what a person who watches is told, a line each.
final class Watch {
    private let daemon: DaemonHost
    private let process: RigProcess

    /// Starts it, and waits until it is known to hear: it has heard its own daemon be renamed.
    init(at daemon: DaemonHost) async throws {
        self.daemon = daemon
        self.process = try RigProcess(
            try LAN.program("paceline"),
            ["watch", "--json", "--socket", daemon.socket]
        )
        var tries = 0
        try await eventually("a rename in what \(daemon.name) tells") {
            tries += 1
            try await daemon.say("name", "\(daemon.name)\(tries)", "--force")
            return try !self.happenings("renamed").isEmpty
        }
        try await daemon.say("name", daemon.name, "--force")
    }

    /// All that was told of a kind, about a peer if one is named.
    func happenings(_ kind: String, of id: String? = nil) throws -> [Happening] {
        try self.process.output.split(separator: "\n").dropLast(0)
            .map { try JSONDecoder().decode(Happening.self, from: Data($0.utf8)) }
            .filter { $0.kind == kind && (id == nil || $0.peer?.id == id) }
    }

    /// Waits until something was told that many times; returns it.
    @discardableResult
    func tells(_ kind: String, of id: String, times: Int = 1) async throws -> [Happening] {
        try await eventually("“\(kind)” at \(self.daemon.name), \(times) times") {
            try self.happenings(kind, of: id).count >= times
        }
        return try self.happenings(kind, of: id)
    }
}
