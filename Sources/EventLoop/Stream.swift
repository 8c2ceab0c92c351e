import CUV
import Glibc

/// One connection, over TCP or a Unix socket.
///
/// Loop-confined. Comes from `StreamListener` or `Stream.connect`; its owner calls `start` once,
/// and `close` or `abort` at the end: until then it lives. A handler may close its own stream;
/// after that no handler is called. None is called from inside one of the stream's own methods.
public final class Stream: LoopResource {
    let loop: Loop
    let handle: StreamHandle
    private let writing = UnsafeMutablePointer<uv_write_t>.allocateHandle()
    private let ending = UnsafeMutablePointer<uv_shutdown_t>.allocateHandle()

    private var reading: (UnsafeRawBufferPointer) -> Void = { _ in }
    private var ended: (StreamEnd) -> Void = { _ in }
    private var isStarted = false
    private(set) var isClosed = false
    /// The peer's end; `nil` for a Unix socket.
    ///
    /// It stays after the connection is gone.
    public internal(set) var remoteAddress: SocketAddress?
    /// Set when the stream has ended; told to `ended` once.
    private var end: StreamEnd?
    private var isEndTold = false

    private var outgoing = OutgoingBytes()
    private var completions = WriteCompletions()
    private var wantsShutdown = false
    private var isShutDown = false

    /// Makes an unconnected stream.
    ///
    /// A TCP socket is made at once if its family is given.
    init(
        on loop: Loop,
        carrier: StreamHandle.Carrier,
        family: Int32 = AF_UNSPEC
    ) throws(LoopError) {
        loop.assertConfined()
        self.loop = loop
        self.handle = try StreamHandle(on: loop, carrier: carrier, family: family)
        self.handle.raw.adopt(self)
    }

    /// Takes over a connected, non-blocking descriptor, and closes it when that fails.
    convenience init(
        on loop: Loop,
        carrier: StreamHandle.Carrier,
        owning descriptor: Int32,
        from remote: SocketAddress?
    ) throws(LoopError) {
        do {
            try self.init(on: loop, carrier: carrier)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        let code = self.handle.open(descriptor)
        guard code == 0 else {
            Glibc.close(descriptor)
            self.close()
            throw .code(code, doing: "taking over a connection")
        }
        self.remoteAddress = remote
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
        uv_read_stop(self.handle.raw)
    }

    /// Goes on where `pauseReading` stopped.
    public func resumeReading() {
        self.loop.assertConfined()
        guard self.isStarted, !self.isClosed, self.end == nil else { return }
        let code = uv_read_start(self.handle.raw, streamLendsBuffer, streamHasRead)
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
            let taken = self.handle.tryWrite(bytes)
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
        self.isClosed
            ? 0 : self.outgoing.waitingCount + uv_stream_get_write_queue_size(self.handle.raw)
    }

    private func launchWrite() {
        let bytes = self.outgoing.launch()
        var buffer = uv_buf_t(
            base: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            len: bytes.count
        )
        let code = uv_write(self.writing, self.handle.raw, &buffer, 1, streamHasWritten)
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
        uv_shutdown(self.ending, self.handle.raw, { _, _ in })
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
        self.handle.raw.closeHandle()
    }

    /// Closes at once and, over TCP, resets the connection: the peer sees a failure, not an end.
    public func abort() {
        if !self.isClosed, let descriptor = self.descriptor, self.handle.carrier == .tcp {
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
        uv_read_stop(self.handle.raw)
        self.end = .failed(error)
        self.tellEndLater()
    }

    private func tellEndLater() {
        self.loop.later { self.tellEnd() }
    }

    private func endNow(_ end: StreamEnd) {
        uv_read_stop(self.handle.raw)
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
