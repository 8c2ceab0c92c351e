import Commands
import Control
import Testing

@Suite struct CommandLineTests {
    private static let calls: [(words: [String], call: String)] = [
        (["status"], "status {}"),
        (["peers"], "peers {}"),
        (["name", "Ada"], #"name {"name":"Ada","force":false}"#),
        (["name", "--force", " Ada Lovelace "], #"name {"name":"Ada Lovelace","force":true}"#),
        (["name", "--", "--force"], #"name {"name":"--force","force":false}"#),
        (["name", "-"], #"name {"name":"-","force":false}"#),
        (["visible", "on"], #"visible {"on":true}"#),
        (["visible", "off"], #"visible {"on":false}"#),
        (["connect", "[fe80::1%eth0]:7433"], #"connect {"peer":"[fe80::1%eth0]:7433"}"#),
        (["disconnect"], "disconnect {}"),
        (["disconnect", "bob"], #"disconnect {"peer":"bob"}"#),
        (["block", "7qk2"], #"block {"peer":"7qk2"}"#),
        (["allow", "7qk2"], #"allow {"peer":"7qk2"}"#),
        (["identity", "show"], "identity.show {}"),
        (["identity", "reset", "--yes"], "identity.reset {}"),
        (["game", "new", "42"], #"game.new {"secret":"42","auto":false}"#),
        (["game", "new", "--auto", "42"], #"game.new {"secret":"42","auto":true}"#),
        (
            ["game", "new", "--high", "9", "5", "--low=0"],
            #"game.new {"secret":"5","auto":false,"low":"0","high":"9"}"#
        ),
        (["game", "new", "-5"], #"game.new {"secret":"-5","auto":false}"#),
        (["game", "guess", "٤٢"], #"game.guess {"number":"٤٢"}"#),
        (["game", "answer", "lower"], #"game.answer {"answer":"lower"}"#),
        (
            ["game", "answer", "--to=bob=x", "correct"],
            #"game.answer {"answer":"correct","to":"bob=x"}"#
        ),
        (
            ["game", "answer", "greater", "--to", "bob"],
            #"game.answer {"answer":"greater","to":"bob"}"#
        ),
        (["game", "cancel"], "game.cancel {}"),
        (["game", "status"], "game.status {}"),
        (["game", "history"], "game.history {}"),
        (["game", "scores"], "game.scores {}"),
    ]

    @Test func `each command line becomes the call that it means`() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        for (words, call) in Self.calls {
            let before = daemon.calls.count
            let run = Run(["--socket", daemon.path] + words)
            #expect(run.status == 0, "\(words): \(run.errors)")
            #expect(daemon.calls.dropFirst(before).first == call, "\(words)")
        }
    }

    @Test func `the socket option stands anywhere, and json is one document`() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        for (words, _) in Self.calls {
            let dashes = words.firstIndex(of: "--") ?? words.count
            let line =
                ["--socket=\(daemon.path)"] + words[..<dashes] + ["--json"] + words[dashes...]
            let run = Run(line)
            #expect(run.status == 0, "\(words): \(run.errors)")
            #expect(run.output.hasSuffix("\n"))
            let document = try JSONReader.value(of: Array(run.output.utf8))
            #expect(document["message"] != nil, "\(words)")
            #expect(run.errors == "")
        }
    }

    private static let wrong: [(words: [String], part: String)] = [
        (["gaem"], "did you mean `paceline game`?"),
        (["zzzzzz"], "`paceline --help` lists"),
        (["game"], "needs one of these after it: new, guess, answer"),
        (["game", "gues", "5"], "did you mean `paceline game guess`?"),
        (["game", "--auto", "new", "42"], "`paceline game` has no option --auto"),
        (["peers", "--wacth"], "did you mean --watch?"),
        (["peers", "-w"], "`paceline peers` has no option -w"),
        (["peers", "bob"], "takes no further word, but “bob” was given"),
        (["peers", "--watch=1"], "--watch takes no value, but “1” was given"),
        (["peers", "--socket"], "--socket needs a value: --socket PATH"),
        (["peers", "--socket="], "--socket needs a value"),
        (["peers", "--socket", "/a", "--socket", "/b"], "--socket is given twice"),
        (["name"], "`paceline name` needs NEW"),
        (["name", "   "], "A name needs at least one character"),
        (["name", "a\u{1B}b"], "U+1B"),
        (["name", String(repeating: "x", count: 64)], "at most 63 bytes"),
        (["visible", "of"], "one of on, off, not “of”; did you mean “on”?"),
        (["block"], "`paceline block` needs PEER"),
        (["block", " "], "is empty"),
        (["connect"], "needs PEER: HOST:PORT"),
        (["game", "answer", "loer"], "did you mean “lower”?"),
        (["game", "answer", "lower", "--to", " "], "is empty"),
        (["game", "new"], "needs SECRET: the number to guess"),
        (["identity"], "show, export, import, reset"),
        (["identity", "reset"], "needs --yes"),
        (["completion", "tcsh"], "one of bash, zsh, fish"),
        (["help", "gaem"], "did you mean `paceline game`?"),
        (["help", "game", "fly"], "`paceline game` has no command “fly”"),
        (["play", "--json"], "is for people"),
    ]

    @Test func `what can't be understood is said in one sentence and ends with 64`() {
        for (words, part) in Self.wrong {
            let run = Run(words)
            #expect(run.status == 64, "\(words)")
            #expect(run.output == "", "\(words)")
            #expect(run.errors.contains(part), "\(words): \(run.errors)")
            #expect(run.errors.count { $0 == "\n" } == 1, "\(words): \(run.errors)")
        }
    }

    @Test func `help and version win over whatever else is wrong`() {
        #expect(Run(["--version"]).output == "paceline \(Release.version)\n")
        #expect(Run(["peers", "--version"]).output == "paceline \(Release.version)\n")
        let lines = [
            ["game", "guess", "--help"], ["game", "-h", "guess", "1", "2", "3"],
            ["game", "guess", "--nope", "--help"], ["help", "game", "guess"],
        ]
        for words in lines {
            let run = Run(words)
            #expect(run.status == 0)
            #expect(run.output.contains("Usage: paceline game guess NUMBER"), "\(words)")
        }
        #expect(Run(["name", "--", "--help"]).status != 0)
    }
}
