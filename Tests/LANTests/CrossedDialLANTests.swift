import Foundation
import Testing

/// Two that dial each other at the same instant have one session (net.md D1).
@Suite(.onLAN(), .serialized)
struct CrossedDialLANTests {
    /// 25 rounds; 500 with PACELINE_LONG=1, or as many as PACELINE_ROUNDS says.
    private static let rounds: Int = {
        let environment = ProcessInfo.processInfo.environment
        return environment["PACELINE_ROUNDS"].flatMap { Int($0) }
            ?? (environment["PACELINE_LONG"] == "1" ? 500 : 25)
    }()

    @Test func `two daemons that start at the same instant have one session`() async throws {
        try await withHousehold(hosts: 2) { home in
            let gate = try Gate()
            var times: [Duration] = []
            var failures: [String] = []
            for round in 1...Self.rounds {
                do {
                    times.append(try await self.round(home, gate: gate, isFresh: round % 5 == 0))
                } catch {
                    failures.append("Round \(round): \(error)")
                    for daemon in home.daemons { failures.append(daemon.log) }
                }
                for daemon in home.daemons where daemon.isRunning { try await daemon.kill() }
                for daemon in home.daemons { daemon.forgetRuns() }
            }
            self.report(times)
            #expect(failures == [])
        }
    }

    /// What two processes wait at, until both are let through at once.
    private final class Gate {
        let path = FileManager.default.temporaryDirectory.path + "/paceline-gate-\(UUID())"
        let descriptor: Int32

        init() throws {
            guard mkfifo(self.path, 0o600) == 0 else { throw RigError.failed("mkfifo", self.path) }
            // For reading too, so that opening waits for nobody.
            self.descriptor = open(self.path, O_RDWR)
        }

        deinit {
            close(self.descriptor)
            unlink(self.path)
        }
    }

    /// Starts both at once, and waits until both are joined, by one link.
    ///
    /// With `isFresh` both have new identities, so that now the one, now the other is the arbiter.
    private func round(_ home: Household, gate: Gate, isFresh: Bool) async throws -> Duration {
        let (ada, bob) = (home["ada"], home["bob"])
        for daemon in [ada, bob] {
            if isFresh { try daemon.forget() }
            try daemon.launch(gate: gate.path)
        }
        for daemon in [ada, bob] {
            try await eventually("\(daemon.name) at the gate") { daemon.log.contains("waits") }
        }
        let began = ContinuousClock.now
        // A line for each: whoever reads which byte, both find an end of line.
        write(gate.descriptor, "\n\n", 2)
        for daemon in [ada, bob] { try await daemon.answers() }
        try await home.areJoined()
        let took = ContinuousClock.now - began
        var shown: [[[String]]] = []
        do {
            try await eventually("one connection between the two, the same at both") {
                shown = [
                    try await self.connections(of: ada), try await self.connections(of: bob),
                ]
                return shown[0].count == 1 && shown[1].map { [$0[1], $0[0]] } == shown[0]
            }
        } catch RigError.timedOut(let what, let limit) {
            throw RigError.timedOut("\(what); there are \(shown)", limit)
        }
        try await home.areJoined()
        for daemon in [ada, bob] {
            let joins = daemon.log.split(separator: "\n").filter { $0.contains("event=joined") }
            let others = daemon.log.split(separator: "\n").filter {
                $0.contains("event=left") || $0.contains("event=suspect")
                    || $0.contains("event=refused") || $0.contains("event=identityInUse")
            }
            guard joins.count == 1, others.isEmpty else {
                throw RigError.failed("\(daemon.name) joined \(joins.count) times and", daemon.log)
            }
        }
        return took
    }

    /// The established connections of a daemon's host, as the kernel lists them: both ends.
    private func connections(of daemon: DaemonHost) async throws -> [[String]] {
        guard let process = daemon.process else { return [] }
        // Foundation's own reading ends at the first page of such a file.
        let tables = try await RigProcess.output(
            of: "/bin/cat",
            ["/proc/\(process)/net/tcp", "/proc/\(process)/net/tcp6"]
        )
        return tables.output.split(separator: "\n").compactMap { line -> [String]? in
            let fields = line.split(separator: " ")
            guard fields.count > 3, fields[3] == "01" else { return nil }
            // IPv4 mapped into IPv6 is IPv4.
            return fields[1...2].map {
                String($0).replacing("0000000000000000FFFF0000", with: "")
            }
        }
    }

    private func report(_ times: [Duration]) {
        let sorted = times.sorted()
        guard let least = sorted.first, let most = sorted.last else { return }
        let median = sorted[sorted.count / 2]
        let late = sorted[sorted.count * 95 / 100]
        print(  // tidy-ok: the figures.
            "Crossed dials, \(times.count) rounds, start to joined at both: "
                + "least \(least), median \(median), 95 in 100 \(late), most \(most)"
        )
    }
}
