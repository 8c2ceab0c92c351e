import Foundation
import Testing

/// A real daemon's control socket against clients that say nothing, half of it, or the wrong thing.
@Suite struct BadInputControlTests {
    /// The error code of each scenario that is not −32700 (no JSON) or −32600 (no request).
    static let outcomes = [
        "unknown method": "-32601",
        "params in order": "-32602", "unknown param": "-32602", "missing param": "-32602",
        "a number for a name": "-32602", "null for a name": "-32602", "unknown answer": "-32602",
        "unknown topic": "-32602", "topics of numbers": "-32602",
        "name with escape": "1", "name of 64 bytes": "1", "name of 60 KiB": "1",
        "a word for a number": "1", "rubbish for an identity": "1",
        "nobody": "64", "nobody with escape": "64", "nobody of 60 KiB": "64", "nobody at all": "64",
        "empty lines": "result", "CR LF": "result",
    ]
    /// Scenarios that are JSON, and no request.
    static let noRequest: Set = [
        "70 KiB", "70 KiB of blanks", "a batch", "a number", "null", "no version", "version 1.0",
        "a number for a method", "no method", "an object for an id", "a fraction for an id",
        "unknown member",
    ]

    private func said(
        _ daemon: BadInputDaemon,
        _ function: String,
        _ arguments: String...
    ) async throws -> [String] {
        let client = try await RigProcess.output(
            of: "/usr/bin/python3",
            ["-c", badInputControlScript, function, daemon.socket] + arguments
        )
        #expect(client.status == 0, "\(client.errors)")
        return client.output.split(separator: "\n").map(String.init)
    }

    @Test func `whatever is no call is answered with a code and one sentence`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        let lines = try await self.said(daemon, "table")
        #expect(lines.count == 43)
        for line in lines {
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            let usual = Self.noRequest.contains(parts[0]) ? "-32600" : "-32700"
            #expect(parts[1] == Self.outcomes[parts[0]] ?? usual, "\(parts[0])")
        }
        #expect(try daemon.peakKiB - before < 8 * 1_024)
        #expect(try await daemon.paceline("status").status == 0)
    }

    @Test func `half a line waits, and the 65th client is told to come later`() async throws {
        let daemon = try await BadInputDaemon.ready()
        #expect(
            try await self.said(daemon, "crowd") == [
                "half a line: silence", "the others: result", "one more: 70",
                "the other half: result", "after one has left: result",
            ]
        )
    }

    @Test func `clients that don't read are held back, and others are served`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        #expect(
            try await self.said(daemon, "slow", "500") == [
                "the greedy one is held back", "the worker is served",
            ]
        )
        #expect(try daemon.peakKiB - before < 8 * 1_024)
    }

    @Test(.enabled(if: getuid() == 0, "Only root can be somebody else."))
    func `another user is refused with a sentence`() async throws {
        let daemon = try await BadInputDaemon.ready()
        for path in [daemon.folder, daemon.socket] { try #require(chmod(path, 0o777) == 0) }
        let script =
            "import socket,sys; s = socket.socket(socket.AF_UNIX); "
            + "s.connect(sys.argv[1]); print(s.recv(1000).decode())"
        let stranger = try await RigProcess.output(
            of: "/usr/bin/setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c",
                script,
                daemon.socket,
            ]
        )
        #expect(stranger.output.contains("you are user 65534."), "\(stranger.errors)")
    }
}
