/// Where a service can be dialled: an IPv4 or IPv6 address with its port and scope.
public struct ServiceAddress: Hashable, Sendable {
    /// 4 bytes of IPv4 or 16 of IPv6, in network order.
    public let bytes: [UInt8]
    /// The interface's index for a link-local IPv6 address, else 0 (RFC 4007 §6).
    public let scope: UInt32
    /// In host order.
    public let port: UInt16

    /// Makes an address; `bytes` has 4 or 16 elements.
    public init(bytes: [UInt8], scope: UInt32, port: UInt16) {
        self.bytes = bytes
        self.scope = scope
        self.port = port
    }

    /// Makes the address that a record on `interface` means, or `nil` for a length that is neither.
    ///
    /// AAAA data carries no scope; only the interface that it was seen on is right.
    init?(record bytes: [UInt8], seenOn interface: UInt32, port: UInt16) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isLinkLocal = bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        self.init(bytes: bytes, scope: isLinkLocal ? interface : 0, port: port)
    }
}
