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

    /// Command lines of the ride.
    private static let rideCalls: [(words: [String], call: String)] = [
        (["ride", "riders"], "ride.riders {}"),
        (["ride", "log"], "ride.log {}"),
        (
            ["ride", "here", "37.33182,-122.03118"],
            #"ride.here {"latitude":37.33182,"longitude":-122.03118}"#
        ),
        (["ride", "here", "-33.5", "-0.25"], #"ride.here {"latitude":-33.5,"longitude":-0.25}"#),
        (["ride", "here", "-33.5,151"], #"ride.here {"latitude":-33.5,"longitude":151.0}"#),
        (["ride", "here", "-.5,", "+1."], #"ride.here {"latitude":-0.5,"longitude":1.0}"#),
        (["ride", "here", "90, -180"], #"ride.here {"latitude":90.0,"longitude":-180.0}"#),
        (["ride", "here", "0,180"], #"ride.here {"latitude":0.0,"longitude":-180.0}"#),
        (["ride", "here", "33.5S", "0.25w"], #"ride.here {"latitude":-33.5,"longitude":-0.25}"#),
        (
            ["ride", "here", "33.5° N 0.25° E"], #"ride.here {"latitude":33.5,"longitude":0.25}"#
        ),
        (["ride", "here", "33.5,−0.25"], #"ride.here {"latitude":33.5,"longitude":-0.25}"#),
        (["ride", "here", "--", "-1", "2"], #"ride.here {"latitude":-1.0,"longitude":2.0}"#),
        (["ride", "start"], "ride.start {}"),
        (["ride", "start", "--speed", "36"], #"ride.start {"speed":10.0}"#),
        (["ride", "start", "--speed=4.5"], #"ride.start {"speed":1.25}"#),
        (["ride", "away"], "ride.away {}"),
        (["ride", "gpsd"], "ride.gpsd {}"),
        (["ride", "gpsd", "[::1]:2947"], #"ride.gpsd {"address":"[::1]:2947"}"#),
        (["ride", "gpsd", "--off"], #"ride.gpsd {"off":true}"#),
        (["ride", "status", "breather"], #"ride.status {"state":"breather"}"#),
        (["ride", "status", "Cruisin'"], #"ride.status {"state":"cruisin"}"#),
        (["ride", "status", "FLAT!"], #"ride.status {"state":"flat"}"#),
        (["ride", "status", "Helpin’"], #"ride.status {"state":"helpin"}"#),
        (["ride", "simulants", "12"], #"ride.simulants {"count":12}"#),
        (["ride", "simulants", "add"], #"ride.simulants {"add":true}"#),
        (["ride", "simulants", "remove"], #"ride.simulants {"remove":true}"#),
        (["ride", "zone", "list", "--json"], "ride.zones {}"),
        (
            ["ride", "zone", "add", "my home", "37.5,-122", "300"],
            #"ride.zone.add {"name":"my home","latitude":37.5,"longitude":-122.0,"radius":300.0}"#
        ),
        (
            ["ride", "zone", "add", "home", "-37.5", "-122", "1.5", "km"],
            #"ride.zone.add {"name":"home","latitude":-37.5,"longitude":-122.0,"radius":1500.0}"#
        ),
        (["ride", "zone", "remove", "home"], #"ride.zone.remove {"name":"home"}"#),
        (["ride", "precision", "exact"], "ride.precision {}"),
        (["ride", "precision", "500"], #"ride.precision {"metres":500.0}"#),
        (["ride", "precision", "1.5", "km"], #"ride.precision {"metres":1500.0}"#),
        (["ride", "precision", "2km"], #"ride.precision {"metres":2000.0}"#),
        (["ride", "invisible", "on"], #"ride.invisible {"on":true}"#),
        (["ride", "invisible", "off"], #"ride.invisible {"on":false}"#),
        (["ride", "dice", "party"], #"ride.dice {"mode":"party"}"#),
    ]

    @Test func `each command line becomes the call that it means`() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        for (words, call) in Self.calls + Self.rideCalls {
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

    /// Wrong command lines of the ride.
    private static let wrongRides: [(words: [String], part: String)] = [
        (["ride"], "riders, map, log, here"),
        (["ride", "map", "--json"], "`paceline ride riders` takes --json"),
        (["ride", "here"], "needs LAT,LON: degrees"),
        (["ride", "here", "37.5"], "needs a latitude and a longitude"),
        (["ride", "here", "37.5 1 2"], "has more than two numbers"),
        (["ride", "here", "91,0"], "the latitude goes from -90 to 90 degrees, not to 91"),
        (["ride", "here", "-90.001", "0"], "the latitude goes from -90 to 90 degrees"),
        (["ride", "here", "0,540"], "the longitude goes from -180 to 180 degrees, not to 540"),
        (["ride", "here", "nan,0"], "“nan” is no latitude"),
        (["ride", "here", "0,inf"], "“inf” is no longitude"),
        (["ride", "here", "1e1,0x10"], "“1e1” is no latitude"),
        (["ride", "here", "1,0x10"], "“0x10” is no longitude"),
        (["ride", "here", "37,33182,-122,03118"], "a point before their fraction, not a comma"),
        (["ride", "here", "37,33182", "-122,03118"], "a point before their fraction, not a comma"),
        (["ride", "here", "122W,37N"], "the latitude comes first"),
        (["ride", "here", "-37S,1"], "has a sign as well as a letter"),
        (["ride", "here", "N,1"], "is no latitude"),
        (["ride", "here", "1,2", "--sped"], "has no option --sped"),
        (["ride", "start", "loop.gpx"], "takes no further word"),
        (["ride", "start", "--route"], "--route needs a value: --route FILE.gpx"),
        (["ride", "start", "--speed", "0"], "kilometres an hour above 0"),
        (["ride", "start", "--speed", "-5"], "kilometres an hour above 0"),
        (["ride", "start", "--speed", "24,5"], "with a point before a fraction"),
        (["ride", "start", "--speed", "inf"], "kilometres an hour above 0"),
        (["ride", "gpsd", "--off", "a:1"], "HOST:PORT or --off, not both"),
        (["ride", "gpsd", " "], "HOST:PORT that is not empty"),
        (["ride", "status", "flta"], "did you mean “flat”?"),
        (["ride", "simulants", "-1"], "a number, add or remove, not “-1”"),
        (["ride", "simulants", "99999999999999999999"], "a number, add or remove"),
        (["ride", "simulants", ""], "a number, add or remove"),
        (["ride", "zone"], "needs one of these after it: list, add, remove"),
        (["ride", "zone", "add", "home"], "needs LAT,LON"),
        (["ride", "zone", "add", "home", "1,2"], "needs RADIUS: in metres"),
        (["ride", "zone", "add", "home", "1,2", "-3"], "a number of metres above 0"),
        (["ride", "zone", "add", " ", "1,2", "100"], "a name that is not empty"),
        (["ride", "precision", "0"], "a number of metres above 0, or exact"),
        (["ride", "precision", "fine"], "or exact, not “fine”"),
        (["ride", "invisible", "yes"], "one of on, off, not “yes”"),
        (["ride", "dice", "loaded"], "one of party, tutorial"),
        (["ride", "export", "trak"], "did you mean “track”?"),
    ]

    @Test func `what can't be understood is said in one sentence and ends with 64`() {
        for (words, part) in Self.wrong + Self.wrongRides {
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
