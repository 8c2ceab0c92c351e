import CUV
import Glibc

/// A descriptor that listens, and the file that it is found by if it has one.
struct ListeningSocket {
    /// 128: what Linux allowed at most for long; a burst of a whole LAN's peers fits.
    private static let backlog: Int32 = 128

    let descriptor: Int32
    let file: SocketFile?

    // MARK: TCP

    /// Listens on every address of this machine, IPv6 and IPv4 by one socket where there is IPv6.
    static func everywhere(port: UInt16) throws(LoopError) -> ListeningSocket {
        do {
            return try self.tcp(at: .anyIPv6(port: port))
        } catch {
            switch error.fault?.number {
            case EAFNOSUPPORT, EADDRNOTAVAIL: return try self.tcp(at: .anyIPv4(port: port))
            default: throw error
            }
        }
    }

    static func tcp(at address: SocketAddress) throws(LoopError) -> ListeningSocket {
        let doing = "listening on \(address)"
        let descriptor = try self.make(family: address.family)
        do throws(LoopError) {
            // A port whose last connections are still in TIME_WAIT can be had again.
            try self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1, doing: doing)
            if address.family == AF_INET6 {
                let isOnly: Int32 = address.host == SocketAddress.anyIPv6(port: 0).host ? 0 : 1
                try self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isOnly, doing: doing)
            }
            let bound = address.withNative { bind(descriptor, $0, $1) }
            try self.check(bound, doing: doing)
            try self.check(listen(descriptor, self.backlog), doing: doing)
            return ListeningSocket(descriptor: descriptor, file: nil)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    // MARK: Unix

    /// Listens at a file with mode 0600, or 0660 and the group.
    ///
    /// The mode is there from the file's first moment: the kernel takes it from the socket itself
    /// (`unix_bind`), so no process-wide umask is touched.
    static func unix(path: String, group: String?) throws(LoopError) -> ListeningSocket {
        try SocketFile.check(path)
        let doing = "listening on \(path)"
        let number = try group.map { name throws(LoopError) in try self.groupNumber(name) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let nonce = Randomness.bytes(4).map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
        let temporary = "\(folder).\(nonce)"
        try SocketFile.check(temporary)
        let descriptor = try self.make(family: AF_UNIX)
        do throws(LoopError) {
            try self.check(fchmod(descriptor, 0o600), doing: doing)
            let bound = self.withUnixAddress(temporary) { bind(descriptor, $0, $1) }
            try self.check(bound, doing: doing)
            if let number {
                try self.check(chown(temporary, uid_t.max, number), doing: doing)
                try self.check(chmod(temporary, 0o660), doing: doing)
            }
            try self.check(listen(descriptor, self.backlog), doing: doing)
            let file = try SocketFile(claiming: path, from: temporary)
            return ListeningSocket(descriptor: descriptor, file: file)
        } catch {
            unlink(temporary)
            Glibc.close(descriptor)
            throw error
        }
    }

    /// The number of a group given by name or number.
    private static func groupNumber(_ name: String) throws(LoopError) -> gid_t {
        if let number = gid_t(name) { return number }
        guard !name.utf8.contains(0), let entry = getgrnam(name) else {
            throw .unknownGroup(name: name)
        }
        return entry.pointee.gr_gid
    }

    static func withUnixAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var native = sockaddr_un()
        native.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &native.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: native) { pointer in
            let memory = UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
            return body(memory, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }

    // MARK: Both

    /// A stream socket, non-blocking and closed on exec.
    static func make(family: Int32) throws(LoopError) -> Int32 {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(family, Int32(flags), 0)
        try self.check(descriptor, doing: "making a socket")
        return descriptor
    }

    private static func set(
        _ descriptor: Int32,
        _ level: Int32,
        _ option: Int32,
        _ value: Int32,
        doing: String
    ) throws(LoopError) {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        try self.check(setsockopt(descriptor, level, option, &value, size), doing: doing)
    }

    private static func check(_ code: Int32, doing: String) throws(LoopError) {
        guard code < 0 else { return }
        throw .system(doing: doing, fault: SystemFault(number: errno))
    }
}
