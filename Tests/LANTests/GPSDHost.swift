import Foundation
import Testing

/// A real gpsd on a host of a LAN, and the receiver that it listens to.
final class GPSDHost {
    /// Where the receiver begins, and how fast it rides: 10.8 knots are 5.556 m/s.
    static let (latitude, longitude, knots, metresPerSecond) = (37.33, -122.03, 10.8, 5.556)

    /// gpsd's address on its host.
    static let address = "127.0.0.1:2947"
    private static let receiver = "10110"
    private static let folders = ["/usr/sbin", "/usr/local/sbin", "/sbin", "/usr/bin"]

    private let host: String
    private let lan: LAN
    private var runs: [RigProcess] = []
    private var senders: [RigProcess] = []

    /// Not started yet.
    init(on host: String, of lan: LAN) {
        self.host = host
        self.lan = lan
    }

    /// gpsd, if it is installed.
    private static let program: String? = folders.map { "\($0)/gpsd" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isInstalled: Bool { self.program != nil }

    /// What gpsd has said to its standard error.
    var log: String { self.runs.map(\.errors).joined() }

    // MARK: gpsd

    /// Starts it: in the foreground, listening to its receiver from the beginning.
    func start() throws {
        let program = Self.program ?? "gpsd"
        self.runs.append(
            try self.lan.start(
                on: self.host,
                [program, "-N", "-n", "-S", "2947", "udp://127.0.0.1:\(Self.receiver)"]
            )
        )
    }

    /// Ends it, without a chance to say anything.
    func kill() async throws {
        try await self.signal(SIGKILL)
        try await self.runs.last?.waitForExit()
    }

    func freeze() async throws { try await self.signal(SIGSTOP) }

    func thaw() async throws { try await self.signal(SIGCONT) }

    private func signal(_ number: Int32) async throws {
        let processes = try await self.lan.processes(on: self.host, named: "gpsd")
        for process in processes { Foundation.kill(process, number) }
        guard !processes.isEmpty else { throw RigError.failed("Looking for gpsd", self.log) }
    }

    // MARK: Its receiver

    /// Begins to receive, from the start of the way; what was received before ends.
    func receive(hasFix: Bool) async throws {
        if let last = self.senders.last {
            last.signal(SIGTERM)
            try await last.waitForExit()
        }
        self.senders.append(
            try self.lan.start(
                on: self.host,
                [
                    "python3", "-c", nmeaScript, Self.receiver, hasFix ? "fix" : "no-fix",
                    "\(Self.latitude)", "\(Self.longitude)", "\(Self.knots)",
                ]
            )
        )
    }

    /// The latitudes that the receiver has told, by its time in milliseconds since 1970.
    var latitudes: [Int64: Double] {
        let lines = (self.senders.last?.output ?? "").split(separator: "\n")
        return Dictionary(
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard words.count == 2, let latitude = Double(words[0]), let time = Int64(words[1])
                else { return nil }
                return (time, latitude)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs where gpsd is installed; elsewhere skips with the reason, or fails if LANs are
    /// required.
    static func withGPSD() -> Self {
        let isRequired = ProcessInfo.processInfo.environment["PACELINE_REQUIRE_LAN"] == "1"
        return .enabled(
            if: GPSDHost.isInstalled || isRequired,
            "gpsd is not installed; scripts/setup --tests installs it."
        )
    }
}
