import Glibc

/// A supervisor's end: a datagram socket with a name, as systemd has one.
final class DatagramSocket {
    private let descriptor: Int32

    struct SystemFailure: Error { let function: String }

    /// A name that begins with a zero byte is an abstract one (unix(7)).
    init(named name: String) throws {
        self.descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(name.utf8)) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(self.descriptor, $0, length)
            }
        }
        guard bound == 0 else { throw SystemFailure(function: "bind") }
    }

    deinit { close(self.descriptor) }

    /// What was sent already; a datagram on this machine is there when its sender returns.
    func receive() -> String? {
        var bytes = [UInt8](repeating: 0, count: 1_000)
        let count = recv(self.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
