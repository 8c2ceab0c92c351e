import Daemon
import Dashboard
import GPS
import Geodesy
import Peering
import Peers
import Testing

@Suite struct DaemonOptionsTests {
    typealias Problem = DaemonOptions.Problem

    private func parsed(
        _ arguments: [String],
        on configuration: DaemonOptions = DaemonOptions()
    ) throws -> DaemonOptions {
        let request = try DaemonOptions.parse(arguments, configuration: configuration)
        guard case .run(let options) = request else { throw Unexpected(request: request) }
        return options
    }

    private struct Unexpected: Error { let request: DaemonOptions.Request }

    private func problem(_ arguments: String...) -> Problem? {
        #expect(throws: Problem.self) { try self.parsed(arguments) }
    }

    // MARK: What is understood

    @Test func `nothing asked for is nothing set`() throws {
        #expect(try self.parsed([]) == DaemonOptions())
    }

    @Test func `every option is understood, with a space and with an equals sign`() throws {
        let values = [
            ("name", "ada"), ("port", "7000"), ("state", "/s"), ("socket", "/c"),
            ("socket-group", "users"), ("interface", "eth0"), ("connect", "10.0.0.1:7433"),
            ("discovery", "off"), ("log-level", "debug"), ("log-format", "json"), ("web", "7500"),
            ("simulants", "7"), ("route", "/r.gpx"), ("anchor", "52.52,-13.4"),
            ("gpsd", "localhost:2948"),
            ("tiles", "https://tiles.example/{z}/{x}/{y}.png"),
        ]
        let flags = ["hidden"]
        let last = ["no-web"]
        #expect(Set(values.map(\.0) + flags + last) == Set(DaemonOptions.table.map(\.name)))
        let apart = try self.parsed(values.flatMap { ["--\($0)", $1] } + ["--hidden"])
        let joined = try self.parsed(values.map { "--\($0)=\($1)" } + ["--hidden=true"])
        #expect(apart == joined)
        #expect(apart.name == (try DisplayName("ada")))
        #expect(apart.port == 7_000)
        #expect(apart.state == "/s")
        #expect(apart.socket == "/c")
        #expect(apart.socketGroup == "users")
        #expect(apart.interfaces == ["eth0"])
        #expect(apart.connect.map(\.description) == ["10.0.0.1:7433"])
        #expect(apart.isHidden)
        #expect(apart.simulants == 7)
        #expect(apart.gpsd == GPSAddress("localhost:2948"))
        #expect(apart.route == "/r.gpx")
        #expect(apart.anchor == (try Coordinate(latitude: 52.52, longitude: -13.4)))
        #expect(apart.page == .port(7_500))
        #expect(apart.tiles?.text == "https://tiles.example/{z}/{x}/{y}.png")
        #expect(apart.discovery == .off)
        #expect(apart.logLevel == .debug)
        #expect(apart.logFormat == .json)
    }

    @Test func `the page has its port, another or none, by what was said last`() throws {
        #expect(try self.parsed([]).page == .standard)
        #expect(try self.parsed(["--no-web"]).page == nil)
        #expect(try self.parsed(["--web=80", "--no-web"]).page == nil)
        #expect(try self.parsed(["--no-web", "--web=80"]).page == .port(80))
        #expect(try self.parsed(["--web=80", "--no-web=false"]).page == .port(80))
        var configured = DaemonOptions()
        configured.page = nil
        #expect(try self.parsed([], on: configured).page == nil)
        #expect(try self.parsed(["--no-web=false"], on: configured).page == .standard)
        #expect(
            self.problem("--web", "0")
                == .badValue(
                    option: "web",
                    value: "0",
                    why: "a port is a number from 1 to 65535.",
                    at: .commandLine
                )
        )
    }

    @Test func `a repeatable option adds up, another's last value counts`() throws {
        let options = try self.parsed([
            "--interface", "eth0", "--interface=eth1", "--port", "1", "--port", "2",
            "--connect=[::1]:1", "--connect", "1.2.3.4:5",
        ])
        #expect(options.interfaces == ["eth0", "eth1"])
        #expect(options.port == 2)
        #expect(options.connect.map(\.description) == ["[::1]:1", "1.2.3.4:5"])
    }

    @Test func `the command line goes before the configuration`() throws {
        var configuration = DaemonOptions()
        configuration.port = 1
        configuration.isHidden = true
        configuration.interfaces = ["eth0"]
        configuration.state = "/s"
        let options = try self.parsed(
            ["--port=2", "--hidden=false", "--interface=eth1"],
            on: configuration
        )
        #expect(options.port == 2)
        #expect(!options.isHidden)
        #expect(options.interfaces == ["eth1"])
        #expect(options.state == "/s")
    }

    @Test func `a value may look like an option, or hold an equals sign`() throws {
        #expect(try self.parsed(["--state", "--odd"]).state == "--odd")
        #expect(try self.parsed(["--state=a=b"]).state == "a=b")
    }

    @Test func `help and version are answered whatever else is wrong`() {
        #expect(DaemonOptions.question(in: ["--nonsense", "--help"]) == .help)
        #expect(DaemonOptions.question(in: ["-h"]) == .help)
        #expect(DaemonOptions.question(in: ["--version", "--port"]) == .version)
        #expect(DaemonOptions.question(in: ["--hidden"]) == nil)
    }

    @Test func `help names every option once and how signals are answered`() {
        let lines = DaemonOptions.help.split(separator: "\n")
        for entry in DaemonOptions.table {
            #expect(lines.count { $0.hasPrefix("  --\(entry.name) ") } == 1)
        }
        #expect(DaemonOptions.help.contains("SIGHUP"))
        #expect(lines.allSatisfy { $0.count <= 100 })
    }

    // MARK: What is refused

    @Test(arguments: [
        ["--port", "0"], ["--port", "65536"], ["--port", "-1"], ["--port", "+7000"],
        ["--port", " 7000"], ["--port", "1x"], ["--port", "٣٤٥٦"], ["--port", "7e3"],
        ["--name", "   "], ["--name", "a\nb"], ["--name", "\u{1B}[2J"],
        ["--name", String(repeating: "x", count: 64)], ["--name", "a\u{202E}b"],
        ["--connect", "foo"], ["--connect", "foo:0"], ["--connect", "1.2.3.4"],
        ["--connect", "1.2.3.4:0"],
        ["--connect", "[::1]:99999"], ["--hidden=maybe"], ["--discovery", "x"],
        ["--discovery", "embedded"], ["--log-level", "loud"], ["--log-format", "xml"],
        ["--simulants", "-1"], ["--simulants", "1001"], ["--simulants", "3.0"],
        ["--anchor", "52.52"], ["--anchor", "91,0"], ["--anchor", "0,540"], ["--anchor", "nan,0"],
        ["--anchor", "52,5,13,4"], ["--anchor", "0x10,0"], ["--gpsd", "a b"], ["--gpsd", "h:0"],
        ["--tiles", "tiles.example/{z}/{x}/{y}.png"],
        ["--tiles", "https://tiles.example/{z}/{x}.png; script-src *"],
    ])
    func `a value that can't be is refused, and the sentence says why`(words: [String]) throws {
        let problem = #expect(throws: Problem.self) { try self.parsed(words) }
        guard case .badValue(_, _, let why, .commandLine) = problem else {
            Issue.record("\(words) gave \(String(describing: problem))")
            return
        }
        let sentence = try #require(problem).description
        #expect(sentence.hasPrefix("--"))
        #expect(sentence.hasSuffix(why) && why.hasSuffix("."))
    }

    @Test(arguments: DaemonOptions.table.filter { $0.value != nil }.map(\.name))
    func `an option that takes a value is refused without one`(name: String) {
        let missing = Problem.missingValue(name, at: .commandLine)
        #expect(self.problem("--\(name)") == missing)
        #expect(self.problem("--\(name)=") == missing)
        #expect(self.problem("--\(name)", "") == missing)
        #expect(missing.description == "--\(name) needs a value.")
    }

    @Test(arguments: ["--nope", "--nope=1", "---port", "--=1", "--PORT"])
    func `an option that there isn't is refused as it was written`(argument: String) {
        let problem = self.problem(argument)
        guard case .unknown = problem else {
            Issue.record("\(argument) gave \(String(describing: problem))")
            return
        }
        let written = argument.prefix { $0 != "=" }
        #expect(problem?.description.contains("“\(written)”") == true)
    }

    @Test(arguments: ["extra", "", "-", "--", "-p", "-port=1"])
    func `what is no option is refused`(argument: String) {
        #expect(self.problem(argument) == .argument(argument))
    }

    @Test func `a sentence quotes only the beginning of something endless`() {
        let endless = String(repeating: "y", count: 1 << 20)
        for words in [["--port", endless], ["--\(endless)"], [endless]] {
            let problem = #expect(throws: Problem.self) { try self.parsed(words) }
            #expect((problem?.description.count ?? 0) < 250)
        }
    }
}
