import Glibc
import LoopTesting

/// A client without manners: sends any bytes to a Unix socket, and waits for lines.
final class RawClient {
    /// Long enough for a starved machine; no test waits so long unless it fails.
    private static let deadlineSeconds = 30

    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ path: String) {
        self.descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(self.descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        var deadline = timeval(tv_sec: Self.deadlineSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(self.descriptor, SOL_SOCKET, SO_RCVTIMEO, &deadline, size)
        setsockopt(self.descriptor, SOL_SOCKET, SO_SNDTIMEO, &deadline, size)
    }

    deinit {
        close(self.descriptor)
    }

    /// Sends all of it; false if the server is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        RawSending.send(bytes, on: self.descriptor)
    }

    @discardableResult
    func send(_ line: String) -> Bool {
        self.send(Array((line + "\n").utf8))
    }

    /// The next line, or `nil` at the end.
    func line() -> String? {
        while true {
            if let end = self.buffer.firstIndex(of: 0x0A) {
                let line = String(decoding: self.buffer[..<end], as: UTF8.self)
                self.buffer.removeFirst(end + 1)
                return line
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(self.descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            self.buffer += chunk.prefix(count)
        }
    }

    /// Sends a line and takes one back.
    func ask(_ line: String) -> String? {
        self.send(line)
        return self.line()
    }
}
