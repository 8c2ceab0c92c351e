import Commands
import Control
import Glibc
import LoopTesting
import Testing

/// What the verbs of the ride show.
@Suite struct RideTests {
    private static func run(
        _ words: [String],
        _ results: [ControlMethod: Result<JSONValue, FakeDaemon.Refusal>],
        surroundings: Console.Surroundings = .init()
    ) throws -> Run {
        let daemon = try FakeDaemon(results)
        defer { daemon.stop() }
        return Run(["ride"] + words + ["--socket", daemon.path], surroundings: surroundings)
    }

    // MARK: Riders

    private static let riders = Rider.all(
        [
            Rider.json("Ada", 1, 2, ["own": true, "hidden": true, "owner": ["name": "ada"]]),
            Rider.json(
                "Waldo",
                1,
                2,
                [
                    "own": true, "kind": "simulant", "state": "flat", "speed": 0,
                    "owner": ["name": "ada"], "gap": ["metres": 1_234.5, "seconds": 185.4],
                ]
            ),
            Rider.json(
                "Sue",
                1,
                2,
                [
                    "state": "returnin", "gap": ["metres": -64.2, "seconds": nil],
                    "uncertainty": 500,
                ]
            ),
            Rider.json(
                "日本さん",
                1,
                2,
                [
                    "state": "helpin", "live": false, "fixAge": 75.9,
                    "gap": ["metres": 0, "seconds": 0],
                ]
            ),
            Rider.json(
                "A name that goes on and on until it is cut",
                1,
                2,
                ["state": "wheelyin", "gap": ["metres": -60_000, "seconds": -7_265.0]]
            ),
        ],
        more: 2
    )

    @Test func `riders are a table with gaps, ages and what is odd about them`() throws {
        #expect(
            try Self.run(["riders"], [.rideRiders: .success(Self.riders)]).output == """
                NAME                      KIND      MACHINE                   \
                STATE      SPEED      GAP               FIX    NOTE
                You                       person    ada                       \
                Cruisin'   24.2 km/h                    1 s    hidden
                Waldo                     simulant  ada                       \
                Flat!      0.0 km/h   +1.2 km  +3:05    1 s
                Sue                       person    host of Sue               \
                Returnin'  24.2 km/h  -64 m             1 s    within 500 m
                日本さん                  person    host of 日本さん          \
                Helpin'    24.2 km/h  0 m  0:00         1 min  stale
                A name that goes on and…  person    host of A name that goe…  \
                wheelyin   24.2 km/h  -60 km  -2:01:05  1 s
                And 2 more.

                """
        )
    }

    @Test func `on a terminal with colours a state has one, and who is stale is faint`() throws {
        var surroundings = Console.Surroundings()
        surroundings.hasColours = true
        let run = try Self.run(
            ["riders"],
            [.rideRiders: .success(Self.riders)],
            surroundings: surroundings
        )
        #expect(run.output.contains("\u{1B}[31mFlat!\u{1B}[0m"))
        #expect(run.output.contains("\u{1B}[2m日本さん\u{1B}[0m"))
        #expect(run.output.contains("\u{1B}[2mHelpin'\u{1B}[0m"))
    }

    @Test func `riders as json are the daemon's, in its order`() throws {
        let run = try Self.run(["riders", "--json"], [.rideRiders: .success(Self.riders)])
        let members = JSONWriter.text(of: Self.riders["riders"] ?? nil)
        #expect(run.output == "{\"riders\":\(members)}\n")
    }

    @Test func `nobody rides is said with what to do`() throws {
        let run = try Self.run(["riders"], [.rideRiders: .success(Rider.all([]))])
        #expect(run.output.hasPrefix("Nobody rides yet: `paceline ride here LAT,LON`"))
        #expect(run.status == 0)
    }

    @Test func `names of riders can't move the cursor`() throws {
        let evil = Rider.all([Rider.json("a\u{1B}[2J\nb", 0, 0, ["state": "x\u{1B}c"])])
        for verb in ["riders", "map"] {
            let run = try Self.run(
                [verb],
                [.rideRiders: .success(evil), .rideRoute: .failure(.init())]
            )
            #expect(run.status == 0)
            #expect(run.output.contains("a\\u{1B}[2J"))
            #expect(!run.output.unicodeScalars.contains("\u{1B}"))
        }
    }

    // MARK: You

    private static let you: JSONObject = [
        "id": "0", "name": "Ada", "state": "flat", "next": ["cruisin", "returnin", "helpin"],
        "source": "none", "latitude": nil, "longitude": nil, "gpsd": nil, "hidden": false,
        "invisible": false, "precision": nil, "zones": 0, "simulants": 1, "dice": "tutorial",
    ]

    private static func status(_ changes: JSONObject) throws -> String {
        var you = Self.you
        for member in changes.members { you[member.name] = member.value }
        return try Self.run(["status"], [.rideYou: .success(.object(you))]).output
    }

    @Test func `how one rides is told in sentences`() throws {
        #expect(
            try Self.status([:]) == """
                Ada, you are Flat!; next you can be Cruisin', Returnin' or Helpin'.
                You are off the map; `paceline ride here LAT,LON`, `ride start` and `ride gpsd` \
                put you there.
                Others see exactly where you are.
                You have 1 simulant, no zones, and the dice of the tutorial.

                """
        )
        #expect(
            try Self.status([
                "source": "gpsd", "latitude": -33.856_8, "longitude": 0.000_004,
                "gpsd": ["address": "localhost:2947", "state": "lost", "detail": "It hung up."],
                "precision": 500, "zones": 2, "simulants": 0, "next": ["breather"],
            ]) == """
                Ada, you are Flat!; next you can be Breather.
                You are at -33.85680,0.00000, as gpsd says.
                The gpsd at localhost:2947 is lost. It hung up.
                Others see where you are to 500 m.
                You have no simulants, 2 zones, and the dice of the tutorial.

                """
        )
    }

    @Test func `what hides somebody is told before how exactly others see`() throws {
        let hidden = try Self.status(["hidden": true, "precision": 5])
        #expect(hidden.contains("You are in a zone: others don't see you here.\n"))
        let invisible = try Self.status(["hidden": true, "invisible": true])
        #expect(invisible.contains("You are invisible: others don't see you.\n"))
        let placed = try Self.status(["source": "placed", "latitude": 1, "longitude": 2])
        #expect(placed.contains("You stand at 1.00000,2.00000, where you put yourself.\n"))
    }

    @Test func `the number of simulants is told, and as json`() throws {
        let you: [ControlMethod: Result<JSONValue, FakeDaemon.Refusal>] = [
            .rideYou: .success(.object(Self.you))
        ]
        #expect(try Self.run(["simulants"], you).output == "1 simulant rides here.\n")
        #expect(try Self.run(["simulants", "--json"], you).output == "{\"simulants\":1}\n")
        #expect(try Self.run(["status", "--json"], you).output.hasPrefix("{\"id\":\"0\""))
    }

    @Test func `zones are a table, or a sentence`() throws {
        let home: JSONValue = [
            "name": "home", "latitude": 37.331_82, "longitude": -122.031_18, "radius": 1_500,
        ]
        #expect(
            try Self.run(["zone", "list"], [.rideZones: .success(["zones": [home]])]).output == """
                NAME  PLACE                RADIUS
                home  37.33182,-122.03118  1.5 km

                """
        )
        let none = try Self.run(["zone", "list"], [.rideZones: .success(["zones": []])])
        #expect(none.output.hasPrefix("No zone hides you; `paceline ride zone add NAME"))
    }

    @Test func `a refusal of the daemon is its sentence and ends with 1`() throws {
        let run = try Self.run(
            ["status", "flat"],
            [.rideStatus: .failure(.init(message: "From Cruisin' you can't go there."))]
        )
        #expect(run.status == 1)
        #expect(run.errors == "From Cruisin' you can't go there.\n")
    }

    // MARK: The log

    private static let log: JSONValue = [
        "entries": [
            [
                "number": 7, "at": "2026-11-30T09:06:51.250Z", "second": 3,
                "rider": ["id": "1", "name": "Waldo"], "text": "Waldo is leaving CruisinState",
            ],
            [
                "number": 8, "at": "2026-11-30T23:59:59Z", "second": 3,
                "rider": ["id": "1", "name": "Waldo"], "text": "Rolled a 100\u{1B}",
            ],
        ],
        "last": 8,
    ]

    @Test func `the log has its lines as the tutorial, with the time`() throws {
        #expect(
            try Self.run(["log"], [.rideLog: .success(Self.log)]).output == """
                09:06:51  Waldo is leaving CruisinState
                23:59:59  Rolled a 100\\u{1B}

                """
        )
        let document = JSONWriter.text(of: Self.log)
        let json = try Self.run(["log", "--json"], [.rideLog: .success(Self.log)])
        #expect(json.output == "\(document)\n")
        let empty: JSONValue = ["entries": [], "last": 0]
        #expect(
            try Self.run(["log"], [.rideLog: .success(empty)]).output
                == "Nothing has happened to the riders here yet.\n"
        )
    }

    // MARK: Export

    private static let track: [ControlMethod: Result<JSONValue, FakeDaemon.Refusal>] = [
        .rideExport: .success(["gpx": "<gpx/>", "points": 2])
    ]

    @Test func `an exported name moves no cursor, and stays the same name`() throws {
        let name = "a\u{9B}31m\u{202E}b\u{7F}"
        let gpx: JSONValue = .string("<gpx>\n\t<name>\(name) é</name>\n</gpx>\n")
        let run = try Self.run(
            ["export", "route"],
            [.rideExport: .success(["gpx": gpx, "points": 0])]
        )
        let written = "a&#x9B;31m&#x202E;b&#x7F; é"
        #expect(run.output == "<gpx>\n\t<name>\(written)</name>\n</gpx>\n")
    }

    @Test func `an export goes to standard output, or to a file that was not there`() throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let file = folder.file("track.gpx")
        #expect(try Self.run(["export", "track"], Self.track).output == "<gpx/>\n")
        #expect(try Self.run(["export", "track", "-"], Self.track).output == "<gpx/>\n")
        #expect(
            try Self.run(["export", "track", "--json"], Self.track).output
                == "{\"gpx\":\"<gpx/>\",\"points\":2}\n"
        )
        let first = try Self.run(["export", "track", file], Self.track)
        #expect(first.output == "The track of 2 points is in \(file).\n")
        let second = try Self.run(["export", "track", file], Self.track)
        #expect(second.status == 1)
        #expect(second.errors == "\(file) exists; --force replaces it.\n")
        let forced = try Self.run(["export", "track", file, "--force", "--json"], Self.track)
        #expect(forced.output.hasPrefix("{\"message\":"))
        #expect(try ChildProcess.run(["grep", "-qx", "<gpx/>", file]) == 0)
    }

    @Test func `without a track there is no file`() throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let refused = try Self.run(
            ["export", "track", folder.file("track.gpx")],
            [.rideExport: .failure(.init(message: "There is no track yet."))]
        )
        #expect(refused.status == 1)
        #expect(refused.errors == "There is no track yet.\n")
        #expect(access(folder.file("track.gpx"), F_OK) != 0)
    }
}
