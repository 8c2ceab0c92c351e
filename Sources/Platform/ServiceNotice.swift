import Glibc

/// Tells the service supervisor how the daemon stands, as sd_notify(3) describes it.
public enum ServiceNotice {
    /// Sends lines such as `READY=1` to the socket that NOTIFY_SOCKET names; without one, nothing.
    ///
    /// False when there is a socket and it could not be told: the daemon works all the same.
    @discardableResult
    public static func send(_ lines: String) -> Bool {
        guard let path = Surroundings.variable("NOTIFY_SOCKET") else { return true }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard let first = name.first, name.count < MemoryLayout.size(ofValue: address.sun_path)
        else { return false }
        if first == UInt8(ascii: "@") { name[0] = 0 }  // An abstract name.
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let length = MemoryLayout<sa_family_t>.size + name.count
        let bytes = Array(lines.utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor,
                    bytes,
                    bytes.count,
                    Int32(MSG_NOSIGNAL),
                    $0,
                    socklen_t(length)
                )
            }
        }
        return sent == bytes.count
    }
}
