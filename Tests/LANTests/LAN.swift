import Foundation
import Testing

/// A LAN of namespaced hosts, each with a real Avahi, made by `scripts/lan`.
///
/// Made by ``withLAN(hosts:options:_:)``, which always takes it down. Should the test process be
/// killed, the LAN's keeper notices and takes it down by itself.
struct LAN: Sendable {
    let name: String
    let hosts: [String]
    /// The process that holds each host's namespaces, as seen from outside.
    let holders: [String: Int32]
    /// The process whose death, however it comes, is the death of everything on the LAN.
    let keeper: Int32
    /// Process 1 of the LAN's PID namespace, as seen from outside.
    let root: Int32

    /// Why no LAN can be made here, or nil.
    static func unavailability() -> String? {
        self.reason
    }

    /// Whether tests on a LAN are to run: they can, or somebody insists and wants to see them fail.
    static func wanted() -> Bool {
        self.reason == nil || ProcessInfo.processInfo.environment["PACELINE_REQUIRE_LAN"] == "1"
    }

    private static let reason: String? = {
        do {
            let check = try RigProcess(Self.script, ["check"])
            check.waitSynchronously()
            return check.status == 0 ? nil : check.errors
        } catch {
            return "scripts/lan can't be run: \(error)"
        }
    }()

    /// The top of the repository.
    static let repository: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    static let script = "\(repository)/scripts/lan"

    fileprivate static let slots = LANSlots()

    /// Where SwiftPM has built `pacelined` and `paceline`: beside this test bundle.
    static func program(_ name: String) throws -> String {
        if let folder = ProcessInfo.processInfo.environment["PACELINE_BIN"] {
            return "\(folder)/\(name)"
        }
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/" + name
    }

    /// Brings a LAN up; it is complete when this returns.
    ///
    /// `hosts` are called ada, bob, eve, host4 and so on; `options` are further ones of
    /// `scripts/lan up`, for instance `--bare` or `--apart`.
    static func up(hosts: Int, options: [String] = []) async throws -> LAN {
        let owner = ProcessInfo.processInfo.processIdentifier
        let name = "test-\(owner)-\(UInt32.random(in: 0 ... .max))"
        let made = try await Self.lan(
            ["up", String(hosts), "--name", name, "--owner", String(owner), "--json"] + options
        )
        let status = try JSONDecoder().decode(Status.self, from: Data(made.utf8))
        return LAN(
            name: name,
            hosts: status.hosts.map(\.name),
            holders: Dictionary(uniqueKeysWithValues: status.hosts.map { ($0.name, $0.pid) }),
            keeper: status.keeper,
            root: status.root
        )
    }

    /// Takes the LAN down, with all that runs on it.
    func down() async throws {
        _ = try await Self.lan(["down", "--name", self.name])
    }

    /// Runs a command on a host to its end.
    ///
    /// The words `pacelined` and `paceline` in the first place are the ones just built.
    func run(on host: String, _ command: [String]) async throws -> RigOutput {
        try await RigProcess.output(of: Self.script, try self.arguments(host, command))
    }

    /// Starts a command on a host and leaves it running.
    func start(on host: String, _ command: [String]) throws -> RigProcess {
        try RigProcess(Self.script, try self.arguments(host, command))
    }

    /// A verb of `scripts/lan` about a host: `fault("cut", "bob")`,
    /// `fault("avahi", "bob", "stop")`.
    func fault(_ words: String...) async throws {
        _ = try await Self.lan(words + ["--name", self.name])
    }

    /// The processes on a host, by their ids as seen from outside, so that they can be signalled.
    func processes(on host: String, named wanted: String? = nil) async throws -> [Int32] {
        let listed = try await Self.lan(["pids", host, "--name", self.name])
        return listed.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard wanted == nil || words.last.map(String.init) == wanted else { return nil }
            return words.first.flatMap { Int32($0) }
        }
    }

    private func arguments(_ host: String, _ command: [String]) throws -> [String] {
        var command = command
        if let first = command.first, first == "pacelined" || first == "paceline" {
            command[0] = try Self.program(first)
        }
        return ["exec", host, "--name", self.name, "--"] + command
    }

    private static func lan(_ arguments: [String]) async throws -> String {
        let done = try await RigProcess.output(of: Self.script, arguments)
        guard done.status == 0 else {
            throw RigError.failed("scripts/lan \(arguments.joined(separator: " "))", done.errors)
        }
        return done.output
    }

    private struct Status: Decodable {
        struct Host: Decodable {
            let name: String
            let pid: Int32
        }

        let keeper: Int32
        let root: Int32
        let hosts: [Host]

        enum CodingKeys: String, CodingKey {
            case keeper, hosts
            case root = "init"
        }
    }
}

/// Makes a LAN as soon as there is a slot, hands it to `body`, and takes it down whatever happens.
func withLAN<Result>(
    hosts: Int,
    options: [String] = [],
    _ body: (LAN) async throws -> Result
) async throws -> Result {
    await LAN.slots.take()
    let result: Swift.Result<Result, any Error>
    do {
        result = .success(try await withLANUp(hosts: hosts, options: options, body))
    } catch {
        result = .failure(error)
    }
    await LAN.slots.giveBack()
    return try result.get()
}

/// Does something while no other test has a LAN.
func withoutOtherLANs<Result>(_ body: () async throws -> Result) async throws -> Result {
    for _ in 0..<LANSlots.count { await LAN.slots.take() }
    let result: Swift.Result<Result, any Error>
    do {
        result = .success(try await body())
    } catch {
        result = .failure(error)
    }
    for _ in 0..<LANSlots.count { await LAN.slots.giveBack() }
    return try result.get()
}

private func withLANUp<Result>(
    hosts: Int,
    options: [String],
    _ body: (LAN) async throws -> Result
) async throws -> Result {
    let lan = try await LAN.up(hosts: hosts, options: options)
    let result: Result
    do {
        result = try await body(lan)
    } catch {
        try await lan.down()
        throw error
    }
    try await lan.down()
    return result
}

extension Trait where Self == ConditionTrait {
    /// Runs where a LAN can be made; elsewhere skips with the reason, or fails if LANs are
    /// required.
    static func onLAN() -> Self {
        .enabled(if: LAN.wanted(), "\(LAN.unavailability() ?? "A LAN can be made here.")")
    }
}
