import Commands
import Control
import Glibc
import LoopTesting
import Testing

@Suite struct PlayTests {
    private static let bob: JSONValue = ["id": "bbbbbbbb", "name": "bob"]

    private static func game(
        _ role: String,
        pending: [JSONValue] = []
    ) -> JSONValue {
        [
            "phase": .string(role == "none" ? "none" : "running"), "host": self.bob,
            "role": .string(role), "low": 1, "high": 100, "guesses": 0, "winner": nil,
            "pending": .array(pending.map { ["peer": self.bob, "number": $0] }),
        ]
    }

    /// Writes to the pseudoterminal as a program does, and keeps nothing.
    private static func start(
        _ daemon: FakeDaemon,
        on terminal: Pseudoterminal
    ) -> (status: () -> Int32?, thread: TestThread) {
        let inner = terminal.inner
        let box = Box<Int32?>(nil)
        let path = daemon.path
        let thread = TestThread {
            var surroundings = Console.Surroundings()
            surroundings.inputDescriptor = inner
            surroundings.isInputTerminal = true
            surroundings.isOutputTerminal = true
            let console = Console(
                surroundings: surroundings,
                output: { bytes in
                    let count = bytes.withUnsafeBytes { write(inner, $0.baseAddress, $0.count) }
                    return count == bytes.count ? .written : .failed("short write")
                },
                errors: { _ = $0.withUnsafeBytes { write(inner, $0.baseAddress, $0.count) } },
                clock: { 0 }
            )
            box.value = Companion.run(["play", "--socket", path], on: console)
        }
        return ({ box.value }, thread)
    }

    @Test func `an event in the middle of typing leaves what is typed`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .gameStatus: .success(Self.game("guesser")),
            .gameGuess: .success(["message": "I guessed the number: 512"]),
        ])
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (status, thread) = Self.start(daemon, on: terminal)
        #expect(terminal.wait { $0.current == "guess>" })
        terminal.type("52")
        #expect(terminal.wait { $0.current == "guess> 52" })
        terminal.type("\u{1B}[D")
        #expect(terminal.wait { $0.column == 8 })
        daemon.emit("session", "eve has joined.")
        #expect(
            terminal.wait {
                $0.lines.contains("eve has joined.") && $0.current == "guess> 52" && $0.column == 8
            }
        )
        terminal.type("1")
        #expect(terminal.wait { $0.current == "guess> 512" && $0.column == 9 })
        terminal.type("\r")
        #expect(terminal.wait { $0.lines.contains("I guessed the number: 512") })
        // The same sentence as an event is not shown twice.
        daemon.emit("game", "I guessed the number: 512")
        daemon.emit("session", "eve has left.")
        #expect(terminal.wait { $0.lines.contains("eve has left.") && $0.current == "guess>" })
        #expect(
            terminal.screen.lines == [
                "Type help for what can be typed; Ctrl-D leaves.",
                "bob hosts a game between 1 and 100; 0 guesses so far.", "eve has joined.",
                "guess> 512", "I guessed the number: 512", "eve has left.", "guess>",
            ]
        )
        terminal.type("\u{4}")
        thread.join()
        #expect(status() == 0)
        #expect(daemon.calls.contains(#"game.guess {"number":"512"}"#))
    }

    @Test func `the prompt follows the role, and each line means what it says`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .gameStatus: .success(Self.game("none")),
        ])
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (status, thread) = Self.start(daemon, on: terminal)
        #expect(terminal.wait { $0.current == "new game: your secret 1-100>" })
        terminal.type("c\r")
        #expect(terminal.wait { $0.lines.contains("No game is running; a number starts one.") })
        daemon.set(.gameStatus, Self.game("host"))
        terminal.type("42\r")
        #expect(terminal.wait { $0.current == "waiting for guesses>" })
        #expect(daemon.calls.contains(#"game.new {"secret":"42"}"#))
        terminal.type("7")
        daemon.set(.gameStatus, Self.game("host", pending: [50, 60]))
        daemon.emit("game", "Player bob guessed the number: 50")
        let question = "bob guessed 50: answer (c)orrect/(g)reater/(l)ower>"
        #expect(terminal.wait { $0.current == question + " 7" })
        terminal.type("\u{3}")
        #expect(terminal.wait { $0.current == question })
        terminal.type("\r")
        daemon.set(.gameStatus, Self.game("host"))
        terminal.type("l\r")
        #expect(terminal.wait { $0.current == "waiting for guesses>" })
        #expect(daemon.calls.contains(#"game.answer {"answer":"lower","to":"bbbbbbbb"}"#))
        terminal.type("\u{3}")
        #expect(terminal.wait { $0.lines.contains("Ctrl-D leaves.") })
        terminal.type("nonsense\rquit\r")
        thread.join()
        #expect(status() == 0)
        #expect(!daemon.calls.contains { $0.hasPrefix("game.guess") })
    }

    @Test func `a daemon that comes back is used again, one that stays away ends it`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .gameStatus: .success(Self.game("guesser")),
        ])
        defer { daemon.stop() }
        let terminal = Pseudoterminal()
        let (status, thread) = Self.start(daemon, on: terminal)
        #expect(terminal.wait { $0.current == "guess>" })
        terminal.type("4")
        daemon.hangUp()
        let gone = "The daemon is gone; waiting for it to come back."
        #expect(terminal.wait { $0.lines.contains(gone) && $0.current.hasSuffix("> 4") })
        daemon.comeBack()
        #expect(
            terminal.wait {
                $0.lines.contains("The daemon is back.") && $0.current == "guess> 4"
            }
        )
        daemon.hangUp()
        #expect(terminal.wait { screen in screen.lines.contains { $0.contains("within 5 s.") } })
        thread.join()
        #expect(status() == 69)
    }

    @Test func `lines from a pipe are taken one after the other`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .gameStatus: .success(Self.game("guesser")),
            .gameGuess: .failure(.init(message: "Please enter a valid number.")),
        ])
        defer { daemon.stop() }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let text = Array("50\n\nfoo\n  history  \n7000".utf8)
        #expect(text.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == text.count)
        close(ends[1])
        defer { close(ends[0]) }
        var surroundings = Console.Surroundings()
        surroundings.inputDescriptor = ends[0]
        let run = Run(["play", "--socket", daemon.path], surroundings: surroundings)
        #expect(run.status == 0)
        #expect(
            run.output == "“foo” means nothing here; type help for what does.\n"
                + "No game has been played yet.\n"
        )
        #expect(run.errors == "Please enter a valid number.\nPlease enter a valid number.\n")
        let asked = daemon.calls.filter { !$0.hasPrefix("game.status") }
        #expect(
            asked == [
                #"subscribe {"topics":["session","game"]}"#, #"game.guess {"number":"50"}"#,
                "game.history {}", #"game.guess {"number":"7000"}"#,
            ]
        )
    }

    @Test func `without a daemon it ends at once with 69`() {
        let run = Run(["play", "--socket", "/tmp/nobody-here.sock"])
        #expect(run.status == 69)
        #expect(run.errors.hasPrefix("No Paceline daemon answers"))
    }

    @Test func `the built program gives the terminal back on every way out`() throws {
        let daemon = try FakeDaemon([
            .subscribe: .success([:]), .gameStatus: .success(Self.game("guesser")),
            .rideRoute: .failure(.init()), .rideRiders: .success(Rider.all([Rider.json("Ada")])),
        ])
        defer { daemon.stop() }
        let script = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let folder = CommandLine.arguments[0].split(separator: "/").dropLast().map { "/\($0)" }
        let bin = getenv("PACELINE_BIN").map { String(cString: $0) } ?? folder.joined()
        let words = ["python3", script + "/play_at_a_terminal.py", bin + "/paceline", daemon.path]
        for way in ["hang-up", "terminate", "interrupt", "leave"] {
            #expect(try ChildProcess.run(words + ["play", way]) == 0, "\(way)")
        }
        for way in ["hang-up", "terminate", "interrupt", "leave", "suspend", "resize"] {
            #expect(try ChildProcess.run(words + ["map", way]) == 0, "\(way)")
        }
    }
}
