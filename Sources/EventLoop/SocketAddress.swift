import CUV
import Glibc

/// Where a TCP connection begins or ends.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address of a machine, or of one of its interfaces.
    public enum Host: Hashable, Sendable {
        /// Four bytes, in the order in which they are written.
        case ipv4([UInt8])
        /// Sixteen bytes; the scope is the interface's index for a link-local address, else 0.
        case ipv6([UInt8], scope: UInt32)
    }

    public let host: Host
    public let port: UInt16

    /// Takes a host with the right number of bytes; of any other there is no address.
    ///
    /// An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) becomes plain IPv4, so that one machine
    /// has one address whatever socket it came through.
    public init?(host: Host, port: UInt16) {
        switch host {
        case .ipv4(let bytes):
            guard bytes.count == 4 else { return nil }
            self.host = host
        case .ipv6(let bytes, _):
            guard bytes.count == 16 else { return nil }
            let isMapped =
                bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
            self.host = isMapped ? .ipv4([UInt8](bytes[12...])) : host
        }
        self.port = port
    }

    private init(bytes: [UInt8], port: UInt16) {
        self.host = bytes.count == 4 ? .ipv4(bytes) : .ipv6(bytes, scope: 0)
        self.port = port
    }

    /// 127.0.0.1.
    public static func loopback(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: [127, 0, 0, 1], port: port)
    }

    /// 0.0.0.0: every IPv4 address of this machine.
    static func anyIPv4(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: [0, 0, 0, 0], port: port)
    }

    /// `::`: every address of this machine, as our listeners bind it.
    static func anyIPv6(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: [UInt8](repeating: 0, count: 16), port: port)
    }

    /// Whether it means something only together with an interface: fe80::/10 or 169.254.0.0/16.
    public var isLinkLocal: Bool {
        switch self.host {
        case .ipv4(let bytes): bytes[0] == 169 && bytes[1] == 254
        case .ipv6(let bytes, _): bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
        }
    }

    /// Whether it is this machine talking to itself: 127.0.0.0/8 or `::1`.
    public var isLoopback: Bool {
        switch self.host {
        case .ipv4(let bytes): bytes[0] == 127
        case .ipv6(let bytes, _): bytes[0..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
        }
    }

    /// The same host at another port.
    public func with(port: UInt16) -> SocketAddress {
        SocketAddress(host: self.host, port: port) ?? self
    }

    // MARK: As text

    /// As `10.0.0.1:7433` or `[fe80::1%eth0]:7433`; a scope without an interface stays a number.
    public var description: String {
        switch self.host {
        case .ipv4:
            return "\(self.hostText):\(self.port)"
        case .ipv6:
            return "[\(self.hostText)]:\(self.port)"
        }
    }

    /// The host alone, as `10.0.0.1` or `fe80::1%eth0`.
    public var hostText: String {
        var text = [CChar](repeating: 0, count: 64)
        switch self.host {
        case .ipv4(let bytes):
            uv_inet_ntop(AF_INET, bytes, &text, text.count)
            return String(cString: text)
        case .ipv6(let bytes, let scope):
            uv_inet_ntop(AF_INET6, bytes, &text, text.count)
            let host = String(cString: text)
            return scope == 0 ? host : "\(host)%\(Self.interfaceName(of: scope) ?? "\(scope)")"
        }
    }

    /// Reads what `description` writes.
    ///
    /// Literals only: no name is looked up.
    ///
    /// The port is decimal, 0 to 65535; a scope is an interface's name or index.
    public static func parse(_ text: String) -> SocketAddress? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            return self.parseIPv6(host.dropFirst().dropLast(), port: port)
        }
        return self.parseBytes(String(host), family: AF_INET, count: 4)
            .map { SocketAddress(bytes: $0, port: port) }
    }

    /// Reads a host without a port, as `10.0.0.1`, `fe80::1%eth0` or `::1`.
    public static func parse(host: String, port: UInt16) -> SocketAddress? {
        if let bytes = self.parseBytes(host, family: AF_INET, count: 4) {
            return SocketAddress(bytes: bytes, port: port)
        }
        return self.parseIPv6(host[...], port: port)
    }

    private static func parseIPv6(_ text: Substring, port: UInt16) -> SocketAddress? {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var scope: UInt32 = 0
        if parts.count == 2 {
            let name = String(parts[1])
            guard let index = UInt32(name) ?? self.interfaceIndex(of: name), index != 0 else {
                return nil
            }
            scope = index
        }
        return self.parseBytes(String(parts[0]), family: AF_INET6, count: 16)
            .flatMap { SocketAddress(host: .ipv6($0, scope: scope), port: port) }
    }

    private static func parseBytes(_ text: String, family: Int32, count: Int) -> [UInt8]? {
        guard !text.utf8.contains(0), !text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return uv_inet_pton(family, text, &bytes) == 0 ? bytes : nil
    }

    private static func interfaceName(of index: UInt32) -> String? {
        var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE) + 1)
        return if_indextoname(index, &name) == nil ? nil : String(cString: name)
    }

    private static func interfaceIndex(of name: String) -> UInt32? {
        guard !name.utf8.contains(0) else { return nil }
        let index = if_nametoindex(name)
        return index == 0 ? nil : index
    }
}
