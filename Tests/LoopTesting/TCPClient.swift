import Glibc

/// A client without manners: sends any bytes to a port of this machine, and waits for others.
package final class TCPClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to 127.0.0.1, or to ::1; with a small `window` it can hold little that it is sent.
    package init(port: UInt16, isIPv6: Bool = false, window: Int32? = nil) {
        self.descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let window { self.set(SO_RCVBUF, window) }
        let deadline = timeval(tv_sec: Int(RunningLoop.deadline.components.seconds), tv_usec: 0)
        self.set(SO_RCVTIMEO, deadline)
        self.set(SO_SNDTIMEO, deadline)
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            self.connect(address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            self.connect(address)
        }
    }

    deinit {
        close(self.descriptor)
    }

    private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { bytes in
            let size = socklen_t(bytes.count)
            _ = setsockopt(self.descriptor, SOL_SOCKET, option, bytes.baseAddress, size)
        }
    }

    private func connect<Address>(_ address: Address) {
        withUnsafeBytes(of: address) { bytes in
            _ = Glibc.connect(
                self.descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
    }

    /// Sends all of it; false if the server is gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        RawSending.send(bytes, on: self.descriptor)
    }

    @discardableResult
    package func send(_ text: String) -> Bool { self.send(Array(text.utf8)) }

    /// Says that no more will come.
    package func finish() {
        shutdown(self.descriptor, Int32(SHUT_WR))
    }

    /// What comes up to a text and with it, or up to the end when that comes first.
    package func read(until end: String) -> String {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            let last = self.buffer.count - end.count
            while searched <= last {
                if self.buffer[searched] == end[0], self.buffer[searched...].starts(with: end) {
                    return self.take(searched + end.count)
                }
                searched += 1
            }
            guard self.receive() else { return self.take(self.buffer.count) }
        }
    }

    /// The next bytes, or fewer if the end comes first.
    package func read(_ count: Int) -> String {
        while self.buffer.count < count, self.receive() {}
        return self.take(min(count, self.buffer.count))
    }

    /// Everything up to the end.
    package func readToEnd() -> String {
        while self.receive() {}
        return self.take(self.buffer.count)
    }

    private func take(_ count: Int) -> String {
        defer { self.buffer.removeFirst(count) }
        return String(decoding: self.buffer[..<count], as: UTF8.self)
    }

    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(self.descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        self.buffer += chunk.prefix(count)
        return true
    }
}
