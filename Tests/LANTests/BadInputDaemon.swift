import Foundation
import Testing

/// A real daemon on this machine's loopback, without discovery, in folders of its own.
final class BadInputDaemon: Sendable {
    let folder: String
    private let process: RigProcess

    /// Starts it; `ready` waits until it can be used.
    ///
    /// `environment` are words for `env`, such as `HOME=/x` or `--unset=HOME`.
    init(_ options: [String] = [], environment: [String] = []) throws {
        self.folder = FileManager.default.temporaryDirectory.path + "/paceline-bad-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: self.folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        let own = [
            "--discovery", "off", "--state", "\(self.folder)/state", "--socket",
            "\(self.folder)/socket",
        ]
        // What this machine's user has configured must not matter.
        let switches = environment.filter { $0.hasPrefix("--") }
        let variables = environment.filter { !$0.hasPrefix("--") }
        let words = switches + ["XDG_CONFIG_HOME=\(self.folder)"] + variables
        self.process = try RigProcess(
            "/usr/bin/env",
            words + [LAN.program("pacelined")] + own + options
        )
    }

    deinit {
        self.process.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    var socket: String { "\(self.folder)/socket" }
    var processIdentifier: Int32 { self.process.processIdentifier }
    var log: String { self.process.errors }
    var isRunning: Bool { self.process.isRunning }

    /// A daemon that can be joined and driven; the default port yields if another has it.
    static func ready(_ options: String...) async throws -> BadInputDaemon {
        let daemon = try BadInputDaemon(options)
        try await daemon.process.waitForOutput(containing: " port=")
        return daemon
    }

    /// What a start that must fail has said, and its exit status.
    func refusal() async throws -> (status: Int32, sentence: String) {
        let status = try await self.process.waitForExit()
        return (status, self.log)
    }

    func signal(_ number: Int32) { self.process.signal(number) }

    func waitForExit() async throws -> Int32 { try await self.process.waitForExit() }

    func waitForLog(containing text: String) async throws {
        try await self.process.waitForOutput(containing: text)
    }

    var port: String {
        get throws {
            let rest = try #require(self.log.split(separator: " port=").dropFirst().first)
            return String(rest.prefix { $0.isNumber })
        }
    }

    /// Runs a verb of the companion.
    func paceline(_ words: String...) async throws -> RigOutput {
        try await RigProcess.output(
            of: LAN.program("paceline"),
            ["--socket", self.socket] + words
        )
    }

    /// The most memory that it ever had resident, in KiB.
    var peakKiB: Int {
        get throws {
            try RigProcess.memoryKiB(of: self.processIdentifier, "VmHWM")
        }
    }

    /// Starts the hostile peer against this daemon.
    func hostile(_ function: String, _ arguments: String...) throws -> RigProcess {
        let program = badInputPeerScript + badInputScenarioScript + badInputCrowdScript
        return try RigProcess(
            "/usr/bin/python3",
            ["-c", program, function, self.port] + arguments
        )
    }

    /// A good daemon joins, a game is played to its end, and all is as if nothing had been.
    func playsOn() async throws {
        let good = try BadInputDaemon(["--name", "good", "--connect", "127.0.0.1:\(self.port)"])
        try await good.waitForLog(containing: " has joined.")
        let started = try await self.paceline("game", "new", "42")
        #expect(started.status == 0, "\(started.errors)")
        try await eventually("a guess that counts") {
            try await good.paceline("game", "guess", "42").status == 0
        }
        try await eventually("an answer to it") {
            try await self.paceline("game", "answer", "correct").status == 0
        }
        try await good.waitForLog(containing: "The game is over")
        good.signal(SIGTERM)
        #expect(try await good.waitForExit() == 0)
        #expect(self.isRunning)
    }
}
