import Foundation
import Testing

/// Ports, addresses and interfaces change under a daemon (net.md B2–B13, C1, C4).
@Suite(.onLAN(), .serialized)
struct NetworkLANTests {
    @Test func `a daemon that restarts on another port is found there`() async throws {
        try await withHousehold(hosts: 2) { home in
            try await home.startAll()
            let taps = try home["ada"].follow()
            for port in 7501...7505 {
                if port % 2 == 0 {
                    try await home["bob"].stop()
                } else {
                    try await home["bob"].kill()
                }
                try await timed("Restarted on port \(port) until joined", bound: .seconds(3)) {
                    try await home["bob"].start(["--port", "\(port)"])
                    try await home.areJoined()
                    try await eventually("ada showing port \(port)") {
                        try await home["ada"].peer("bob")?.address?.hasSuffix(":\(port)") == true
                    }
                }
            }
            #expect(try taps.happenings("left", of: "bob").count == 5)
        }
    }

    @Test func `a new address is found, whether it comes while joined or not`() async throws {
        try await withHousehold(hosts: 2) { home in
            // A link by IPv6, whose address does not change, would not have to move.
            for host in home.lan.hosts {
                let flush = ["ip", "-6", "address", "flush", "dev", "eth0"]
                #expect(try await home.lan.run(on: host, flush).status == 0)
            }
            try await home.startAll()
            try await timed("A new address while joined until joined by it", bound: .seconds(3)) {
                try await home.lan.fault("address", "bob", "10.77.0.77/24")
                try await eventually("ada joined with bob at the new address") {
                    try await self.reaches(home, "10.77.0.77:7433")
                }
            }
            try await home.areJoined()
            try await home["bob"].stop()
            try await home["ada"].shows("bob", "lost")
            try await home.lan.fault("address", "bob", "10.77.0.88/24")
            try await home["bob"].start()
            try await timed("A new address of a new start until joined by it", bound: .seconds(3)) {
                // By IPv6, maybe, which has not changed; only not where it was.
                try await eventually("ada joined with bob, not at a former address") {
                    let row = try await home["ada"].peer("bob")
                    return row?.state == "joined" && row?.address != "10.77.0.77:7433"
                        && row?.address != "10.77.0.2:7433"
                }
            }
        }
    }

    @Test func `an interface that comes later is served too`() async throws {
        try await withHousehold(hosts: 2) { home in
            try await home.lan.fault("cut", "bob")
            for daemon in home.daemons { try await daemon.start() }
            try await home.lan.fault("nic", "ada", "add")
            try await home.lan.fault("nic", "bob", "add")
            try await timed("A second interface until joined by it", bound: .seconds(5)) {
                try await home.areJoined()
            }
            let address = try await home["ada"].peer("bob")?.address ?? ""
            #expect(address.hasPrefix("10.78.0.2:") || address.hasPrefix("[fe80:"), "\(address)")
        }
    }

    @Test func `a link that is down at the start, and one that flaps, are no obstacle`()
        async throws
    {
        try await withHousehold(hosts: 2) { home in
            try await home.lan.fault("link", "bob", "down")
            for daemon in home.daemons { try await daemon.start() }
            #expect(try await home["bob"].peers() == [])
            try await home.lan.fault("link", "bob", "up")
            try await timed("A link that came up until joined", bound: .seconds(3)) {
                try await home.areJoined()
            }
            let taps = try home.daemons.map { try $0.follow() }
            for _ in 1...3 {
                try await home.lan.fault("link", "bob", "down")
                try await home.lan.fault("link", "bob", "up")
            }
            try await home["bob"].say("game", "new", "5", "--auto")
            try await timed("A link that flapped until a game is seen", bound: .seconds(3)) {
                try await eventually("bob's game at ada") {
                    try await home["ada"].game().phase == "running"
                }
            }
            try await home.areJoined()
            for tap in taps { #expect(try tap.happenings("left") == []) }
        }
    }

    @Test func `hosts with nothing but link-local IPv6 join`() async throws {
        try await withHousehold(hosts: 3) { home in
            for host in home.lan.hosts {
                let flushed = try await home.lan.run(
                    on: host,
                    ["ip", "-4", "address", "flush", "dev", "eth0"]
                )
                #expect(flushed.status == 0, "\(flushed.errors)")
            }
            try await home.startAll()
            for daemon in home.daemons {
                for row in try await daemon.peers() {
                    #expect(row.address?.hasPrefix("[fe80::") == true, "\(row)")
                }
            }
            // The address that is shown is one that a person can give.
            let shown = try #require(try await home["ada"].peer("bob")?.address)
            try await home["ada"].say("disconnect", "bob")
            try await home["ada"].shows("bob", "refused")
            #expect(try await home["ada"].say("connect", "bob").contains("joined"))
            try await home.areJoined()
            #expect(try await home["ada"].peer("bob")?.address == shown)
        }
    }

    @Test func `two links between two hosts make one member, and each will do`() async throws {
        try await withHousehold(hosts: 2) { home in
            for host in home.lan.hosts { try await home.lan.fault("nic", host, "add") }
            try await home.startAll()
            try await eventually("bob's advert on both of ada's interfaces") {
                let seen = try await home.lan.run(
                    on: "ada",
                    ["avahi-browse", "-pt", "_paceline._tcp"]
                )
                let id = try await home["bob"].status().id
                let lines = seen.output.split(separator: "\n").filter { $0.contains(id) }
                return Set(lines.compactMap { $0.split(separator: ";").dropFirst().first }).count
                    == 2
            }
            let taps = try home.daemons.map { try $0.follow() }
            for daemon in home.daemons { #expect(try await daemon.peers().count == 1) }
            let address = try #require(try await home["ada"].peer("bob")?.address)
            #expect(try await self.established(home).count == 1)
            // The one in use falls away; the other is used without anything being found anew.
            let used = address.hasPrefix("10.78.") || address.contains("eth1") ? "eth1" : "eth0"
            try await timed(
                "The link in use went down until joined by the other",
                bound: .seconds(10)
            ) {
                try await home.lan.fault("link", "bob", "down", "--interface", used)
                try await eventually("another address of bob at ada") {
                    let row = try await home["ada"].peer("bob")
                    return row?.state == "joined" && row?.address != address
                }
            }
            try await home.areJoined()
            for daemon in home.daemons { #expect(try await daemon.peers().count == 1) }
            try await home["ada"].say("game", "new", "5", "--auto")
            try await eventually("ada's game at bob") {
                try await home["bob"].game().phase == "running"
            }
            print(  // tidy-ok: what a person was told meanwhile.
                "Told when a link fell: \(try taps.flatMap { try $0.happenings.map(\.line) })"
            )
        }
    }

    @Test func `several daemons on one machine share avahi and join each other`() async throws {
        try await withHousehold(hosts: 2) { home in
            let second = try home.daemon(on: "ada", name: "second", folder: "/run/second")
            let third = try home.daemon(on: "ada", name: "third", folder: "/run/third")
            for daemon in home.daemons { try await daemon.start() }
            try await home.areJoined()
            let ports = try await [
                home["ada"].status().port, second.status().port, third.status().port,
            ]
            #expect(ports[0] == 7433)
            #expect(Set(ports).count == 3)
            // Asked for by number it is an error, said in one sentence.
            let fourth = try home.daemon(on: "ada", name: "fourth", folder: "/run/fourth")
            try fourth.launch(["--port", "7433"])
            try await eventually("fourth's end") { !fourth.isRunning }
            #expect(fourth.log.contains("7433"), "\(fourth.log)")
            // And a second daemon on one state folder is refused.
            let fifth = try home.daemon(on: "ada", name: "fifth", folder: "/run/second")
            try fifth.launch()
            try await eventually("fifth's end") { !fifth.isRunning }
            #expect(fifth.log.contains("/run/second/state"), "\(fifth.log)")
            try await home.areJoined()
        }
    }

    private func reaches(_ home: Household, _ address: String) async throws -> Bool {
        let row = try await home["ada"].peer("bob")
        return row?.state == "joined" && row?.address == address
    }

    private func established(_ home: Household) async throws -> [Substring] {
        try await home.lan.run(on: "ada", ["ss", "-Htn", "state", "established"]).output
            .split(separator: "\n")
    }
}
