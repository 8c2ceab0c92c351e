import Foundation
import Testing

/// The wrapper of libgps against a real gpsd, in a process of its own on a host.
@Suite(.onLAN(), .withGPSD(), .serialized)
struct GPSDrillLANTests {
    private static let isLong = ProcessInfo.processInfo.environment["PACELINE_LONG"] == "1"

    /// What the drill has printed of one fix.
    private struct Fix {
        let mode: Int
        let time: Int64?
        let latitude: Double?
        let longitude: Double?
        let altitude: Double?
        let speed: Double?
        let track: Double?
        let error: Double?

        /// Reads `fix 3 time 1 at 2 3 4 speed 5 track 6 error 7 of device`.
        init?(_ line: Substring) {
            let words = line.split(separator: " ")
            guard words.count == 16, words[0] == "fix", let mode = Int(words[1]) else { return nil }
            self.mode = mode
            self.time = Int64(words[3])
            self.latitude = Double(words[5])
            self.longitude = Double(words[6])
            self.altitude = Double(words[7])
            self.speed = Double(words[9])
            self.track = Double(words[11])
            self.error = Double(words[13])
        }
    }

    private func withDrill(
        _ body: (_ gpsd: GPSDHost, _ drill: RigProcess) async throws -> Void
    ) async throws {
        try await withLAN(hosts: 1, options: ["--bare"]) { lan in
            let gpsd = GPSDHost(on: "ada", of: lan)
            let program = try LAN.program("GPSDrill")
            let drill = try lan.start(on: "ada", [program, GPSDHost.address])
            do {
                try await body(gpsd, drill)
            } catch {
                print(drill.output, gpsd.log)  // tidy-ok: what a person needs to find the fault.
                throw error
            }
        }
    }

    private func fixes(in drill: RigProcess) -> [Fix] {
        drill.output.split(separator: "\n").compactMap(Fix.init)
    }

    /// How many fixes have all that a receiver says.
    private func tracks(in drill: RigProcess) -> Int {
        self.fixes(in: drill).count { $0.track != nil && $0.time != nil }
    }

    private func waitForTracks(_ count: Int, in drill: RigProcess) async throws {
        try await eventually("\(count) tracks") { self.tracks(in: drill) >= count }
    }

    /// Waits until so many lines of it begin like that.
    private func wait(
        for beginning: String,
        times: Int = 1,
        in drill: RigProcess,
        within limit: Duration = .seconds(30)
    ) async throws {
        try await eventually("“\(beginning)”, \(times) times", within: limit) {
            drill.output.split(separator: "\n").count { $0.hasPrefix(beginning) } >= times
        }
    }

    @Test func `a gpsd that comes, gets a fix, goes and comes back`() async throws {
        try await self.withDrill { gpsd, drill in
            try await self.wait(for: "lost Connecting to 127.0.0.1:2947 failed", in: drill)
            try gpsd.start()
            try await self.wait(for: "connected 3.", in: drill)
            try await self.wait(for: "devices 1", in: drill)
            try await gpsd.receive(hasFix: false)
            try await self.wait(for: "fix 1 time - at - - -", in: drill)
            let unfixed = self.fixes(in: drill)
            #expect(!unfixed.isEmpty && unfixed.allSatisfy { $0.mode == 1 })

            try await gpsd.receive(hasFix: true)
            try await self.waitForTracks(3, in: drill)
            try self.check(self.fixes(in: drill), against: gpsd)

            try await gpsd.kill()
            try await self.wait(for: "lost gpsd at 127.0.0.1:2947", in: drill)
            let count = self.tracks(in: drill)
            try gpsd.start()
            try await self.wait(for: "connected 3.", times: 2, in: drill)
            try await self.waitForTracks(count + 3, in: drill)
            try self.check(self.fixes(in: drill), against: gpsd)
            #expect(drill.isRunning)
        }
    }

    /// Each place that has a time is the one that the receiver told then; and none is made up.
    private func check(_ fixes: [Fix], against gpsd: GPSDHost) throws {
        let told = gpsd.latitudes
        let placed = fixes.filter { $0.latitude != nil || $0.longitude != nil }
        #expect(placed.count > 2)
        let last = try #require(told.values.max())
        for fix in placed {
            #expect(fix.mode == 3)
            let latitude = try #require(fix.latitude)
            #expect((GPSDHost.latitude - 1e-6...last + 1e-6).contains(latitude))
            #expect(abs(try #require(fix.longitude) - GPSDHost.longitude) < 1e-6)
            #expect(fix.altitude == 60)
            #expect(fix.error.map { $0 > 0 && $0 < 100 } ?? true)
            if let time = fix.time, let then = told[time] { #expect(abs(latitude - then) < 1e-6) }
        }
        let timed = placed.compactMap(\.time)
        #expect(timed.contains { told[$0] != nil })
        // From two GGA in a row gpsd reckons a speed of its own, a little off.
        let speeds = placed.compactMap(\.speed)
        #expect(speeds.contains { abs($0 - GPSDHost.metresPerSecond) < 0.01 }, "\(speeds)")
        #expect(speeds.allSatisfy { abs($0 - GPSDHost.metresPerSecond) < 0.5 }, "\(speeds)")
        #expect(placed.compactMap(\.track).allSatisfy { $0 == 0 })
    }

    /// 30 s of silence are part of it.
    @Test(.enabled(if: isLong, "30 s of silence are for PACELINE_LONG=1."))
    func `a silent receiver is no silent gpsd, and a stopped gpsd is lost`() async throws {
        try await self.withDrill { gpsd, drill in
            try gpsd.start()
            try await self.wait(for: "devices 1", in: drill)
            // gpsd has nothing to say without a receiver; asked, it answers.
            let silence = Duration.seconds(40)
            let since = ContinuousClock.now
            try await eventually("40 s of silence", within: .seconds(60)) {
                ContinuousClock.now - since > silence
            }
            #expect(!drill.output.contains("lost gpsd"), "\(drill.output)")
            try await gpsd.freeze()
            try await self.wait(
                for: "lost gpsd at 127.0.0.1:2947 has said nothing",
                in: drill,
                within: .seconds(90)
            )
            try await gpsd.thaw()
            try await self.wait(for: "connected", times: 2, in: drill, within: .seconds(60))
        }
    }
}
