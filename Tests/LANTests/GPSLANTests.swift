import Foundation
import Testing

/// A daemon whose person rides where a real gpsd says.
@Suite(.onLAN(), .withGPSD(), .serialized)
struct GPSLANTests {
    /// Of `paceline ride status --json`, what is of use here.
    private struct You: Decodable {
        struct Receiver: Decodable {
            let address: String
            let state: String
            let detail: String
        }

        let source: String
        let gpsd: Receiver?
    }

    private func person(of daemon: DaemonHost) async throws -> RiderRow? {
        try await daemon.riders().first { $0.own && $0.kind == "person" }
    }

    private func waitForReceiver(_ state: String, of daemon: DaemonHost) async throws -> You {
        var you: You?
        try await eventually("gpsd being “\(state)” at \(daemon.name)") {
            you = try await daemon.ask("ride", "status", as: You.self)
            return you?.gpsd?.state == state
        }
        return try #require(you)
    }

    /// On the way that the receiver rides; at most where it is now, and a second of guessing.
    private func check(_ person: RiderRow, against gpsd: GPSDHost) throws {
        let last = try #require(gpsd.latitudes.values.max())
        let ahead = GPSDHost.metresPerSecond * 1.5 / 111_000
        #expect((GPSDHost.latitude - 1e-6...last + ahead).contains(person.latitude))
        #expect(abs(person.longitude - GPSDHost.longitude) < 1e-5)
    }

    @Test func `the person rides where gpsd says, stays there without it, and rides on with it`()
        async throws
    {
        try await withHousehold(hosts: 1, options: ["--no-avahi"]) { home in
            let ada = home["ada"]
            let gpsd = GPSDHost(on: "ada", of: home.lan)
            try await ada.start(
                ["--gpsd", GPSDHost.address, "--simulants", "0", "--discovery", "off"]
            )
            // It may be there before gpsd is.
            #expect(try await self.waitForReceiver("lost", of: ada).source == "gpsd")
            try gpsd.start()
            try await gpsd.receive(hasFix: false)
            let waiting = try await self.waitForReceiver("noFix", of: ada)
            #expect(waiting.gpsd?.address == GPSDHost.address)
            #expect(try await self.person(of: ada) == nil)

            try await gpsd.receive(hasFix: true)
            _ = try await self.waitForReceiver("fix", of: ada)
            try await eventually("a person at the receiver's speed") {
                guard let person = try await self.person(of: ada) else { return false }
                return abs(person.speed - GPSDHost.metresPerSecond) < 0.1 && person.fixAge < 2
            }
            let riding = try #require(try await self.person(of: ada))
            try self.check(riding, against: gpsd)
            #expect(riding.course.map { $0 < 1 || $0 > 359 } ?? false, "\(riding)")

            try await gpsd.kill()
            let lost = try await self.waitForReceiver("lost", of: ada)
            #expect(lost.source == "gpsd")
            #expect(lost.gpsd?.detail.contains(GPSDHost.address) == true, "\(lost)")
            try await eventually("a fix of five seconds ago") {
                try await self.person(of: ada).map { $0.fixAge > 5 } ?? false
            }
            let left = try #require(try await self.person(of: ada))
            #expect(left.speed == 0)
            try self.check(left, against: gpsd)

            // The receiver has ridden on meanwhile.
            try gpsd.start()
            _ = try await self.waitForReceiver("fix", of: ada)
            try await eventually("a person who rides on") {
                guard let person = try await self.person(of: ada) else { return false }
                return person.fixAge < 2 && person.latitude > left.latitude + 2e-4
            }
            try self.check(try #require(try await self.person(of: ada)), against: gpsd)
        }
    }
}
