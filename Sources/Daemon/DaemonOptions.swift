import Cycling
public import Dashboard
public import GPS
public import Geodesy
public import Peering
public import Peers

/// What a daemon is told at its start, by its command line or its configuration file.
public struct DaemonOptions: Equatable, Sendable {
    public enum DiscoveryMode: String, CaseIterable, Sendable {
        case auto
        case dnsSD = "dns-sd"
        case off
    }

    public var name: DisplayName?
    /// A port asked for and taken is an error; without one the default yields to the kernel's.
    public var port: UInt16?
    public var state: String?
    public var socket: String?
    public var socketGroup: String?
    /// The names of the interfaces to advertise on; empty: the physical ones.
    public var interfaces: [String] = []
    public var connect: [Destination] = []
    public var isHidden = false
    public var discovery = DiscoveryMode.auto
    /// Where the web page is served; `nil`: nowhere.
    public var page: PagePlace? = .standard
    /// How many simulants ride; `nil`: as many as last time, or 3 while nobody was ever met.
    public var simulants: Int?
    /// The GPX file of this daemon's route; `nil`: the built-in loop.
    public var route: String?
    /// Round which place the built-in loop lies.
    public var anchor = RideStart.standardAnchor
    /// The gpsd that the person's positions come from.
    public var gpsd: GPSAddress?
    /// Where the page's map has images from; `nil`: it has none, and asks nothing of the internet.
    public var tiles: TileTemplate?
    package var logLevel = LogLevel.info
    package var logFormat = LogLine.Format.text

    public init() {}

    /// One option: its name, what its value is called (none for a flag), and what it is for.
    package struct Entry: Sendable {
        package let name: String
        package let value: String?
        package let summary: String
    }

    /// The one table: parsing, `--help` and the configuration file go by it.
    package static let table: [Entry] = [
        Entry(name: "name", value: "NAME", summary: "what others see; kept for later starts"),
        Entry(
            name: "port",
            value: "N",
            summary: "the TCP port to listen on (default 7433, or a free one)"
        ),
        Entry(name: "state", value: "DIR", summary: "where identity and lists are kept"),
        Entry(name: "socket", value: "PATH", summary: "the control socket"),
        Entry(
            name: "socket-group",
            value: "GROUP",
            summary: "let this group's users control the daemon"
        ),
        Entry(name: "interface", value: "IF", summary: "advertise on this interface (repeatable)"),
        Entry(
            name: "connect",
            value: "HOST:PORT",
            summary: "join the peer at this address (repeatable)"
        ),
        Entry(name: "hidden", value: nil, summary: "do not advertise; others can still be joined"),
        Entry(name: "discovery", value: "auto|dns-sd|off", summary: "how others are found"),
        Entry(
            name: "web",
            value: "PORT",
            summary: "serve the web page there (default 7434, or a free one)"
        ),
        Entry(name: "no-web", value: nil, summary: "serve no web page"),
        Entry(
            name: "simulants",
            value: "N",
            summary: "simulated cyclists that ride (default 3, or 0 once others were met)"
        ),
        Entry(
            name: "route",
            value: "FILE.gpx",
            summary: "the route that they ride (default a computed loop)"
        ),
        Entry(
            name: "anchor",
            value: "LAT,LON",
            summary: "where that loop lies (default Cupertino)"
        ),
        Entry(
            name: "gpsd",
            value: "HOST:PORT",
            summary: "take this machine's position from the gpsd there"
        ),
        Entry(
            name: "tiles",
            value: "URL",
            summary: "images for the map, from https://HOST/{z}/{x}/{y}.png (default none)"
        ),
        Entry(name: "log-level", value: "LEVEL", summary: "debug, info, notice, warning or error"),
        Entry(name: "log-format", value: "text|json", summary: "how log lines look"),
    ]

    /// Why options can't be followed.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        case unknown(String, at: OptionPlace)
        case argument(String)
        case missingValue(String, at: OptionPlace)
        case badValue(option: String, value: String, why: String, at: OptionPlace)
        case notUTF8(at: OptionPlace)

        public var description: String {
            switch self {
            case .unknown(let option, let place):
                "\(place)there is no option “\(place.spelled(option))”; `pacelined --help` lists "
                    + "them."
            case .argument(let argument):
                "“\(Self.cut(argument))” is no option; `pacelined --help` lists them."
            case .missingValue(let option, let place):
                "\(place)\(place.spelled(option)) needs a value."
            case .badValue(let option, let value, let why, let place):
                "\(place)\(place.spelled(option)) can't be “\(Self.cut(value))”: \(why)"
            case .notUTF8(let place):
                "\(place)this line is not text in UTF-8."
            }
        }

        /// What somebody wrote, as far as it helps to find it.
        static func cut(_ text: String) -> String {
            text.count > 80 ? text.prefix(80) + "…" : text
        }
    }

    // MARK: Setting one option

    mutating func set(
        _ option: String,
        _ value: String?,
        at place: OptionPlace
    ) throws(Problem) {
        guard let entry = Self.table.first(where: { $0.name == option }) else {
            throw .unknown(option, at: place)
        }
        let value = value ?? (entry.value == nil ? "true" : "")
        guard !value.isEmpty else { throw .missingValue(option, at: place) }
        do throws(Refusal) {
            try self.set(option, to: value)
        } catch {
            throw .badValue(option: option, value: value, why: error.why, at: place)
        }
    }

    private struct Refusal: Error {
        let why: String
    }

    private mutating func set(_ option: String, to value: String) throws(Refusal) {
        switch option {
        case "name":
            do throws(DisplayName.Problem) {
                self.name = try DisplayName(value)
            } catch {
                throw Refusal(why: "\(error)")
            }
        case "port": self.port = try Self.port(value)
        case "web": self.page = .port(try Self.port(value))
        case "no-web":
            if try Self.flag(value) {
                self.page = nil
            } else if self.page == nil {
                self.page = .standard
            }
        case "tiles":
            do throws(TileTemplate.Problem) {
                self.tiles = try TileTemplate(value)
            } catch {
                throw Refusal(why: "\(error)")
            }
        case "state": self.state = value
        case "socket": self.socket = value
        case "socket-group": self.socketGroup = value
        case "interface": self.interfaces.append(value)
        case "connect":
            guard let destination = Destination(value) else {
                throw Refusal(why: "it must be a host and a port, as in 192.168.1.7:7433.")
            }
            self.connect.append(destination)
        case "simulants": self.simulants = try Self.simulants(value)
        case "route": self.route = value
        case "anchor":
            guard let anchor = RideStart.anchor(value) else {
                throw Refusal(why: "it must be a latitude and a longitude, as in 52.52,13.4.")
            }
            self.anchor = anchor
        case "gpsd":
            guard let place = GPSAddress(value) else {
                throw Refusal(why: "it must be a host, with a port where it is not 2947.")
            }
            self.gpsd = place
        case "hidden":
            self.isHidden = try Self.flag(value)
        case "discovery": self.discovery = try Self.discovery(value)
        case "log-level":
            guard let level = LogLevel(word: value) else {
                throw Refusal(why: "levels are debug, info, notice, warning and error.")
            }
            self.logLevel = level
        case "log-format":
            guard let format = LogLine.Format(rawValue: value) else {
                throw Refusal(why: "formats are text and json.")
            }
            self.logFormat = format
        default: preconditionFailure("the table has \(option), and nothing sets it")
        }
    }

    private static func port(_ value: String) throws(Refusal) -> UInt16 {
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(value),
            port > 0
        else { throw Refusal(why: "a port is a number from 1 to 65535.") }
        return port
    }

    private static func simulants(_ value: String) throws(Refusal) -> Int {
        let accepted = 0...OwnRiderLimits.simulantsMaximum
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(value),
            accepted.contains(count)
        else {
            throw Refusal(
                why: "it must be a number from \(accepted.lowerBound) to \(accepted.upperBound)."
            )
        }
        return count
    }

    private static func flag(_ value: String) throws(Refusal) -> Bool {
        guard let flag = Bool(value) else { throw Refusal(why: "it must be true or false.") }
        return flag
    }

    private static func discovery(_ value: String) throws(Refusal) -> DiscoveryMode {
        if let mode = DiscoveryMode(rawValue: value) { return mode }
        if value == "embedded" {
            throw Refusal(why: "this version finds others through avahi-daemon only.")
        }
        throw Refusal(why: "it must be auto, dns-sd or off.")
    }
}
