public import EventLoop
public import Peers

extension Endpoint {
    /// The pure rooms' form of a socket's address.
    public init?(_ address: SocketAddress) {
        let bytes: [UInt8]
        var zone: UInt32 = 0
        switch address.host {
        case .ipv4(let host): bytes = host
        case .ipv6(let host, let scope): (bytes, zone) = (host, scope)
        }
        guard let parsed = IPAddress(bytes: bytes, scope: zone) else { return nil }
        self.init(address: parsed, port: address.port)
    }

    /// The socket's form of this endpoint.
    public var socketAddress: SocketAddress? {
        switch self.address {
        case .v4: SocketAddress(host: .ipv4(self.address.bytes), port: self.port)
        case .v6(_, _, let scope):
            SocketAddress(host: .ipv6(self.address.bytes, scope: scope), port: self.port)
        }
    }
}
