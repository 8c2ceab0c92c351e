import Foundation

/// A daemon on a host of a LAN, with its state folder, and its companion.
///
/// The control socket is reached from outside through the host's root folder, so a verb of the
/// companion costs one process and no entering of namespaces.
final class DaemonHost {
    /// The host that it runs on.
    let host: String
    /// What it is called, unless its options say otherwise.
    let name: String
    private let lan: LAN
    private let root: String
    private let folder: String?
    private var runs: [RigProcess] = []

    /// Not started yet.
    ///
    /// `holder` is the process that holds the host's namespaces, as seen from outside; `folder` a
    /// folder on the host for state and socket, `nil` for the usual ones.
    init(on host: String, of lan: LAN, holder: Int32, name: String, folder: String? = nil) {
        self.host = host
        self.name = name
        self.lan = lan
        self.root = "/proc/\(holder)/root"
        self.folder = folder
    }

    /// The control socket as seen from outside.
    var socket: String { "\(self.root)\(self.folder ?? "/run/user/0/paceline")/control.sock" }

    /// The state folder as seen from outside.
    var state: String {
        self.root + (self.folder.map { "\($0)/state" } ?? "/run/home/state/paceline")
    }

    var isRunning: Bool { self.runs.last?.isRunning ?? false }

    /// What this run of the daemon has logged.
    var log: String { self.runs.last?.errors ?? "" }

    /// What every run of it has logged.
    var logs: String {
        self.runs.enumerated().map { number, run in
            "--- \(self.name) on \(self.host), run \(number + 1)\n\(run.errors)\(run.output)"
        }.joined(separator: "\n")
    }

    // MARK: Its life

    /// Starts it, without waiting for anything.
    ///
    /// With `gate`, a FIFO, it says that it waits, and starts when it has read a line from there.
    func launch(
        _ options: [String] = [],
        environment: [String] = [],
        gate: String? = nil
    ) throws {
        var command = [try LAN.program("pacelined")] + options
        if !options.contains("--name") { command += ["--name", self.name] }
        if let folder {
            try FileManager.default.createDirectory(
                atPath: self.root + folder,
                withIntermediateDirectories: true
            )
            command += ["--state", "\(folder)/state", "--socket", "\(folder)/control.sock"]
        }
        if !environment.isEmpty { command = ["env"] + environment + command }
        if let gate {
            command =
                ["sh", "-c", "echo waits >&2; read -r go <\"$0\"; exec \"$@\"", gate] + command
        }
        self.runs.append(try self.lan.start(on: self.host, command))
    }

    /// Starts it, and waits until its companion is answered.
    func start(_ options: [String] = [], environment: [String] = []) async throws {
        try self.launch(options, environment: environment)
        try await self.answers()
    }

    /// Waits until the companion is answered.
    func answers() async throws {
        try await eventually("an answer of the daemon \(self.name)") {
            guard self.isRunning else { throw RigError.failed("pacelined", self.log) }
            return try await self.run("status").status == 0
        }
    }

    /// Ends it as a person would, and waits for its end; returns its exit status.
    @discardableResult
    func stop() async throws -> Int32? {
        self.runs.last?.signal(SIGTERM)
        return try await self.runs.last?.waitForExit()
    }

    /// Ends it without giving it a chance to say anything.
    func kill() async throws {
        self.signal(SIGKILL)
        try await self.runs.last?.waitForExit()
    }

    func freeze() { self.signal(SIGSTOP) }

    func thaw() { self.signal(SIGCONT) }

    private func signal(_ number: Int32) {
        if let process = self.process { Foundation.kill(process, number) }
    }

    /// The daemon's process, as seen from outside; the child of the one that entered the host.
    var process: Int32? {
        guard let run = self.runs.last, run.isRunning else { return nil }
        let entered = run.processIdentifier
        let children = "/proc/\(entered)/task/\(entered)/children"
        let listed = FileManager.default.contents(atPath: children) ?? Data()
        return String(decoding: listed, as: UTF8.self).split(separator: " ").first
            .flatMap { Int32($0) }
    }

    /// How many descriptors and threads the daemon has.
    var resources: (descriptors: Int, threads: Int) {
        guard let process = self.process else { return (0, 0) }
        func count(_ folder: String) -> Int {
            let path = "/proc/\(process)/\(folder)"
            // tidy-ok: a daemon that has just ended has none.
            return (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
        }
        return (count("fd"), count("task"))
    }

    /// The memory that the daemon has resident now, in KiB.
    var residentKiB: Int {
        get throws { try RigProcess.memoryKiB(of: self.process ?? 0, "VmRSS") }
    }

    /// 32 bytes that are nobody's, in base32.
    static func strangerID() -> String {
        String((0..<51).map { _ in "abcdefghijklmnopqrstuvwxyz234567".randomElement() ?? "a" })
            + "q"
    }

    /// Forgets who it was and what it kept; it must not run.
    func forget() throws {
        if FileManager.default.fileExists(atPath: self.state) {
            try FileManager.default.removeItem(atPath: self.state)
        }
    }

    /// Keeps no log of the runs that are over.
    func forgetRuns() { self.runs.removeAll { !$0.isRunning } }

    // MARK: Its companion

    /// Runs a verb of the companion.
    func run(_ words: String...) async throws -> RigOutput { try await self.run(words) }

    private func run(_ words: [String]) async throws -> RigOutput {
        try await RigProcess.output(
            of: try LAN.program("paceline"),
            words + ["--socket", self.socket]
        )
    }

    /// Runs a verb that must be done; returns what a person reads.
    @discardableResult
    func say(_ words: String...) async throws -> String {
        let done = try await self.run(words)
        guard done.status == 0 else {
            throw RigError.failed("“paceline \(words.joined(separator: " "))”", done.errors)
        }
        return done.output
    }

    /// Asks a verb for its one JSON document.
    func ask<Document: Decodable>(
        _ words: String...,
        as kind: Document.Type = Document.self
    ) async throws -> Document {
        let done = try await self.run(words + ["--json"])
        guard done.status == 0 else {
            throw RigError.failed("“paceline \(words.joined(separator: " ")) --json”", done.errors)
        }
        return try JSONDecoder().decode(Document.self, from: Data(done.output.utf8))
    }

    func peers() async throws -> [PeerRow] {
        try await self.ask("peers", as: PeersDocument.self).peers
    }

    /// The row of the one peer with a name; `nil` for none.
    func peer(_ name: String) async throws -> PeerRow? {
        try await self.peers().first { $0.name == name }
    }

    func history() async throws -> [HistoryRow] {
        try await self.ask("game", "history", as: HistoryDocument.self).events
    }

    func status() async throws -> StatusDocument { try await self.ask("status") }

    func game() async throws -> GameDocument { try await self.ask("game", "status") }

    /// Follows all that happens, from now on.
    func follow() throws -> EventTap { try EventTap(socket: self.socket) }
}
