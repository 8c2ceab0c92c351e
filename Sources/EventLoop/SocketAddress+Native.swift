import CUV
import Glibc

extension SocketAddress {
    /// `AF_INET` or `AF_INET6`.
    var family: Int32 {
        switch self.host {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        }
    }

    /// Lends the kernel's form of it.
    func withNative<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { memory in
            switch self.host {
            case .ipv4(let bytes):
                var native = sockaddr_in()
                native.sin_family = sa_family_t(AF_INET)
                native.sin_port = self.port.bigEndian
                withUnsafeMutableBytes(of: &native.sin_addr) { $0.copyBytes(from: bytes) }
                memory.storeBytes(of: native, as: sockaddr_in.self)
            case .ipv6(let bytes, let scope):
                var native = sockaddr_in6()
                native.sin6_family = sa_family_t(AF_INET6)
                native.sin6_port = self.port.bigEndian
                native.sin6_scope_id = scope
                withUnsafeMutableBytes(of: &native.sin6_addr) { $0.copyBytes(from: bytes) }
                memory.storeBytes(of: native, as: sockaddr_in6.self)
            }
            let size =
                self.family == AF_INET
                ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            guard let base = memory.baseAddress else { preconditionFailure("Empty storage.") }
            return body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
    }

    /// Reads the kernel's form; `nil` for a family that is neither IPv4 nor IPv6.
    init?(native: UnsafePointer<sockaddr>) {
        let memory = UnsafeRawPointer(native)
        switch Int32(native.pointee.sa_family) {
        case AF_INET:
            let address = memory.loadUnaligned(as: sockaddr_in.self)
            let bytes = withUnsafeBytes(of: address.sin_addr) { [UInt8]($0) }
            self.init(host: .ipv4(bytes), port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = memory.loadUnaligned(as: sockaddr_in6.self)
            let bytes = withUnsafeBytes(of: address.sin6_addr) { [UInt8]($0) }
            self.init(
                host: .ipv6(bytes, scope: address.sin6_scope_id),
                port: UInt16(bigEndian: address.sin6_port)
            )
        default:
            return nil
        }
    }

    /// Reads the kernel's form from the room that fits any.
    init?(storage: sockaddr_storage) {
        let address = withUnsafePointer(to: storage) { pointer in
            SocketAddress(native: UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self))
        }
        guard let address else { return nil }
        self = address
    }

    /// Asks a `getsockname`-like function of a socket for an address.
    init?(
        askingFor descriptor: Int32,
        by ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = withUnsafeMutablePointer(to: &storage) { pointer in
            let native = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
            return ask(descriptor, native, &size) == 0 ? SocketAddress(native: native) : nil
        }
        guard let address else { return nil }
        self = address
    }
}
