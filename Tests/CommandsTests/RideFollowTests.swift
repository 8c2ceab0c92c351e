import Commands
import Control
import LoopTesting
import Testing

/// What the verbs that stay show of the ride.
@Suite struct RideFollowTests {
    private static func entry(_ number: Int64) -> JSONValue {
        [
            "number": .int(number), "at": "2026-11-30T09:06:51Z",
            "text": .string("line \(number)"),
        ]
    }

    private static func event(_ number: Int64) -> JSONValue {
        ["topic": "rideLog", "kind": "rideLog", "line": "x", "entry": self.entry(number)]
    }

    private static func log(_ numbers: ClosedRange<Int64>) -> JSONValue {
        ["entries": .array(numbers.map(self.entry)), "last": .int(numbers.upperBound)]
    }

    private static func lines(_ numbers: ClosedRange<Int64>) -> String {
        numbers.map { "09:06:51  line \($0)\n" }.joined()
    }

    @Test func `watch leaves the topics to the daemon, which has those of the ride`() throws {
        let daemon = try FakeDaemon([.subscribe: .success(["topics": []])])
        defer { daemon.stop() }
        let (run, thread) = Run.started(["watch", "--socket", daemon.path])
        #expect(daemon.awaitSubscriber())
        daemon.emit("ride", "Sue of bob has fixed the flat tire of Waldo of ada.")
        daemon.hangUp()
        thread.join()
        #expect(daemon.calls == ["subscribe {}"])
        #expect(run.output == "Sue of bob has fixed the flat tire of Waldo of ada.\n")
    }

    @Test func `a tail shows each entry once, and asks where one is missing`() {
        var tail = RideLogTail()
        // Heard before the log was read: there may be more before it.
        #expect(tail.heard(Self.entry(9)) == .ask)
        #expect(tail.answered(Self.log(5...9)) == (5...9).map(Self.entry))
        let steps = [9, 10, 10, 12, 11].map { tail.heard(Self.entry($0)) }
        #expect(steps == [.pass, .show, .pass, .ask, .show])
        #expect(tail.answered(Self.log(10...13)) == (12...13).map(Self.entry))
        #expect(tail.answered(Self.log(10...13)) == [])
        #expect(tail.heard(["number": "14"]) == .pass)
        #expect(tail.last == 13)
    }

    @Test func `the followed log loses and doubles nothing while it is asked for`() throws {
        let daemon = try FakeDaemon([.subscribe: .success([:])])
        defer { daemon.stop() }
        let newest = Watched<Int64>(4)
        daemon.set(.rideLog) { [unowned daemon] call in
            // What happens between the question and the answer is in both.
            for number in 3...4 { daemon.tell(Self.event(Int64(number))) }
            let last = (try? call.optionalInteger("after")) ?? 0  // tidy-ok: none is from 0 on.
            let kept = last < newest.value ? Self.log(last + 1...newest.value) : ["entries": []]
            return .success(kept)
        }
        let (run, thread) = Run.started(["ride", "log", "--watch", "--socket", daemon.path])
        #expect(run.wait { $0 == Self.lines(1...4) })
        newest.change { $0 = 8 }
        daemon.emit(Self.event(4))
        daemon.emit(Self.event(5))
        // 6 and 7 were dropped on the way.
        daemon.emit(Self.event(8))
        #expect(run.wait { $0 == Self.lines(1...8) })
        daemon.emit(Self.event(9))
        #expect(run.wait { $0 == Self.lines(1...9) })
        daemon.hangUp()
        thread.join()
        #expect(run.status == 69)
        #expect(daemon.calls.first == #"subscribe {"topics":["rideLog"]}"#)
        #expect(run.output == Self.lines(1...9))
    }

    @Test func `the followed log as json has an entry a line`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .rideLog: .success(Self.log(1...2)),
        ])
        defer { daemon.stop() }
        let (run, thread) = Run.started(
            ["ride", "log", "--watch", "--json", "--socket", daemon.path]
        )
        let lines = (1...3).map { JSONWriter.text(of: Self.entry($0)) + "\n" }
        #expect(run.wait { $0 == lines[0] + lines[1] })
        daemon.emit(Self.event(3))
        #expect(run.wait { $0 == lines.joined() })
        daemon.hangUp()
        thread.join()
    }

    @Test func `the watched riders as json are a line at a change that is not their age`() throws {
        func riders(_ latitude: Double, fixAge: Double) -> JSONValue {
            Rider.all([Rider.json("Ada", latitude, 2, ["fixAge": .double(fixAge)])])
        }
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .rideRiders: .success(riders(1, fixAge: 1)),
        ])
        defer { daemon.stop() }
        let (run, thread) = Run.started(
            ["ride", "riders", "--watch", "--json", "--socket", daemon.path]
        )
        #expect(run.wait { $0.hasSuffix("\n") })
        let before = daemon.calls.count
        daemon.set(.rideRiders, riders(1, fixAge: 2))
        daemon.emit("ride", "nothing new")
        #expect(daemon.awaitCalls(before + 1))
        daemon.set(.rideRiders, riders(3, fixAge: 3))
        daemon.emit("ride", "moved")
        #expect(run.wait { $0.contains("\"latitude\":3.0") })
        daemon.hangUp()
        thread.join()
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(!run.output.contains("\"more\""))
    }

    @Test func `on a terminal the watched riders stay in their place and on its rows`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]),
            .rideRiders: .success(Rider.all((0..<40).map { Rider.json("r\($0)") })),
        ])
        defer { daemon.stop() }
        var surroundings = Console.Surroundings()
        surroundings.isOutputTerminal = true
        surroundings.rows = 10
        let (run, thread) = Run.started(
            ["ride", "riders", "--watch", "--socket", daemon.path],
            surroundings: surroundings
        )
        // The second comes by itself, a second later.
        #expect(run.wait { $0.count { $0 == "\u{1B}" } > 20 && $0.hasSuffix("\u{1B}[?7h") })
        daemon.hangUp()
        thread.join()
        let pictures = run.output.split(separator: "\u{1B}[H")
        #expect(pictures.count >= 2)
        for picture in pictures {
            #expect(picture.count { $0 == "\n" } == 9)
            #expect(picture.contains("And 33 more lines than fit here."))
        }
    }
}
