import Glibc

/// Connections to the Unix sockets of D-Bus and avahi-daemon, which never block.
enum LocalSocket {
    /// Where Debian's avahi-daemon takes simple questions.
    static let avahiPath = "/run/avahi-daemon/socket"

    /// How an attempt to connect went.
    enum Attempt: Equatable {
        case connected(Int32)
        /// Somebody listens and takes nobody.
        case crowded
        case nobody
    }

    static func connect(to path: String) -> Attempt {
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
                | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { return .crowded }  // we are out of descriptors: no verdict
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            close(descriptor)
            return .nobody
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result != 0 else { return .connected(descriptor) }
        let isCrowded = errno == EAGAIN
        close(descriptor)
        return isCrowded ? .crowded : .nobody
    }

    /// Whether anybody listens.
    static func isListening(at path: String) -> Bool {
        switch self.connect(to: path) {
        case .connected(let descriptor):
            close(descriptor)
            return true
        case .crowded: return true
        case .nobody: return false
        }
    }
}
