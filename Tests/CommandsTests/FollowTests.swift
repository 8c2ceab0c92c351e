import Commands
import Control
import LoopTesting
import Testing

@Suite struct FollowTests {
    @Test func `watch shows each event on a line until the daemon is gone`() throws {
        let daemon = try FakeDaemon([.subscribe: .success(["topics": []])])
        defer { daemon.stop() }
        let (run, thread) = Run.started(["watch", "--socket", daemon.path])
        #expect(daemon.awaitSubscriber())
        daemon.emit("session", "bob has joined.")
        daemon.emit("game", "two\nlines")
        daemon.hangUp()
        thread.join()
        #expect(run.output == "bob has joined.\ntwo\\u{A}lines\n")
        #expect(run.status == 69)
        #expect(run.errors == "The daemon at \(daemon.path) is gone.\n")
    }

    @Test func `watch with json writes one document a line`() throws {
        let daemon = try FakeDaemon([.subscribe: .success(["topics": []])])
        defer { daemon.stop() }
        let (run, thread) = Run.started(["watch", "--json", "--socket", daemon.path])
        #expect(daemon.awaitSubscriber())
        daemon.emit("session", "a")
        daemon.emit("session", "b")
        daemon.hangUp()
        thread.join()
        let events = try run.output.split(separator: "\n").map {
            try JSONReader.value(of: Array($0.utf8))
        }
        #expect(events.map { $0["line"] } == ["a", "b"])
    }

    @Test func `a reader that has gone ends it quietly`() throws {
        let daemon = try FakeDaemon([.subscribe: .success(["topics": []])])
        defer { daemon.stop() }
        let (run, thread) = Run.started(["watch", "--socket", daemon.path], writesMaximum: 1)
        #expect(daemon.awaitSubscriber())
        for _ in 0..<10 { daemon.emit("session", "line") }
        thread.join()
        #expect(run.output == "line\n")
        #expect(run.errors == "")
        #expect(run.status == 0)
    }

    @Test func `the followed history tells everything once, and another game anew`() throws {
        func events(_ lines: [String]) -> JSONValue {
            ["events": .array(lines.map { ["kind": "x", "at": .string($0), "line": .string($0)] })]
        }
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .gameHistory: .success(events(["a"])),
        ])
        defer { daemon.stop() }
        let (run, thread) = Run.started(["game", "history", "--watch", "--socket", daemon.path])
        #expect(run.wait { $0 == "a\n" })
        daemon.set(.gameHistory, events(["a", "b", "c"]))
        daemon.emit("game", "c")
        #expect(run.wait { $0 == "a\nb\nc\n" })
        daemon.set(.gameHistory, events(["d"]))
        daemon.emit("game", "d")
        #expect(run.wait { $0 == "a\nb\nc\nd\n" })
        daemon.hangUp()
        thread.join()
        #expect(run.status == 69)
    }

    @Test func `the watched peers are shown at every change and not without`() throws {
        func peers(_ name: String) -> JSONValue {
            ["peers": [["id": "abcd", "name": .string(name), "state": "joined"]]]
        }
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .peers: .success(peers("ada")), .status: .success([:]),
        ])
        defer { daemon.stop() }
        let (run, thread) = Run.started(["peers", "--watch", "--socket", daemon.path])
        #expect(run.wait { $0.contains("ada") })
        let before = daemon.calls.count
        daemon.emit("session", "nothing new")
        #expect(daemon.awaitCalls(before + 2))
        daemon.set(.peers, peers("bob"))
        daemon.emit("session", "changed")
        #expect(run.wait { $0.contains("bob") })
        daemon.hangUp()
        thread.join()
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6)
        #expect(lines[2] == "")
    }
}
