import Foundation
import Glibc
import Testing

@Suite(.onLAN(), .serialized)
struct RigTests {
    @Test func `what one host publishes, another browses`() async throws {
        try await withLAN(hosts: 3) { lan in
            #expect(lan.hosts == ["ada", "bob", "eve"])
            let advert = ["avahi-publish", "-s", "hello from ada", "_paceline._tcp", "7433", "v=1"]
            let publisher = try lan.start(on: "ada", advert)
            try await publisher.waitForOutput(containing: "Established")
            for host in ["bob", "eve"] {
                try await eventually("\(host) resolving ada's advert") {
                    let browse = ["avahi-browse", "--resolve", "-pt", "_paceline._tcp"]
                    let seen = try await lan.run(on: host, browse)
                    return seen.output.contains("ada.local;10.77.0.1;7433;\"v=1\"")
                }
            }
            publisher.signal(SIGTERM)
            try await publisher.waitForExit()
        }
    }

    @Test func `each host has a name, a bus, link-local IPv6 and folders of its own`() async throws
    {
        try await withLAN(hosts: 2) { lan in
            for (number, host) in lan.hosts.enumerated() {
                let shown = try await lan.run(
                    on: host,
                    ["sh", "-c", "hostname; ip -br address show eth0"]
                )
                #expect(shown.output.hasPrefix("\(host)\n"))
                #expect(shown.output.contains(" 10.77.0.\(number + 1)/24 "))
                #expect(shown.output.contains(" fe80::"))
                #expect(try await lan.processes(on: host, named: "dbus-daemon").count == 1)
                #expect(try await lan.processes(on: host, named: "avahi-daemon").count == 1)
            }
            _ = try await lan.run(on: "ada", ["sh", "-c", "touch \"$XDG_RUNTIME_DIR/mine\""])
            #expect(try await lan.run(on: "ada", ["test", "-e", "/run/user/0/mine"]).status == 0)
            #expect(try await lan.run(on: "bob", ["test", "-e", "/run/user/0/mine"]).status == 1)
        }
    }

    @Test func `an exit status and a signal pass through exec`() async throws {
        try await withLAN(hosts: 1, options: ["--bare"]) { lan in
            #expect(try await lan.run(on: "ada", ["sh", "-c", "exit 42"]).status == 42)
            let script = "trap 'echo heard; exit 3' TERM; echo ready; tail -f /dev/null & wait"
            let waiting = try lan.start(on: "ada", ["sh", "-c", script])
            try await waiting.waitForOutput(containing: "ready")
            waiting.signal(SIGTERM)
            try await waiting.waitForOutput(containing: "heard")
            #expect(try await waiting.waitForExit() == 3)
        }
    }

    @Test func `a cut cable is silent, and mends`() async throws {
        try await withLAN(hosts: 2, options: ["--bare"]) { lan in
            // A refused connection proves that packets went there and back.
            let connect = "import socket; socket.create_connection(('10.77.0.2', 9), 0.5)"
            func answer() async throws -> String {
                try await lan.run(on: "ada", ["python3", "-c", connect]).errors
            }
            try await eventually("an answer") { try await answer().contains("refused") }
            try await lan.fault("cut", "bob")
            #expect(try await answer().contains("timed out"))
            let carrier = try await lan.run(on: "bob", ["cat", "/sys/class/net/eth0/carrier"])
            #expect(carrier.output == "1\n")
            try await lan.fault("mend", "bob")
            try await eventually("an answer") { try await answer().contains("refused") }
        }
    }

    @Test(arguments: ["keeper", "root"])
    func `a killed keeper leaves no process behind`(which: String) async throws {
        // Another LAN that came up meanwhile would clear what is left.
        try await withoutOtherLANs { try await self.kill(which) }
    }

    private func kill(_ which: String) async throws {
        let lan = try await LAN.up(hosts: 2)
        let left = try lan.start(
            on: "ada",
            ["sh", "-c", "setsid tail -f /dev/null & wait"]
        )
        try await eventually("the command that stays") {
            try await lan.processes(on: "ada", named: "tail").count == 1
        }
        var all = [lan.keeper, lan.root]
        for host in lan.hosts {
            all += try await lan.processes(on: host)
        }
        // The keeper, its init, on each host a holder, a bus and an avahi-daemon, and sh and tail.
        #expect(all.count == 10)
        Glibc.kill(which == "keeper" ? lan.keeper : lan.root, SIGKILL)
        for process in all {
            try await eventually("the end of process \(process)") { !RigProcess.lives(process) }
        }
        try await left.waitForExit()
        // A killed keeper leaves a folder, which this clears; after its init's end it leaves none.
        let cleared = try await RigProcess.output(of: LAN.script, ["down", "--name", lan.name])
        #expect(cleared.status == (which == "keeper" ? 0 : 1))
        #expect(try self.folders(of: lan) == [])
    }

    @Test func `the end of the owner is the end of the LAN`() async throws {
        let owner = try RigProcess("/usr/bin/tail", ["-f", "/dev/null"])
        let name = "owned-\(ProcessInfo.processInfo.processIdentifier)"
        let arguments = ["up", "1", "--bare", "--json", "--name", name, "--owner"]
        let made = try await RigProcess.output(
            of: LAN.script,
            arguments + [String(owner.processIdentifier)]
        )
        #expect(made.status == 0, "\(made.errors)")
        owner.signal(SIGKILL)
        try await eventually("the end of the LAN") {
            let shown = try await RigProcess.output(of: LAN.script, ["status", "--name", name])
            return shown.output == "No LAN is up.\n" && shown.errors == ""
        }
    }

    @Test func `the machine's own network is untouched`() async throws {
        func links() async throws -> String {
            try await RigProcess.output(of: "/usr/bin/env", ["ip", "-o", "link"]).output
        }
        let before = try await links()
        let during = try await withLAN(hosts: 2, options: ["--apart"]) { _ in try await links() }
        #expect(before.contains("lo:"))
        #expect(during == before)
        #expect(try await links() == before)
    }

    private func folders(of lan: LAN) throws -> [String] {
        let parent = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/tmp"
        return try FileManager.default.contentsOfDirectory(atPath: parent)
            .filter { $0.hasPrefix("paceline-lan-\(lan.name).") }
    }
}
