import CUV
import Glibc

/// The network interfaces of this machine.
public enum Interfaces {
    /// Drivers whose other end is a process or nothing at all.
    private static let virtualDrivers: Set<String> = [
        "tun", "dummy", "wireguard", "ipip", "gre", "sit", "ip6tnl", "vxlan", "geneve",
    ]

    /// Lists all of them, by index; also those that are down or have no address.
    public static func list() throws(LoopError) -> [Interface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else {
            throw .system(doing: "listing interfaces", fault: SystemFault(number: errno))
        }
        defer { freeifaddrs(first) }
        let descriptor = try ListeningSocket.make(family: AF_UNIX)
        defer { Glibc.close(descriptor) }

        var found: [String: Interface] = [:]
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            let name = String(cString: entry.ifa_name)
            var interface =
                found[name] ?? self.describe(name, flags: entry.ifa_flags, asking: descriptor)
            if let native = entry.ifa_addr, let address = SocketAddress(native: native) {
                interface.addresses.append(address)
            }
            found[name] = interface
        }
        return found.values.filter { $0.index != 0 }.sorted { $0.index < $1.index }
    }

    private static func describe(
        _ name: String,
        flags: UInt32,
        asking descriptor: Int32
    ) -> Interface {
        func has(_ flag: Int) -> Bool { flags & UInt32(flag) != 0 }
        let driver = self.driver(of: name, asking: descriptor)
        let isVirtual =
            self.virtualDrivers.contains(driver)
            || driver == "bridge" && !self.bridgesRealDevice(name)
        return Interface(
            index: if_nametoindex(name),
            name: name,
            isUp: has(IFF_UP) && has(IFF_RUNNING),
            isLoopback: has(IFF_LOOPBACK),
            isPointToPoint: has(IFF_POINTOPOINT),
            isMulticast: has(IFF_MULTICAST),
            driver: driver,
            isVirtual: isVirtual,
            addresses: []
        )
    }

    private static func driver(of name: String, asking descriptor: Int32) -> String {
        var text = [CChar](repeating: 0, count: 32)
        paceline_driver(descriptor, name, &text)
        return String(cString: text)
    }

    /// Whether a port of the bridge has a device behind it.
    ///
    /// Asked in sysfs, where a bridge lists its ports; where that isn't mounted, no port is found.
    private static func bridgesRealDevice(_ bridge: String) -> Bool {
        guard let folder = opendir("/sys/class/net/\(bridge)/brif") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if access("/sys/class/net/\(name)/device", F_OK) == 0, !name.hasPrefix(".") {
                return true
            }
        }
        return false
    }
}
