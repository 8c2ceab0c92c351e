import Commands
import Control
import Glibc
import LoopTesting
import Testing

/// The map at a terminal, and without one.
@Suite struct MapSessionTests {
    private static let square: JSONValue = [
        "name": "Square", "closed": true,
        "parts": [[[0.01, -0.01], [0.01, 0.01], [-0.01, 0.01], [-0.01, -0.01]]],
    ]

    private static func riders(_ latitude: Double) -> JSONValue {
        Rider.all([
            Rider.json("Ada", latitude, 0, ["own": true]), Rider.json("Sue", -0.01, 0),
        ])
    }

    private static func daemon() throws -> FakeDaemon {
        try FakeDaemon([
            .rideRoute: .success(Self.square), .rideRiders: .success(Self.riders(0.01)),
        ])
    }

    private static func start(
        _ daemon: FakeDaemon,
        on terminal: Pseudoterminal,
        writesMaximum: Int = .max
    ) -> (Run, TestThread) {
        var surroundings = Console.Surroundings()
        surroundings.inputDescriptor = terminal.inner
        surroundings.isInputTerminal = true
        surroundings.isOutputTerminal = true
        return Run.started(
            ["ride", "map", "--socket", daemon.path],
            surroundings: surroundings,
            writesMaximum: writesMaximum
        )
    }

    @Test func `the map fills the screen, moves, obeys keys and gives everything back`() throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        terminal.resize(columns: 60, rows: 16)
        let (run, thread) = Self.start(daemon, on: terminal)
        #expect(run.wait { FullScreen($0).status.hasPrefix("2 riders  5.6 km across  ? help") })
        #expect(FullScreen(run.output).rows.count == 16)
        #expect(FullScreen(run.output).isOther && !FullScreen(run.output).hasCursor)
        #expect(terminal.isRaw)
        let before = FullScreen(run.output).rows
        daemon.set(.rideRiders, Self.riders(0))
        #expect(run.wait { FullScreen($0).rows[8]?.contains("◆ You Cruisin'") == true })
        #expect(before[8]?.contains("◆") == false)
        terminal.type("+")
        #expect(run.wait { FullScreen($0).status.hasPrefix("2 riders  3.7 km across") })
        terminal.type("n\u{1B}[")
        terminal.type("Cc")
        #expect(run.wait { FullScreen($0).status.contains("following you") })
        terminal.type("q")
        thread.join()
        #expect(run.status == 0)
        #expect(!FullScreen(run.output).isOther && FullScreen(run.output).hasCursor)
        #expect(run.output.hasSuffix("\u{1B}[?1049l"))
        #expect(!terminal.isRaw)
        #expect(daemon.calls.count { $0.hasPrefix("ride.route") } == 1)
    }

    @Test func `r asks for the route again, and there may be none by now`() throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (run, thread) = Self.start(daemon, on: terminal)
        #expect(run.wait { FullScreen($0).holds("⡇") })
        daemon.set(.rideRoute) { _ in .failure(.init(message: "No route is known.")) }
        terminal.type("r")
        #expect(run.wait { FullScreen($0).holds("Sue") && !FullScreen($0).holds("⡇") })
        terminal.type("q")
        thread.join()
        #expect(daemon.calls.count { $0.hasPrefix("ride.route") } == 2)
    }

    @Test func `a daemon that comes back is asked anew, one that stays away ends it`() throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (run, thread) = Self.start(daemon, on: terminal)
        #expect(run.wait { FullScreen($0).status.hasPrefix("2 riders") })
        daemon.hangUp()
        #expect(run.wait { FullScreen($0).status.hasPrefix("The daemon is gone; waiting") })
        daemon.comeBack()
        #expect(run.wait { FullScreen($0).status.hasPrefix("2 riders") })
        #expect(daemon.calls.count { $0.hasPrefix("ride.route") } == 2)
        daemon.hangUp()
        thread.join()
        #expect(run.status == 69)
        #expect(run.errors.hasSuffix("is gone and did not come back within 5 s.\n"))
        #expect(run.output.hasSuffix("\u{1B}[?1049l"))
        #expect(!terminal.isRaw)
    }

    @Test func `a daemon that hangs is said to, until it answers`() throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (run, thread) = Self.start(daemon, on: terminal)
        #expect(run.wait { FullScreen($0).status.hasPrefix("2 riders") })
        let isFree = Watched(false)
        daemon.set(.rideRiders) { _ in
            _ = isFree.wait { $0 }
            return .success(Self.riders(0))
        }
        let notice = "The daemon does not answer; this is how it was."
        #expect(run.wait { FullScreen($0).status == notice })
        isFree.change { $0 = true }
        #expect(run.wait { FullScreen($0).status.hasPrefix("2 riders") })
        terminal.type("q")
        thread.join()
        #expect(run.status == 0)
    }

    @Test(arguments: [["map"], ["riders", "--watch"]])
    func `a dumb terminal is sent no orders`(words: [String]) throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        daemon.set(.subscribe, [:])
        let terminal = Pseudoterminal()
        var surroundings = Console.Surroundings()
        surroundings.inputDescriptor = terminal.inner
        surroundings.isInputTerminal = true
        surroundings.isOutputTerminal = true
        surroundings.isDumb = true
        let (run, thread) = Run.started(
            ["ride"] + words + ["--socket", daemon.path],
            surroundings: surroundings
        )
        #expect(run.wait { $0.contains("Sue") && $0.hasSuffix("\n") })
        daemon.hangUp()
        thread.join()
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func `a daemon that says no is told of before the screen is taken`() throws {
        let daemon = try FakeDaemon([
            .rideRoute: .failure(.init(message: "This daemon does not ride.")),
            .rideRiders: .failure(.init(message: "This daemon does not ride.")),
        ])
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (run, thread) = Self.start(daemon, on: terminal)
        thread.join()
        #expect(run.status == 1)
        #expect(run.errors == "This daemon does not ride.\n")
        #expect(run.output == "")
    }

    @Test(arguments: [0, 1, 2])
    func `a terminal that takes no more ends it, and has its keys back`(writes: Int) throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (run, thread) = Self.start(daemon, on: terminal, writesMaximum: writes)
        daemon.set(.rideRiders, Self.riders(0.005))
        terminal.type("+")
        thread.join()
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(!terminal.isRaw)
    }

    @Test func `without a terminal it is one picture of the size that is said`() throws {
        let daemon = try Self.daemon()
        defer { daemon.stop() }
        var surroundings = Console.Surroundings()
        surroundings.columns = 40
        surroundings.rows = 10
        let run = Run(["ride", "map", "--socket", daemon.path], surroundings: surroundings)
        #expect(run.status == 0)
        #expect(
            run.output == """
                            ⢀⣀⣀⣀⣀⣀⣀⣀◆ You Cruisin'   ↑N
                            ⢸              ⡇
                            ⢸              ⡇
                            ⢸              ⡇
                            ⢸              ⡇
                            ⢸              ⡇
                            ⢸              ⡇
                            ⢸              ⡇
                 ├────┤ 1 km⠈⠉⠉⠉⠉⠉⠉⠉● Sue Cruisin'
                2 riders  6.2 km across

                """
        )
        let usual = Run(["ride", "map", "--socket", daemon.path])
        #expect(usual.output.count { $0 == "\n" } == 24)
    }

    @Test func `without a route the riders are drawn all the same`() throws {
        let daemon = try FakeDaemon([
            .rideRoute: .failure(.init(message: "No route is known.")),
            .rideRiders: .success(Self.riders(0.01)),
        ])
        defer { daemon.stop() }
        let run = Run(["ride", "map", "--socket", daemon.path])
        #expect(run.status == 0)
        #expect(run.output.contains("● Sue Cruisin'"))
        #expect(Run(["ride", "map", "--socket", "/tmp/nobody-here.sock"]).status == 69)
    }
}
