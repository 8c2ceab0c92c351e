import EventLoop

/// Where a gpsd listens: an address or a host's name, and a port.
public struct GPSAddress: Hashable, Sendable, CustomStringConvertible {
    /// gpsd's port (IANA).
    public static let defaultPort: UInt16 = 2947

    /// A literal address, an IPv6 one without brackets, or a name for the system's resolver.
    public let host: String
    public let port: UInt16
    /// The address, if `host` is no name.
    let literal: SocketAddress?

    /// This machine's gpsd, at its usual port.
    public static let local = GPSAddress(host: "localhost", port: defaultPort, literal: nil)

    /// Reads `HOST` or `HOST:PORT`, an IPv6 address in brackets; `nil` for anything else, port 0
    /// among it.
    public init?(_ text: String) {
        for candidate in [text, "\(text):\(Self.defaultPort)"] {
            if let address = SocketAddress.parse(candidate) {
                guard address.port > 0 else { return nil }
                self.init(host: address.hostText, port: address.port, literal: address)
                return
            }
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, HostName.isWellFormed(host) else { return nil }
        guard parts.count == 2 else {
            self.init(host: String(host), port: Self.defaultPort, literal: nil)
            return
        }
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(parts[1]),
            port > 0
        else { return nil }
        self.init(host: String(host), port: port, literal: nil)
    }

    private init(host: String, port: UInt16, literal: SocketAddress?) {
        self.host = host
        self.port = port
        self.literal = literal
    }

    public var description: String {
        self.literal?.description ?? "\(self.host):\(self.port)"
    }
}
