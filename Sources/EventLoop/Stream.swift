import CUV
import Glibc

/// One connection, over TCP or a Unix socket.
///
/// Loop-confined. Comes from `StreamListener` or `Stream.connect`; its owner calls `start` once,
/// and `close` or `abort` at the end: until then it lives. A handler may close its own stream;
/// after that no handler is called. None is called from inside one of the stream's own methods.
public final class Stream: LoopResource {
    /// What carries the bytes.
    enum Carrier: Equatable {
        case tcp
        case unix
    }

    let loop: Loop
    let carrier: Carrier
    let raw: UnsafeMutablePointer<uv_stream_t>
    private let writing = UnsafeMutablePointer<uv_write_t>.allocateHandle()
    private let ending = UnsafeMutablePointer<uv_shutdown_t>.allocateHandle()

    private var reading: (UnsafeRawBufferPointer) -> Void = { _ in }
    private var ended: (StreamEnd) -> Void = { _ in }
    private var isStarted = false
    private(set) var isClosed = false
    /// Set when the stream has ended; told to `ended` once.
    private var end: StreamEnd?
    private var isEndTold = false

    private var outgoing = OutgoingBytes()
    private var completions = WriteCompletions()
    private var wantsShutdown = false
    private var isShutDown = false

    /// Makes an unconnected stream.
    ///
    /// `family` is of a TCP socket, which is made at once if given.
    init(on loop: Loop, carrier: Carrier, family: Int32 = AF_UNSPEC) throws(LoopError) {
        loop.assertConfined()
        self.loop = loop
        self.carrier = carrier
        let code: Int32
        switch carrier {
        case .tcp:
            let tcp = UnsafeMutablePointer<uv_tcp_t>.allocateHandle()
            code = uv_tcp_init_ex(loop.raw, tcp, UInt32(family))
            self.raw = UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_stream_t.self)
        case .unix:
            let pipe = UnsafeMutablePointer<uv_pipe_t>.allocateHandle()
            code = uv_pipe_init(loop.raw, pipe, 0)
            self.raw = UnsafeMutableRawPointer(pipe).assumingMemoryBound(to: uv_stream_t.self)
        }
        guard code == 0 else {
            UnsafeMutableRawPointer(self.raw).deallocate()
            self.isClosed = true
            throw .code(code, doing: "making a socket")
        }
        self.raw.adopt(self)
    }

    /// Takes over a connected, non-blocking descriptor, and closes it when that fails.
    convenience init(
        on loop: Loop,
        carrier: Carrier,
        owning descriptor: Int32
    ) throws(LoopError) {
        do {
            try self.init(on: loop, carrier: carrier)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        let memory = UnsafeMutableRawPointer(self.raw)
        let code =
            switch carrier {
            case .tcp: uv_tcp_open(memory.assumingMemoryBound(to: uv_tcp_t.self), descriptor)
            case .unix: uv_pipe_open(memory.assumingMemoryBound(to: uv_pipe_t.self), descriptor)
            }
        guard code == 0 else {
            Glibc.close(descriptor)
            self.close()
            throw .code(code, doing: "taking over a connection")
        }
    }

    deinit {
        self.writing.deallocate()
        self.ending.deallocate()
    }

    // MARK: Reading

    /// Begins to read.
    ///
    /// Once, and not after `close`.
    ///
    /// `reading` is lent the bytes for the length of the call. `ended` is called exactly once,
    /// unless the stream is closed first; nothing is read after it.
    public func start(
        reading: @escaping (UnsafeRawBufferPointer) -> Void,
        ended: @escaping (StreamEnd) -> Void
    ) {
        self.loop.assertConfined()
        precondition(!self.isStarted, "A stream is started once.")
        guard !self.isClosed else { return }
        self.isStarted = true
        self.reading = reading
        self.ended = ended
        if self.end != nil {
            return self.tellEndLater()
        }
        self.resumeReading()
    }

    /// Takes nothing more from the kernel, so that the peer has to wait.
    ///
    /// The end of the stream is not noticed meanwhile, except by writing.
    public func pauseReading() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        uv_read_stop(self.raw)
    }

    /// Goes on where `pauseReading` stopped.
    public func resumeReading() {
        self.loop.assertConfined()
        guard self.isStarted, !self.isClosed, self.end == nil else { return }
        let code = uv_read_start(self.raw, streamLendsBuffer, streamHasRead)
        if code != 0, code != UV_EALREADY.rawValue {
            self.breakLater(.code(code, doing: "reading from \(self.peerText)"))
        }
    }

    fileprivate func hasRead(_ count: Int, _ buffer: UnsafeMutablePointer<CChar>?) {
        guard !self.isClosed, self.end == nil else { return }
        if count > 0 {
            self.reading(UnsafeRawBufferPointer(start: buffer, count: count))
        } else if count == Int(UV_EOF.rawValue) {
            self.endNow(.closedByPeer)
        } else if count < 0 {
            self.endNow(.failed(.code(Int32(count), doing: "reading from \(self.peerText)")))
        }
    }

    // MARK: Writing

    /// Hands the bytes to the kernel, or queues what it doesn't take at once.
    ///
    /// `completed` is called when the kernel has taken the last of them, and never if the stream
    /// breaks or is closed first: `ended` tells that. Nothing is dropped and nothing is refused, so
    /// watch `queuedBytes`. Without effect after `shutdown`, a failure or `close`.
    public func write(_ bytes: [UInt8], completed: @escaping () -> Void) {
        bytes.withUnsafeBytes { self.write($0, completed: completed) }
    }

    /// Writes without wanting to know when the kernel has it.
    public func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { self.write($0, completed: nil) }
    }

    /// Writes bytes that are lent for the length of the call.
    public func write(_ bytes: UnsafeRawBufferPointer, completed: (() -> Void)? = nil) {
        self.loop.assertConfined()
        guard !self.isClosed, !self.isBroken, !self.wantsShutdown else { return }
        var rest = bytes
        if self.outgoing.isEmpty, !bytes.isEmpty {
            let taken = self.tryWrite(bytes)
            guard taken >= 0 else {
                let fault = LoopError.code(Int32(taken), doing: "writing to \(self.peerText)")
                return self.breakLater(fault)
            }
            rest = UnsafeRawBufferPointer(rebasing: bytes[taken...])
        }
        if !rest.isEmpty { self.outgoing.append(rest) }
        self.completions.queued(rest.count, completed)
        if self.outgoing.isEmpty {
            self.completeLater()
        } else if !self.outgoing.isFlying {
            self.launchWrite()
        }
    }

    /// Bytes that were written here and not yet taken by the kernel.
    public var queuedBytes: Int {
        self.isClosed ? 0 : self.outgoing.waitingCount + uv_stream_get_write_queue_size(self.raw)
    }

    /// How many bytes the kernel took at once: 0 if it has no room; an error's code below that.
    private func tryWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        var buffer = uv_buf_t(
            base: base?.assumingMemoryBound(to: CChar.self),
            len: min(bytes.count, Int(Int32.max))
        )
        let taken = uv_try_write(self.raw, &buffer, 1)
        return taken == UV_EAGAIN.rawValue ? 0 : Int(taken)
    }

    private func launchWrite() {
        let bytes = self.outgoing.launch()
        var buffer = uv_buf_t(
            base: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            len: bytes.count
        )
        let code = uv_write(self.writing, self.raw, &buffer, 1, streamHasWritten)
        if code != 0 {
            self.outgoing.landed()
            self.breakLater(.code(code, doing: "writing to \(self.peerText)"))
        }
    }

    fileprivate func hasWritten(_ status: Int32) {
        self.outgoing.landed()
        guard !self.isClosed, !self.isBroken else { return }
        guard status == 0 else {
            return self.endNow(.failed(.code(status, doing: "writing to \(self.peerText)")))
        }
        if !self.outgoing.isEmpty {
            self.launchWrite()
        } else if self.wantsShutdown {
            self.shutDownNow()
        }
        self.complete()
    }

    private func completeLater() {
        guard self.completions.hasDue(left: self.outgoing.waitingCount) else { return }
        self.loop.later { self.complete() }
    }

    private func complete() {
        // One at a time, because each may write, or close this stream.
        while !self.isClosed, !self.isBroken,
            let completed = self.completions.takeDue(left: self.queuedBytes)
        {
            completed()
        }
    }

    // MARK: Ending

    /// Says "no more" to the peer once everything written is out.
    ///
    /// Reading goes on.
    public func shutdown() {
        self.loop.assertConfined()
        guard !self.isClosed, !self.isBroken, !self.wantsShutdown else { return }
        self.wantsShutdown = true
        if self.outgoing.isEmpty {
            self.shutDownNow()
        }
    }

    private func shutDownNow() {
        guard !self.isShutDown else { return }
        self.isShutDown = true
        // A failure means that the peer is gone, which reading tells.
        uv_shutdown(self.ending, self.raw, { _, _ in })
    }

    /// Closes at once; what is still queued here is dropped.
    ///
    /// No handler is called any more.
    ///
    /// The kernel resets the connection if the peer's bytes lie unread: read to the end first if
    /// the last bytes written must arrive.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.isClosed = true
        self.reading = { _ in }
        self.ended = { _ in }
        self.completions = WriteCompletions()
        self.raw.closeHandle()
    }

    /// Closes at once and, over TCP, resets the connection: the peer sees a failure, not an end.
    public func abort() {
        if !self.isClosed, let descriptor = self.descriptor, self.carrier == .tcp {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_LINGER,
                &option,
                socklen_t(MemoryLayout<linger>.size)
            )
        }
        self.close()
    }

    private var isBroken: Bool {
        switch self.end {
        case .failed: true
        case .closedByPeer, nil: false
        }
    }

    /// The connection has failed inside one of the owner's calls; tell it after that.
    func breakLater(_ error: LoopError) {
        guard !self.isBroken, !self.isClosed else { return }
        uv_read_stop(self.raw)
        self.end = .failed(error)
        self.tellEndLater()
    }

    private func tellEndLater() {
        self.loop.later { self.tellEnd() }
    }

    private func endNow(_ end: StreamEnd) {
        uv_read_stop(self.raw)
        self.end = end
        self.tellEnd()
    }

    private func tellEnd() {
        guard self.isStarted, !self.isEndTold, !self.isClosed, let end = self.end else { return }
        self.isEndTold = true
        self.ended(end)
    }
}

private func streamLendsBuffer(
    _ handle: UnsafeMutablePointer<uv_handle_t>?,
    _ suggested: Int,
    _ buffer: UnsafeMutablePointer<uv_buf_t>?
) {
    guard let handle else { return }
    let memory = handle.pointee.data.owner(as: Stream.self).loop.readBuffer
    buffer?.pointee = uv_buf_t(
        base: memory.baseAddress?.assumingMemoryBound(to: CChar.self),
        len: memory.count
    )
}

private func streamHasRead(
    _ handle: UnsafeMutablePointer<uv_stream_t>?,
    _ count: Int,
    _ buffer: UnsafePointer<uv_buf_t>?
) {
    guard let handle else { return }
    handle.pointee.data.owner(as: Stream.self).hasRead(count, buffer?.pointee.base)
}

private func streamHasWritten(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: Int32) {
    guard let handle = request?.pointee.handle else { return }
    handle.pointee.data.owner(as: Stream.self).hasWritten(status)
}
