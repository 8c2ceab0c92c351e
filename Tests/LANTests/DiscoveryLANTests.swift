import Foundation
import Testing

/// Avahi and D-Bus come and go; sessions don't care, and people are told why nobody is found.
@Suite(.onLAN(), .serialized)
struct DiscoveryLANTests {
    private static let noDaemon = "unavailable: avahi-daemon is not running"
    private static let hung = "unavailable: avahi-daemon or D-Bus is running but does not answer"
    private static let noBus =
        "unavailable: The D-Bus system bus is not running, and Avahi needs it"

    @Test func `avahi and its bus may stop, hang and come back`() async throws {
        try await withHousehold(hosts: 3) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            try await home.lan.fault("avahi", "ada", "stop")
            try await ada.start()
            try await self.says(ada, Self.noDaemon)
            try await bob.start()
            try await home.lan.fault("avahi", "ada", "start")
            try await self.recovers(home, "avahi that was absent at the start")
            try await home.areJoined()
            let taps = try [ada.follow(), bob.follow()]

            try await home.lan.fault("avahi", "ada", "stop")
            try await self.says(ada, Self.noDaemon)
            try await home.lan.fault("avahi", "ada", "start")
            try await self.recovers(home, "avahi that was stopped")

            try await home.lan.fault("avahi", "ada", "restart")
            try await self.recovers(home, "avahi that was restarted")

            try await home.lan.fault("avahi", "ada", "freeze")
            try await self.says(ada, Self.hung)
            // A join while it hangs goes by the other's avahi, or not at all; it harms nobody.
            #expect(try await ada.peer("bob")?.state == "joined")
            try await home.lan.fault("avahi", "ada", "thaw")
            try await self.recovers(home, "avahi that hung")

            try await home.lan.fault("dbus", "ada", "stop")
            try await self.says(ada, Self.noBus)
            try await home.lan.fault("dbus", "ada", "start")
            try await home.lan.fault("avahi", "ada", "start")
            try await self.recovers(home, "D-Bus that was stopped")

            for tap in taps {
                #expect(try tap.happenings.filter { $0.topic == "session" } == [])
            }
            #expect(try taps[0].happenings("discoveryUnavailable").count >= 4)
            try await home["eve"].start()
            try await home.areJoined()
        }
    }

    @Test func `a daemon that starts while avahi hangs answers, and joins by hand`() async throws {
        try await withHousehold(hosts: 2) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            for host in home.lan.hosts { try await home.lan.fault("avahi", host, "freeze") }
            try await ada.start()
            try await bob.start()
            try await ada.say("connect", "10.77.0.2:7433")
            try await home.areJoined()
            let taps = try [ada.follow(), bob.follow()]
            try await self.says(ada, Self.hung)
            for host in home.lan.hosts { try await home.lan.fault("avahi", host, "thaw") }
            try await self.recovers(home, "avahi that hung at the start")
            for tap in taps {
                #expect(try tap.happenings.filter { $0.topic == "session" } == [])
            }
            // What hangs must not hold up the end either.
            try await home.lan.fault("avahi", "bob", "freeze")
            let status = try await timed("A stop while avahi hangs", bound: .seconds(3)) {
                try await bob.stop()
            }
            #expect(status == 0)
        }
    }

    @Test func `sixty adverts of nobody starve nobody, nor does avahi's restart meanwhile`()
        async throws
    {
        try await withHousehold(hosts: 3) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            // What a freed or fresh block holds is rubbish, so that trust in zeros would show.
            try await ada.start(environment: ["MALLOC_PERTURB_=165"])
            let process = try #require(ada.process)
            let before = ada.resources
            let ghosts = (0..<60).map { _ in DaemonHost.strangerID() }
            let publishers = try self.publish(ghosts, on: "bob", of: home)
            var most = before
            var slowest = Duration.zero
            try await eventually("all sixty in ada's roster, connecting") {
                let began = ContinuousClock.now
                let shown = Set(try await ada.peers().map(\.id))
                slowest = max(slowest, ContinuousClock.now - began)
                let now = ada.resources
                most = (max(most.descriptors, now.descriptors), max(most.threads, now.threads))
                return shown.isSuperset(of: ghosts)
            }
            print("Sixty ghosts: \(before) before, \(most) at most; slowest answer \(slowest).")
            #expect(most.threads <= before.threads + 8)
            try await home["eve"].start()
            try await timed("A real peer among sixty ghosts until joined", bound: .seconds(3)) {
                try await home["eve"].joins(["ada"])
            }
            for restart in 1...5 {
                try await home.lan.fault("avahi", "ada", "restart")
                try await eventually("discovery after restart \(restart)") {
                    try await ada.status().discovery == "ok"
                }
            }
            #expect(ada.process == process, "\(ada.log)")
            try await bob.start()
            try await home.areJoined()
            let states = try await ada.peers().filter { ghosts.contains($0.id) }.map(\.state)
            #expect(Set(states).isSubset(of: ["connecting", "unreachable"]))
            #expect(!ada.log.contains("ghost"))
            publishers.signal(SIGTERM)
        }
    }

    /// Avahi's records may outlive their publishers (net.md A27): for certain while it is frozen.
    @Test func `a hundred publishers killed at once leave ghosts that harm nobody`() async throws {
        try await withHousehold(hosts: 4) { home in
            let (ada, eve, late) = (home["ada"], home["eve"], home["host4"])
            try await ada.start(["--log-level", "debug"])
            try await eve.start()
            try await home.areJoined()
            let taps = try [ada.follow(), eve.follow()]
            let ghosts = Set((0..<100).map { _ in DaemonHost.strangerID() })
            let publishers = try self.publish(ghosts.sorted(), on: "bob", of: home)
            try await eventually("all hundred in ada's roster") {
                Set(try await ada.peers().map(\.id)).isSuperset(of: ghosts)
            }
            let before = try ada.residentKiB
            try await home.lan.fault("avahi", "bob", "freeze")
            for process in try await home.lan.processes(on: "bob", named: "avahi-publish") {
                kill(process, SIGKILL)
            }
            try await publishers.waitForExit()
            // Among the undead a real peer comes, and is joined as quickly as ever.
            try await late.start()
            try await timed("A real peer among a hundred undead until joined", bound: .seconds(3)) {
                try await late.joins(["ada", "eve"])
            }
            try await eventually("a dial in vain for each of the undead") {
                ada.log.matches(of: /dial \d+: 10\.77\.0\.2:7999/).count >= 100
            }
            let rows = try await ada.peers().filter { ghosts.contains($0.id) }
            #expect(Set(rows.map(\.id)) == ghosts, "Nobody has said that they are gone.")
            #expect(Set(rows.map(\.state)).isSubset(of: ["connecting", "unreachable"]))
            try await home.lan.fault("avahi", "bob", "thaw")
            try await timed("The undead until they are gone", bound: .seconds(5)) {
                try await eventually("none of the hundred in ada's roster") {
                    try await ada.peers().allSatisfy { !ghosts.contains($0.id) }
                }
            }
            let grown = try ada.residentKiB - before
            #expect(grown < 4 * 1_024, "It grew by \(grown) KiB.")
            try await home.areJoined()
            #expect(try await ada.peers().map(\.name) == ["eve", "host4"])
            for tap in taps {
                let told = try tap.happenings.filter { $0.topic == "session" }
                #expect(told.map(\.kind) == ["joined"], "\(told)")
            }
        }
    }

    @Test func `a hidden daemon keeps its peers, and is not advertised`() async throws {
        try await withHousehold(hosts: 3) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            try await ada.start()
            try await bob.start()
            try await home.areJoined()
            let taps = try [ada.follow(), bob.follow()]
            let id = try await ada.status().id
            try await self.host("bob", of: home, sees: id, true)
            try await ada.say("visible", "off")
            try await self.host("bob", of: home, sees: id, false)
            #expect(try await ada.status().visible == false)
            #expect(try await bob.peer("ada")?.state == "joined")
            try await ada.say("visible", "on")
            try await self.host("bob", of: home, sees: id, true)
            for tap in taps {
                #expect(try tap.happenings.filter { $0.topic == "session" } == [])
            }
            // Hidden from the start: it sees others, and joins them.
            try await home["eve"].start(["--hidden"])
            let eve = try await home["eve"].status()
            #expect(!eve.visible)
            #expect(eve.sentence.contains("does not advertise itself"))
            try await home.areJoined()
            try await self.host("bob", of: home, sees: eve.id, false)
        }
    }

    @Test func `a daemon that sees only itself dials nobody`() async throws {
        try await withHousehold(hosts: 1) { home in
            let ada = home["ada"]
            try await home.lan.fault("nic", "ada", "add")
            try await ada.start(["--log-level", "debug"])
            try await self.host("ada", of: home, sees: try await ada.status().id, true)
            #expect(try await ada.peers() == [])
            let sockets = try await home.lan.run(
                on: "ada",
                ["ss", "-Htan", "exclude", "listening"]
            )
            #expect(sockets.output == "")
            #expect(!ada.log.contains("itself."))
        }
    }

    // MARK: What they share

    /// Makes adverts that lead to a port at which nobody listens, a process each.
    private func publish(
        _ labels: [String],
        on host: String,
        of home: Household
    ) throws -> RigProcess {
        let each = "avahi-publish -s $id _paceline._tcp 7999 v=1 id=$id"
        let command = ["sh", "-c", "for id; do \(each) & done; wait", "sh"]
        return try home.lan.start(on: host, command + labels)
    }

    private func says(_ daemon: DaemonHost, _ discovery: String) async throws {
        var said = ""
        do {
            try await eventually("“\(discovery)” of \(daemon.name)") {
                said = try await daemon.status().discovery
                return said == discovery
            }
        } catch RigError.timedOut(let what, let limit) {
            throw RigError.timedOut("\(what); it said “\(said)”", limit)
        }
    }

    /// Waits until ada is found by bob's avahi, and finds what is advertised there anew.
    private func recovers(_ home: Household, _ what: String) async throws {
        try await timed("Recovered from \(what)", bound: .seconds(3)) {
            let id = try await home["ada"].status().id
            let stranger = DaemonHost.strangerID()
            let advert = ["avahi-publish", "-s", stranger, "_paceline._tcp", "7999", "v=1"]
            let publisher = try home.lan.start(on: "bob", advert)
            try await self.says(home["ada"], "ok")
            try await eventually("a stranger in ada's roster") {
                try await home["ada"].peers().contains { $0.id == stranger }
            }
            try await self.host("bob", of: home, sees: id, true)
            publisher.signal(SIGTERM)
        }
    }

    private func host(
        _ host: String,
        of home: Household,
        sees id: String,
        _ expected: Bool
    ) async throws {
        try await eventually("\(host) \(expected ? "seeing" : "no longer seeing") \(id)") {
            let browse = ["avahi-browse", "-pt", "_paceline._tcp"]
            return try await home.lan.run(on: host, browse).output.contains(id) == expected
        }
    }
}
