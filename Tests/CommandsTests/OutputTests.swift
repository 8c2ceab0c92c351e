import Commands
import Control
import Testing

@Suite struct OutputTests {
    private static let bob: JSONObject = [
        "id": "7qk2f3mdxyzw", "name": "bob", "state": "joined", "address": "10.77.0.2:7433",
        "rttMs": 0.21, "since": "2026-11-30T08:59:48.250Z",
    ]

    private static func peers(_ peers: [JSONObject], _ more: String...) throws -> Run {
        let daemon = try FakeDaemon([
            .peers: .success(["peers": .array(peers.map { .object($0) })]),
            .status: .success(["discovery": "unavailable: no avahi-daemon answers"]),
        ])
        defer { daemon.stop() }
        return Run(["peers", "--socket", daemon.path] + more)
    }

    @Test func `peers are shown in columns of their own width`() throws {
        var eve = Self.bob
        eve["name"] = "eve"
        eve["rttMs"] = 12.6
        eve["since"] = "2026-11-30T07:00:00Z"
        #expect(
            try Self.peers([Self.bob, eve]).output == """
                NAME  ID        STATE   ADDRESS         RTT     SINCE
                bob   7QK2F3MD  joined  10.77.0.2:7433  0.2 ms  12 s
                eve   7QK2F3MD  joined  10.77.0.2:7433  13 ms   2 h

                """
        )
    }

    @Test func `wide names are padded by what they take, and reasons have a column`() throws {
        let wide: JSONObject = [
            "id": "abcd", "name": "日本👩‍💻", "state": "refused", "reason": "notAdmitted",
        ]
        #expect(
            try Self.peers([Self.bob, wide]).output == """
                NAME    ID        STATE    ADDRESS         RTT     SINCE  REASON
                bob     7QK2F3MD  joined   10.77.0.2:7433  0.2 ms  12 s
                日本👩‍💻  ABCD      refused                                 notAdmitted

                """
        )
    }

    @Test func `a name can't move the cursor or begin a line`() throws {
        var evil = Self.bob
        evil["name"] = "a\u{1B}[2Jb\nmallory\u{202E}\u{9B}"
        let run = try Self.peers([evil])
        #expect(run.output.contains("a\\u{1B}[2Jb\\u{A}mallory\\u{202E}\\u{9B}"))
        #expect(!run.output.unicodeScalars.contains("\u{1B}"))
        #expect(run.output.count { $0 == "\n" } == 2)
        #expect(try Self.peers([evil], "--json").output.contains(#"a\u001b[2Jb\n"#))
    }

    @Test func `colours are for terminals`() throws {
        let daemon = try FakeDaemon([
            .peers: .success(["peers": [.object(Self.bob)]])
        ])
        defer { daemon.stop() }
        var surroundings = Console.Surroundings()
        surroundings.isOutputTerminal = true
        let words = ["peers", "--socket", daemon.path]
        #expect(!Run(words, surroundings: surroundings).output.contains("\u{1B}"))
        surroundings.hasColours = true
        let output = Run(words, surroundings: surroundings).output
        #expect(output.contains("\u{1B}[32mjoined\u{1B}[0m  10.77"))
    }

    @Test func `nobody is said with what to do, and why`() throws {
        let run = try Self.peers([])
        #expect(
            run.output == """
                Nobody is here, and discovery is unavailable: no avahi-daemon answers. Type \
                `paceline connect HOST:PORT` to join a machine whose address you know.

                """
        )
        #expect(try Self.peers([], "--json").output == "{\"peers\":[]}\n")
    }

    @Test func `json is the daemon's document in its order`() throws {
        #expect(
            try Self.peers([Self.bob], "--json").output == """
                {"peers":[{"id":"7qk2f3mdxyzw","name":"bob","state":"joined",\
                "address":"10.77.0.2:7433","rttMs":0.21,"since":"2026-11-30T08:59:48.250Z"}]}

                """
        )
    }

    @Test func `statuses follow the daemon's errors, and candidates are listed`() throws {
        let candidates: JSONValue = [
            "candidates": [
                ["id": "7qk2f3mdaaaa", "name": "bob"], ["id": "abcdefghijkl", "name": "bo\nb"],
            ]
        ]
        let daemon = try FakeDaemon([
            .gameGuess: .failure(.init(message: "Please enter a valid number.")),
            .connect: .failure(
                .init(code: .ambiguous, message: "“bo” could be two peers.", data: candidates)
            ),
            .gameCancel: .failure(.init(code: .fault, message: "The disk is full.")),
            .gameAnswer: .success(["message": "ada says: lower", "warning": "That is odd."]),
        ])
        defer { daemon.stop() }
        let refused = Run(["game", "guess", "101", "--socket", daemon.path])
        #expect(refused.status == 1)
        #expect(refused.output == "")
        #expect(refused.errors == "Please enter a valid number.\n")
        let ambiguous = Run(["connect", "bo", "--socket", daemon.path])
        #expect(ambiguous.status == 64)
        #expect(
            ambiguous.errors == """
                “bo” could be two peers.
                  7QK2F3MD  bob
                  ABCDEFGH  bo\\u{A}b

                """
        )
        #expect(Run(["game", "cancel", "--socket", daemon.path]).status == 70)
        let warned = Run(["game", "answer", "lower", "--socket", daemon.path])
        #expect(warned.status == 0)
        #expect(warned.output == "ada says: lower\n")
        #expect(warned.errors == "That is odd.\n")
        let nobody = Run(["peers", "--socket", "\(daemon.folder)/none"])
        #expect(nobody.status == 69)
        #expect(nobody.errors.hasPrefix("No Paceline daemon answers at \(daemon.folder)/none."))
    }

    @Test func `the game is told in sentences`() throws {
        let daemon = try FakeDaemon([
            .gameStatus: .success([
                "phase": "running", "host": ["id": "aaaa", "name": "ada"], "role": "guesser",
                "low": 1, "high": 100, "guesses": 1, "winner": nil,
                "pending": [["peer": ["id": "bbbb", "name": "bob"], "number": 50]],
            ]),
            .gameHistory: .success(["events": []]),
            .gameScores: .success(["scores": []]),
        ])
        defer { daemon.stop() }
        #expect(
            Run(["game", "status", "--socket", daemon.path]).output == """
                ada hosts a game between 1 and 100; 1 guess so far.
                bob guessed 50 and waits for the answer.

                """
        )
        #expect(
            Run(["game", "history", "--socket", daemon.path]).output
                == "No game has been played yet.\n"
        )
        #expect(Run(["game", "scores", "--socket", daemon.path]).output.hasPrefix("No round"))
        daemon.set(.gameStatus, ["phase": "none", "winner": ["id": "b", "name": "bob"]])
        #expect(
            Run(["game", "status", "--socket", daemon.path]).output
                == "No game is running. bob won the last one.\n"
        )
    }
}
