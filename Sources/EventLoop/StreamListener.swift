import CUV
import Glibc

/// Takes connections, over TCP or a Unix socket.
///
/// Loop-confined. It lives until it is closed. When the system has no descriptors or memory left it
/// pauses instead of spinning, and what waits in the backlog is taken later.
public final class StreamListener {
    /// Where to listen.
    public enum Place: Equatable, Sendable {
        /// Every address of this machine, IPv4 and IPv6. Port 0: the kernel chooses.
        case everywhere(port: UInt16)
        /// One address. Port 0: the kernel chooses.
        case address(SocketAddress)
        /// A socket file with mode 0600, or 0660 with a group's name or number.
        ///
        /// Its folder must exist. A file whose owner no longer answers is replaced; the file is
        /// removed at `close` if it is still this one.
        case file(path: String, group: String?)
    }

    /// 32: a burst of connections doesn't keep the open links waiting longer than that takes.
    private static let acceptsPerWakeUpMaximum = 32
    /// 100 ms: soon enough for somebody who waits, and rare enough to cost nothing.
    private static let pause = Duration.milliseconds(100)

    private let loop: Loop
    private let socket: ListeningSocket
    private let carrier: StreamHandle.Carrier
    private var accepted: (Stream) -> Void
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var isClosed = false

    /// The address that it listens on, with the real port; `nil` for a socket file.
    public let address: SocketAddress?
    /// How often it had to pause, for want of descriptors or memory.
    public private(set) var pauses = 0
    /// Why it paused last.
    public private(set) var lastFault: SystemFault?

    /// Listens from now on.
    ///
    /// `accepted` becomes the owner of each stream.
    public init(
        on loop: Loop,
        at place: Place,
        accepted: @escaping (Stream) -> Void
    ) throws(LoopError) {
        loop.assertConfined()
        self.loop = loop
        self.accepted = accepted
        switch place {
        case .everywhere(let port):
            self.socket = try .everywhere(port: port)
            self.carrier = .tcp
        case .address(let address):
            self.socket = try .tcp(at: address)
            self.carrier = .tcp
        case .file(let path, let group):
            self.socket = try .unix(path: path, group: group)
            self.carrier = .unix
        }
        self.address = SocketAddress(
            askingFor: self.socket.descriptor,
            by: { getsockname($0, $1, $2) }
        )
        do {
            // The watch and the timer retain this object until `close`.
            let watch = try DescriptorWatch(
                on: loop,
                borrowing: self.socket.descriptor,
                handler: { _ in self.acceptAll() },
                closed: { self.close() }
            )
            self.watch = watch
            self.timer = LoopTimer(on: loop) { self.watch?.start(.readable) }
            watch.start(.readable)
        } catch {
            self.socket.file?.remove()
            Glibc.close(self.socket.descriptor)
            throw error
        }
    }

    /// The port that it listens on; 0 for a socket file.
    public var port: UInt16 {
        self.address?.port ?? 0
    }

    /// Stops listening.
    ///
    /// Streams already handed over stay open.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.isClosed = true
        self.accepted = { _ in }
        self.watch?.close()
        self.timer?.close()
        self.socket.file?.remove()
        Glibc.close(self.socket.descriptor)
    }

    private func acceptAll() {
        for _ in 0..<Self.acceptsPerWakeUpMaximum where !self.isClosed {
            var peer = sockaddr_storage()
            let descriptor = paceline_accept(self.socket.descriptor, &peer)
            if descriptor >= 0 {
                self.take(descriptor, from: peer)
                continue
            }
            switch errno {
            case EAGAIN:
                return
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                return self.pauseAccepting(SystemFault(number: errno))
            default:
                continue  // that one connection failed before it was taken; accept(2)
            }
        }
    }

    /// The address comes from accept(2): a peer that has reset already has none any more.
    private func take(_ descriptor: Int32, from peer: sockaddr_storage) {
        do {
            self.accepted(
                try Stream(
                    on: self.loop,
                    carrier: self.carrier,
                    owning: descriptor,
                    from: SocketAddress(storage: peer)
                )
            )
        } catch {
            self.pauseAccepting(error.fault ?? SystemFault(number: EIO))
        }
    }

    private func pauseAccepting(_ fault: SystemFault) {
        self.pauses += 1
        self.lastFault = fault
        self.watch?.stop()
        self.timer?.arm(after: Self.pause)
    }
}
