/// One network interface of this machine, as it is at this moment.
public struct Interface: Equatable, Sendable {
    /// The kernel's number for it, which an address's scope refers to.
    public let index: UInt32
    public let name: String
    /// Whether it is switched on and has a carrier.
    public let isUp: Bool
    public let isLoopback: Bool
    /// A tunnel's end: there is no LAN behind it.
    public let isPointToPoint: Bool
    /// Whether it can carry multicast, without which there is no mDNS.
    public let isMulticast: Bool
    /// The driver behind it, such as `e1000e`, `veth` or `bridge`; empty where it has none.
    public let driver: String
    /// Whether it leads only to this machine's own guests, containers or tunnels.
    ///
    /// Told by the driver: tunnels and dummies always, a bridge if none of its ports is a real
    /// device (a bridge over a network card is how a host of virtual machines has its LAN). A
    /// `veth` is not: inside a container it is the LAN, and its outer end has no address.
    public let isVirtual: Bool
    /// Its addresses, port 0, link-local ones with their scope.
    public internal(set) var addresses: [SocketAddress]

    /// Whether a peer may be met there: up, with an address and multicast, and no tunnel.
    public var isPhysical: Bool {
        self.isUp && self.isMulticast && !self.addresses.isEmpty
            && !self.isLoopback && !self.isPointToPoint && !self.isVirtual
    }
}
