import EventLoop
import Peering
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
    public var connect: [Endpoint] = []
    public var isHidden = false
    public var discovery = DiscoveryMode.auto
    var logLevel = LogLevel.info
    var logFormat = LogLine.Format.text

    public init() {}

    /// One option: its name, what its value is called (none for a flag), and what it is for.
    struct Entry: Sendable {
        let name: String
        let value: String?
        let summary: String
    }

    /// The one table: parsing, `--help` and the configuration file go by it.
    static let table: [Entry] = [
        Entry(name: "name", value: "NAME", summary: "what others see; kept for later starts"),
        Entry(name: "port", value: "N", summary: "the TCP port to listen on (default 7433, or a free one)"),
        Entry(name: "state", value: "DIR", summary: "where identity and lists are kept"),
        Entry(name: "socket", value: "PATH", summary: "the control socket"),
        Entry(name: "socket-group", value: "GROUP", summary: "let this group's users control the daemon"),
        Entry(name: "interface", value: "IF", summary: "advertise on this interface (repeatable)"),
        Entry(name: "connect", value: "HOST:PORT", summary: "join the peer at this address (repeatable)"),
        Entry(name: "hidden", value: nil, summary: "do not advertise; others can still be joined"),
        Entry(name: "discovery", value: "auto|dns-sd|off", summary: "how others are found"),
        Entry(name: "log-level", value: "LEVEL", summary: "debug, info, notice, warning or error"),
        Entry(name: "log-format", value: "text|json", summary: "how log lines look"),
    ]

    /// Why options can't be followed.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        case unknown(String, place: String)
        case missingValue(String, place: String)
        case unexpectedValue(String, place: String)
        case badValue(option: String, value: String, why: String, place: String)

        public var description: String {
            switch self {
            case .unknown(let option, let place):
                "\(place): there is no option “\(option)”; `pacelined --help` lists them."
            case .missingValue(let option, let place):
                "\(place): \(option) needs a value."
            case .unexpectedValue(let option, let place):
                "\(place): \(option) takes no value."
            case .badValue(let option, let value, let why, let place):
                "\(place): \(option) can't be “\(value)”: \(why)"
            }
        }
    }

    // MARK: Setting one option

    mutating func set(
        _ option: String, _ value: String?, place: String
    ) throws(Problem) {
        guard let entry = Self.table.first(where: { $0.name == option }) else {
            throw .unknown(option, place: place)
        }
        guard entry.value != nil else {
            guard value == nil || value == "true" || value == "false" else {
                throw .unexpectedValue(option, place: place)
            }
            self.isHidden = value != "false"
            return
        }
        guard let value, !value.isEmpty else { throw .missingValue(option, place: place) }
        do throws(Refusal) {
            try self.set(option, to: value)
        } catch {
            throw .badValue(option: option, value: value, why: error.why, place: place)
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
        case "port":
            guard let port = UInt16(value), port > 0 else {
                throw Refusal(why: "a port is a number from 1 to 65535.")
            }
            self.port = port
        case "state": self.state = value
        case "socket": self.socket = value
        case "socket-group": self.socketGroup = value
        case "interface": self.interfaces.append(value)
        case "connect":
            guard let address = SocketAddress.parse(value), address.port > 0,
                let endpoint = Endpoint(address)
            else {
                throw Refusal(why: "it must be an address and a port, as in 192.168.1.7:7433.")
            }
            self.connect.append(endpoint)
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

    private static func discovery(_ value: String) throws(Refusal) -> DiscoveryMode {
        if let mode = DiscoveryMode(rawValue: value) { return mode }
        if value == "embedded" {
            throw Refusal(why: "this version finds others through avahi-daemon only.")
        }
        throw Refusal(why: "it must be auto, dns-sd or off.")
    }
}
