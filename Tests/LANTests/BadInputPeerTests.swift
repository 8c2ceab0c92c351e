import Foundation
import Testing

/// Real daemons against hostile peers over real TLS: who does what is not allowed is told so, costs
/// little, and disturbs nobody else.
@Suite(.serialized)
struct BadInputPeerTests {
    /// What becomes of those scenarios that don't end with goodbye(malformed).
    static let outcomes = [
        "rubbish": "closed",
        "http": "closed",
        "ssh": "closed",
        "zeros": "closed",
        "half a client hello": "closed",
        "TLS 1.2": "alert tlsv1 alert protocol version",
        "no certificate": "alert tlsv13 alert certificate required",
        "no protocol name": "alert tlsv1 alert no application protocol",
        "another protocol name": "alert tlsv1 alert no application protocol",
        "unknown kind 50": "goodbye unsupported",
        "unknown kind 50 when elected": "goodbye unsupported",
        "version 1.7": "goodbye unsupported",
        "unknown kind 200": "open",
        "unknown activity": "open",
        "credit 2^64 - 1": "open",
        "unknown negative key": "greeted",
        "elect 0": "goodbye duplicate",
        "a proof in the lobby": "goodbye wrongGroup",
    ]

    /// What a daemon may grow by, in KiB, whatever strangers do: buffers, and a heap that is not
    /// given back to the system at once.
    static let growthKiB = 16 * 1_024

    private func withinGrowth(_ before: Int, _ daemon: BadInputDaemon) throws {
        let grown = try daemon.peakKiB - before
        #expect(grown < Self.growthKiB, "It grew by \(grown) KiB.")
    }

    /// Runs the hostile peer to its end; what it printed.
    private func attack(
        _ daemon: BadInputDaemon,
        _ function: String,
        _ arguments: String...
    ) async throws -> String {
        let peer = try daemon.hostile(
            function,
            arguments.first ?? Self.usualAmount(of: function)
        )
        try await eventually("the end of \(function)", within: .seconds(300)) { !peer.isRunning }
        #expect(peer.status == 0, "\(peer.errors)")
        return peer.output
    }

    /// What each crowd is asked for when the test doesn't say.
    private static func usualAmount(of function: String) -> String {
        ["dripping_frames": "50", "heavy_frames": "50", "half_snapshots": "2"][function] ?? "40"
    }

    @Test func `whatever the protocol does not allow has its goodbye, alert or close`() async throws
    {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        let peer = try daemon.hostile("table")
        try await eventually("the end of all scenarios", within: .seconds(300)) {
            !peer.isRunning
        }
        #expect(peer.status == 0, "\(peer.errors)")
        let lines = peer.output.split(separator: "\n")
        #expect(lines.count >= 80)
        for line in lines {
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            let expected = Self.outcomes[parts[0]] ?? "goodbye malformed"
            #expect(parts[1] == expected, "\(parts[0])")
        }
        let names = Set(lines.map { String($0.split(separator: ": ")[0]) })
        #expect(names.isSuperset(of: Self.outcomes.keys))
        try self.withinGrowth(before, daemon)
        try await daemon.playsOn()
    }

    @Test func `of two hundred that connect and say nothing 64 are kept, for 10 s`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        let crowd = try daemon.hostile("silent", "200")
        try await crowd.waitForOutput(containing: "gave way")
        try await daemon.playsOn()
        try await crowd.waitForExit()
        #expect(crowd.output == "gave way 136\nended 200\n")
        try self.withinGrowth(before, daemon)
    }

    @Test func `one source has a share of 8, however slowly it comes or fast`() async throws {
        let daemon = try await BadInputDaemon.ready()
        #expect(try await self.attack(daemon, "one_source", "40") == "gave way 32\nended 40\n")
        #expect(try await self.attack(daemon, "burst", "40") == "refused or gave way 32\n")
        try await daemon.playsOn()
    }

    @Test func `a TLS handshake and frames that drip are ended and cost what came`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        let hellos = try await self.attack(daemon, "dripping_hello", "50")
        #expect(hellos.hasPrefix("ended 50 of 50 after "))
        let frames = try await self.attack(daemon, "dripping_frames", "50")
        #expect(frames.hasPrefix("joined 50\n"))
        #expect(!frames.contains("open"))
        try self.withinGrowth(before, daemon)
        try await daemon.playsOn()
    }

    @Test func `what fifty links hold of long frames and snapshots is bounded`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        // 50 frames of 1 MiB, and of 2 × 56 MiB of snapshots what all links may hold: 64 MiB.
        _ = try await self.attack(daemon, "heavy_frames")
        _ = try await self.attack(daemon, "half_snapshots")
        let grown = try daemon.peakKiB - before
        #expect(grown < 160 * 1_024, "It grew by \(grown) KiB.")
        try await daemon.playsOn()
    }

    @Test func `a peer that asks and never reads is closed when its queue is full`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        let said = try await self.attack(daemon, "deaf", "12")
        #expect(said.contains("then closed") || said.contains("then ConnectionResetError"))
        try await daemon.waitForLog(containing: "control frames wait unsent")
        try self.withinGrowth(before, daemon)
        try await daemon.playsOn()
    }

    @Test func `a flood of what nobody knows is taken and forgotten`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        #expect(try await self.attack(daemon, "flood", "3").hasSuffix("; open\n"))
        try self.withinGrowth(before, daemon)
        try await daemon.playsOn()
    }

    @Test func `two hundred resets in the midst of a write disturb nobody`() async throws {
        let daemon = try await BadInputDaemon.ready()
        let before = try daemon.peakKiB
        #expect(try await self.attack(daemon, "resets", "200") == "reset 200\n")
        try self.withinGrowth(before, daemon)
        try await daemon.playsOn()
    }

    @Test func `identities that come and go are not kept for ever`() async throws {
        let daemon = try await BadInputDaemon.ready()
        // What the first fill is what the bounds allow; the second crowd must add next to nothing.
        _ = try await self.attack(daemon, "crowd", "350")
        let filled = try daemon.peakKiB
        _ = try await self.attack(daemon, "crowd", "150")
        let grown = try daemon.peakKiB - filled
        #expect(grown < 4 * 1_024, "It grew by \(grown) KiB.")
    }
}
