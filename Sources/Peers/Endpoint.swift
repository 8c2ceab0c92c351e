/// Where a peer may be reached: an address and a TCP port.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    public let address: IPAddress
    public let port: UInt16

    public init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// `10.77.0.2:7433` or `[fe80::1%3]:7433`.
    public var description: String {
        switch self.address {
        case .v4: "\(self.address):\(self.port)"
        case .v6: "[\(self.address)]:\(self.port)"
        }
    }

    /// How early to try this among a peer's endpoints: lower is earlier.
    ///
    /// Routable before link-local, IPv4 before IPv6 (a LAN's IPv4 is the one that people mend),
    /// and last what is most likely an address of our own: loopback and container bridges.
    public var rank: Int {
        if self.address.isLoopback { return 5 }
        if self.address.isLikelyContainerBridge { return 4 }
        switch self.address {
        case .v4: return self.address.isLinkLocal ? 2 : 0
        case .v6: return self.address.isLinkLocal ? 3 : 1
        }
    }
}
