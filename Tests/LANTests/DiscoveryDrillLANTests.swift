import Foundation
import Testing

/// The wrapper of dns_sd.h against a real Avahi, in a process of its own on a host.
///
/// Its own, because a test process has threads and descriptors that come and go, and because
/// entering a host is for a process that has one thread.
@Suite(.onLAN(), .serialized)
struct DiscoveryDrillLANTests {
    /// Threads that do nothing but keep processors busy: they make the rest take several times as
    /// long, so there are more with PACELINE_LONG=1 only.
    private static let spinners =
        ProcessInfo.processInfo.environment["PACELINE_LONG"] == "1" ? "4" : "1"

    @Test func `a thousand short lives on a busy machine leave no thread and no descriptor`()
        async throws
    {
        try await withLAN(hosts: 2) { lan in
            let publisher = try lan.start(
                on: "bob",
                [
                    "sh", "-c",
                    "for n in 1 2 3; do avahi-publish -s $n _paceline._tcp 7999 & done; wait",
                ]
            )
            let drill = try LAN.program("DiscoveryDrill")
            // Nice to the tests beside it, and not to itself.
            let words = ["nice", drill, "storm", "8", "1000", Self.spinners]
            let storm = try await lan.run(on: "ada", words)
            print(storm.output)  // tidy-ok: the figures.
            #expect(storm.status == 0, "\(storm.output)\(storm.errors)")
            publisher.signal(SIGTERM)
        }
    }

    /// A goodbye 50 ms after the advert (net.md B15), which Avahi tells a second later; until then
    /// it is being resolved in vain.
    @Test func `who says goodbye while being resolved is not found late, and not dialled`()
        async throws
    {
        try await withHousehold(hosts: 2) { home in
            let ada = home["ada"]
            try await home.lan.fault("avahi", "bob", "stop")
            try await ada.start(["--log-level", "debug"])
            let drill = try LAN.program("DiscoveryDrill")
            let watch = try home.lan.start(on: "ada", [drill, "watch"])
            try await watch.waitForOutput(containing: "available")
            let (fleeting, staying) = (DaemonHost.strangerID(), DaemonHost.strangerID())
            let bob = try home.lan.start(
                on: "bob",
                ["python3", "-c", advertScript, "10.77.0.2", fleeting, staying]
            )
            try await bob.waitForOutput(containing: "dialled \(staying)")
            // By then the other would have been dialled long since.
            #expect(!bob.output.contains("dialled \(fleeting)"))
            #expect(try await ada.peers().map(\.id) == [staying])
            try await watch.waitForOutput(containing: "resolved \(staying)")
            let told = watch.output.split(separator: "\n").filter { $0.contains(fleeting) }
            #expect(told.map { $0.split(separator: " ")[0] } == ["found", "lost", "ended"])
            #expect(told.last?.hasSuffix("The instance said goodbye.)") == true, "\(told)")
            let log = ada.log.split(separator: "\n")
            let lookUp = try #require(
                log.compactMap { $0.firstMatch(of: /look-up (\d+): (\w+) on/) }
                    .first { $0.2 == fleeting }?.1
            )
            #expect(!ada.log.contains("look-up \(lookUp) found"))
            #expect(!ada.log.contains("look-up \(lookUp) resolved"))
            #expect(ada.log.contains("cancel look-up \(lookUp)"))
        }
    }
}
