import EventLoop
import Glibc

/// Reads a descriptor as bytes come, whatever it is.
///
/// Loop-confined. It lives until it is closed.
final class InputSource {
    /// 4 KiB: keys and lines are short.
    private static let chunkBytes = 4_096

    private let loop: Loop
    private let descriptor: Int32
    /// A descriptor of our own; not blocking is then our affair alone, not the shell's.
    private let isReopened: Bool
    private let flags: Int32
    private let received: ([UInt8]) -> Void
    private let ended: () -> Void
    /// Absent for a regular file, which is always ready.
    private var watch: DescriptorWatch?
    private var isReading = false
    private var isClosed = false

    init(
        on loop: Loop,
        borrowing borrowed: Int32,
        received: @escaping ([UInt8]) -> Void,
        ended: @escaping () -> Void
    ) {
        self.loop = loop
        self.received = received
        self.ended = ended
        let path = "/proc/self/fd/\(borrowed)"
        let reopened = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        self.isReopened = reopened >= 0 && lseek(borrowed, 0, SEEK_CUR) < 0
        if reopened >= 0, !self.isReopened { Glibc.close(reopened) }
        self.descriptor = self.isReopened ? reopened : borrowed
        self.flags = fcntl(self.descriptor, F_GETFL)
        do {
            self.watch = try DescriptorWatch(on: loop, borrowing: self.descriptor) { _ in
                self.readOnce()
            }
        } catch {
            self.watch = nil
        }
    }

    func resume() {
        guard !self.isReading, !self.isClosed else { return }
        self.isReading = true
        if let watch = self.watch {
            watch.start(.readable)
        } else {
            self.loop.later { self.readOnce() }
        }
    }

    func pause() {
        self.isReading = false
        self.watch?.stop()
    }

    /// Stops for good, and leaves the descriptor as it was.
    func close() {
        guard !self.isClosed else { return }
        self.pause()
        self.isClosed = true
        self.watch?.close()
        if self.isReopened {
            Glibc.close(self.descriptor)
        } else {
            _ = fcntl(self.descriptor, F_SETFL, self.flags)
        }
    }

    private func readOnce() {
        guard self.isReading, !self.isClosed else { return }
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        let count = unsafe read(self.descriptor, &chunk, chunk.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            // A terminal that has hung up is an end too.
            self.pause()
            return self.ended()
        }
        self.received([UInt8](chunk.prefix(count)))
        if self.watch == nil { self.loop.later { self.readOnce() } }
    }
}
