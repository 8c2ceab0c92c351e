import CUV
import Glibc

/// Writes lines to standard error, or another descriptor, and never waits for its reader.
///
/// Loop-confined. What a slow reader hasn't taken is kept up to 256 KiB; lines past that are lost
/// whole, counted, and the count is written once there is room. Regular files and the like are
/// written at once. It lives until it is closed.
public final class LogSink {
    /// 256 KiB: some two thousand lines, which is minutes of a busy daemon.
    public static let queuedBytesMaximum = 262_144

    /// How this descriptor is written to without waiting.
    private enum Way {
        /// Never blocks for long: a regular file, or a device such as `/dev/null`.
        case direct(Int32)
        /// A pipe or terminal, opened anew so that not blocking is our affair alone: the flag would
        /// otherwise hold for every process that shares the terminal.
        case reopened(Int32)
        /// A socket, which is told with each write.
        case socket(Int32)
    }

    private let loop: Loop
    private let way: Way
    private let lostLine: (Int) -> String
    private var watch: DescriptorWatch?
    private var queue: [UInt8] = []
    private var start = 0
    private var isClosed = false
    private var lostUntold = 0
    /// Lines that were never written, since the beginning.
    public private(set) var lostLines = 0

    /// `lostLine` words the line, without its end, that tells how many were lost.
    public init(on loop: Loop, borrowing descriptor: Int32 = 2, lostLine: @escaping (Int) -> String)
    {
        loop.assertConfined()
        self.loop = loop
        self.lostLine = lostLine
        self.way = Self.way(to: descriptor)
        let watched: Int32
        switch self.way {
        case .direct: return
        case .reopened(let own): watched = own
        case .socket(let shared): watched = shared
        }
        // What can't be watched is tried again at the next line.
        self.watch = try? DescriptorWatch(
            on: loop,
            borrowing: watched,
            handler: { _ in self.drain() },
            closed: { self.close() }
        )
    }

    /// Writes one line, given without its end.
    public func write(_ line: String) {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        let count = line.utf8.count + 1
        // While a loss is untold nothing passes it, so that the gap is told where it is.
        guard self.lostUntold == 0, self.queuedBytes + count <= Self.queuedBytesMaximum else {
            self.lostUntold += 1
            self.lostLines += 1
            return self.drain()
        }
        self.append(line)
        self.drain()
    }

    /// Bytes that the reader hasn't taken.
    public var queuedBytes: Int {
        self.queue.count - self.start
    }

    /// Writes what goes without waiting, and stops.
    ///
    /// The rest is dropped.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.drain()
        self.isClosed = true
        self.watch?.close()
        if case .reopened(let own) = self.way { Glibc.close(own) }
    }

    private func append(_ line: String) {
        if self.start > 0 {
            self.queue.removeFirst(self.start)
            self.start = 0
        }
        self.queue.append(contentsOf: line.utf8)
        self.queue.append(UInt8(ascii: "\n"))
    }

    private func drain() {
        while !self.isClosed {
            if self.queuedBytes == 0, self.lostUntold > 0 {
                let lost = self.lostUntold
                self.lostUntold = 0
                self.append(self.lostLine(lost))
            }
            guard self.queuedBytes > 0 else { break }
            let count = self.queue.withUnsafeBytes { bytes in
                self.put(UnsafeRawBufferPointer(rebasing: bytes[self.start...]))
            }
            if count >= 0 {
                self.start += count
            } else if errno == EAGAIN {
                self.watch?.start(.writable)
                return
            } else if errno != EINTR {
                return self.discard()
            }
        }
        self.queue.removeAll(keepingCapacity: true)
        self.start = 0
        self.watch?.stop()
    }

    /// The reader is gone, or the disk is full: what waited is lost.
    private func discard() {
        let rest = self.queue[self.start...]
        self.lostLines += rest.count { $0 == UInt8(ascii: "\n") }
        self.queue = []
        self.start = 0
        self.watch?.stop()
    }

    /// Writes what fits, and says how much; negative with `errno` if nothing does.
    private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        switch self.way {
        case .direct(let descriptor), .reopened(let descriptor):
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        case .socket(let descriptor):
            send(
                descriptor,
                bytes.baseAddress,
                bytes.count,
                Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
            )
        }
    }

    private static func way(to descriptor: Int32) -> Way {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .direct(descriptor) }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK:
            return .socket(descriptor)
        case S_IFIFO, S_IFCHR:
            let own = open(
                "/proc/self/fd/\(descriptor)",
                O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
            )
            return own >= 0 ? .reopened(own) : .direct(descriptor)
        default:
            return .direct(descriptor)
        }
    }
}
