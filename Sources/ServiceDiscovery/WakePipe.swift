import Glibc

/// Ends another thread's `poll`.
final class WakePipe: Sendable {
    /// Readable after `signal`.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(ServiceDiscoveryError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .systemRefused(call: "pipe", number: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.readEnd = ends[0]
        self.writeEnd = ends[1]
    }

    /// From any thread; a full pipe wakes as well as one byte does.
    func signal() {
        _ = write(self.writeEnd, [1], 1)
    }

    /// Takes all signals.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(self.readEnd, &bytes, bytes.count) > 0 {}
    }

    deinit {
        close(self.readEnd)
        close(self.writeEnd)
    }
}
