import Foundation
import Testing

/// What a careless administrator does to a daemon's start: one clear sentence each, and an exit
/// status.
@Suite struct BadInputStartTests {
    /// Prepares a folder, starts a daemon that must not start, and returns what it said.
    private func refusal(
        _ options: (String) -> [String],
        environment: (String) -> [String] = { _ in [] },
        prepare: (String) throws -> Void = { _ in }
    ) async throws -> (status: Int32, sentence: String) {
        let folder = FileManager.default.temporaryDirectory.path + "/paceline-start-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try prepare(folder)
        let daemon = try BadInputDaemon(options(folder), environment: environment(folder))
        let refusal = try await daemon.refusal()
        #expect(refusal.sentence.hasPrefix("pacelined: "))
        #expect(refusal.sentence.hasSuffix(".\n"))
        #expect(refusal.sentence.count { $0 == "\n" } == 1)
        return refusal
    }

    private func put(_ bytes: [UInt8], at path: String, mode: Int = 0o600) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let made = FileManager.default.createFile(
            atPath: path,
            contents: Data(bytes),
            attributes: [.posixPermissions: mode]
        )
        try #require(made)
    }

    // MARK: Ports and sockets

    @Test func `a port asked for and taken is an error, the default one yields`() async throws {
        let first = try await BadInputDaemon.ready()
        let second = try await BadInputDaemon.ready()
        let port = try first.port
        #expect(try second.port != port)
        let refused = try await self.refusal { _ in ["--port", port] }
        #expect(refused.status == 1)
        #expect(refused.sentence.contains(":\(port) failed: address already in use"))
    }

    @Test func `one state folder and one socket are for one daemon`() async throws {
        let first = try await BadInputDaemon.ready()
        let state = try await self.refusal { _ in ["--state", "\(first.folder)/state"] }
        #expect(state.status == 1)
        #expect(state.sentence.contains("Another daemon uses \(first.folder)/state"))
        let socket = try await self.refusal { _ in ["--socket", first.socket] }
        #expect(socket.status == 1)
        #expect(socket.sentence.contains("\(first.socket) is in use"))
        #expect(try await first.paceline("status").status == 0)
    }

    @Test func `the socket that a killed daemon left is taken over`() async throws {
        let first = try await BadInputDaemon.ready()
        first.signal(SIGKILL)
        _ = try await first.waitForExit()
        #expect(FileManager.default.fileExists(atPath: first.socket))
        let second = try await BadInputDaemon.ready("--socket", first.socket)
        #expect(try await first.paceline("status").status == 0)
        second.signal(SIGTERM)
        #expect(try await second.waitForExit() == 0)
        #expect(!FileManager.default.fileExists(atPath: first.socket))
    }

    @Test func `a socket's place that can't be is named`() async throws {
        let plain = try await self.refusal {
            ["--socket", "\($0)/plain"]
        } prepare: {
            try self.put(Array("precious".utf8), at: "\($0)/plain")
        }
        #expect(plain.sentence.contains("exists and is not a socket"))
        let long = try await self.refusal {
            ["--socket", "\($0)/" + String(repeating: "x", count: 99)]
        }
        #expect(long.sentence.contains("at most 107 are possible"))
        let group = try await self.refusal { _ in ["--socket-group", "no-such-group"] }
        #expect(group.sentence.contains("no group called “no-such-group”"))
        #expect([plain.status, long.status, group.status] == [1, 1, 1])
    }

    // MARK: The state folder

    @Test func `a state folder that can't be is named`() async throws {
        let file = try await self.refusal {
            ["--state", "\($0)/file"]
        } prepare: {
            try self.put([], at: "\($0)/file")
        }
        #expect(file.sentence.contains("/file is there and is not a folder"))
        let below = try await self.refusal {
            ["--state", "\($0)/file/below"]
        } prepare: {
            try self.put([], at: "\($0)/file")
        }
        #expect(below.sentence.contains("Not a directory"))
        let proc = try await self.refusal { _ in ["--state", "/proc/paceline"] }
        #expect(proc.sentence.contains("Making the folder /proc/paceline failed"))
        #expect([file.status, below.status, proc.status] == [1, 1, 1])
    }

    @Test(arguments: [
        ("identity.pem", "", 0o600, "holds no usable identity"),
        ("identity.pem", "rubbish", 0o600, "holds no usable identity"),
        ("identity.pem", "rubbish", 0o644, "`chmod 600 "),
        ("format", "7\n", 0o600, "newer version (format 7"),
        ("format", "\u{1B}[2J", 0o600, #"holds “\u{1B}[2J” where the number"#),
        ("blocked", "nobody\n", 0o600, "holds “nobody”, which is no peer's id"),
        ("name", "\u{1B}[2J", 0o600, "holds no usable name"),
    ])
    func `a spoilt file of the state folder is named, and kept`(
        name: String,
        text: String,
        mode: Int,
        sentence: String
    ) async throws {
        let refused = try await self.refusal {
            ["--state", $0]
        } prepare: {
            try self.put(Array(text.utf8), at: "\($0)/\(name)", mode: mode)
        }
        #expect(refused.status == 1)
        #expect(refused.sentence.contains(sentence), "\(refused.sentence)")
        #expect(refused.sentence.contains("/\(name) ") || name == "format")
    }

    // MARK: Options

    @Test func `an option that can't be followed ends with 64, and names the place`() async throws {
        let word = try await self.refusal { _ in ["--port", "zero"] }
        #expect(word.status == 64)
        #expect(word.sentence.hasPrefix("pacelined: --port can't be “zero”: "))
        let escape = try await self.refusal { _ in ["\u{1B}[2J"] }
        #expect(escape.sentence.hasPrefix(#"pacelined: “\u{1B}[2J” is no option"#))
        let file = try await self.refusal { _ in
            []
        } environment: {
            ["XDG_CONFIG_HOME=\($0)"]
        } prepare: {
            try self.put(Array("# x\nfoo = 1\n".utf8), at: "\($0)/paceline/config")
        }
        #expect(file.status == 64)
        #expect(file.sentence.contains("/paceline/config:2: there is no option “foo”"))
    }

    @Test func `a configuration file that can't be read is the system's no`() async throws {
        let long = try await self.refusal { _ in
            []
        } environment: {
            ["XDG_CONFIG_HOME=\($0)"]
        } prepare: {
            let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
            try self.put(bytes, at: "\($0)/paceline/config")
        }
        #expect(long.status == 1)
        #expect(long.sentence.contains("/paceline/config has more than 65536 bytes"))
        let pipe = try await self.refusal { _ in
            []
        } environment: {
            ["XDG_CONFIG_HOME=\($0)"]
        } prepare: {
            try FileManager.default.createDirectory(
                atPath: "\($0)/paceline",
                withIntermediateDirectories: true
            )
            try #require(mkfifo("\($0)/paceline/config", 0o600) == 0)
        }
        #expect(pipe.status == 1)
        #expect(pipe.sentence.contains("/paceline/config is a pipe"))
    }

    @Test func `an argument that is not UTF-8 is refused and not mended`() async throws {
        let program = try LAN.program("pacelined")
        let script = "exec \"$0\" --name \"$(printf 'a\\377b')\""
        let said = try await RigProcess.output(of: "/bin/bash", ["-c", script, program])
        #expect(said.status == 64)
        #expect(said.errors.contains("Argument 2 of the command line is not text in UTF-8."))
    }

    // MARK: Signals and streams

    @Test(arguments: [[SIGTERM], [SIGINT], [SIGHUP], [SIGTERM, SIGINT, SIGTERM, SIGHUP]])
    func `signals stop it cleanly, however many`(signals: [Int32]) async throws {
        let daemon = try await BadInputDaemon.ready()
        for signal in signals { daemon.signal(signal) }
        #expect(try await daemon.waitForExit() == 0)
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        #expect(daemon.log.split(separator: "Stopping: goodbyes first.").count == 2)
    }

    @Test func `the companion does its work without standard streams`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let script = "\"$0\" --socket \"$1\" ride simulants add <&- >&- 2>&-"
        let companion = try LAN.program("paceline")
        let done = try await RigProcess.output(
            of: "/bin/bash",
            ["-c", script, companion, daemon.socket]
        )
        #expect(done.status == 0)
        daemon.signal(SIGTERM)
        #expect(try await daemon.waitForExit() == 0)
    }

    @Test func `SIGPIPE is nothing, and with nohup SIGHUP is nothing either`() async throws {
        let daemon = try BadInputDaemon([], environment: ["--ignore-signal=HUP"])
        try await daemon.waitForLog(containing: " port=")
        daemon.signal(SIGPIPE)
        daemon.signal(SIGHUP)
        #expect(try await daemon.paceline("status").status == 0)
        daemon.signal(SIGTERM)
        #expect(try await daemon.waitForExit() == 0)
    }

    @Test(arguments: ["2>&-", "0<&- 1>&- 2>&-", "2>/dev/full", "2> >(exec true)"])
    func `a standard error that takes nothing disturbs nothing`(streams: String) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/paceline-mute-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script =
            "exec \"$0\" --discovery off --state \"$1\" --socket \"$1/socket\" \(streams)"
        let daemon = try RigProcess(
            "/bin/bash",
            ["-c", script, try LAN.program("pacelined"), folder]
        )
        let companion = try LAN.program("paceline")
        let status = ["--socket", "\(folder)/socket", "status"]
        try await eventually("an answer") {
            try await RigProcess.output(of: companion, status).status == 0
        }
        let key = try String(contentsOfFile: "\(folder)/identity.pem", encoding: .utf8)
        #expect(key.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && !key.contains("level="))
        daemon.signal(SIGTERM)
        #expect(try await daemon.waitForExit() == 0)
    }
}
