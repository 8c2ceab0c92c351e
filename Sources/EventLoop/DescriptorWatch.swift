import CUV

/// Calls its handler when a file descriptor can be read or written.
///
/// Loop-confined. It borrows the descriptor, which it makes non-blocking, and which must stay open
/// until `close()`; it may be closed right after. Only one watch per descriptor. Level-triggered:
/// the handler is called again until the descriptor is drained. It lives until it is closed.
public final class DescriptorWatch: LoopResource {
    /// What to wait for, and what has come.
    public struct Events: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Bytes, a connection or the end of the stream can be read.
        public static let readable = Events(rawValue: 1)
        /// There is room to write.
        public static let writable = Events(rawValue: 2)
        /// The kernel holds an error for the descriptor (a netlink overrun too).
        ///
        /// The watch has stopped: read or write to learn the error, then `start` again or close.
        public static let failed = Events(rawValue: 4)
    }

    private let loop: Loop
    private let raw = UnsafeMutablePointer<uv_poll_t>.allocateHandle()
    private var handler: (Events) -> Void
    private var closed: () -> Void
    private var isClosed = false

    /// Watches nothing until `start(_:)`.
    ///
    /// Throws for a regular file, which is always ready.
    public convenience init(
        on loop: Loop,
        borrowing descriptor: Int32,
        handler: @escaping (Events) -> Void
    ) throws(LoopError) {
        try self.init(on: loop, borrowing: descriptor, handler: handler, closed: {})
    }

    /// Also calls `closed` at the close, whoever closes: the owner, or the loop at its end.
    init(
        on loop: Loop,
        borrowing descriptor: Int32,
        handler: @escaping (Events) -> Void,
        closed: @escaping () -> Void
    ) throws(LoopError) {
        loop.assertConfined()
        self.closed = closed
        self.loop = loop
        self.handler = handler
        let code = uv_poll_init(loop.raw, self.raw, descriptor)
        guard code == 0 else {
            self.raw.deallocate()
            throw .code(code, doing: "watching descriptor \(descriptor)")
        }
        self.raw.adopt(self)
    }

    /// Waits for `events` from now on, in place of what it waited for before.
    public func start(_ events: Events) {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        var wanted: UInt32 = 0
        if events.contains(.readable) { wanted |= UV_READABLE.rawValue | UV_DISCONNECT.rawValue }
        if events.contains(.writable) { wanted |= UV_WRITABLE.rawValue }
        guard wanted != 0 else { return self.stop() }
        let code = uv_poll_start(self.raw, Int32(wanted), descriptorReady)
        precondition(code == 0, "uv_poll_start refuses an open watch: \(SystemFault(code: code)).")
    }

    /// Waits for nothing; may be started again.
    public func stop() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        uv_poll_stop(self.raw)
    }

    /// Stops for good.
    ///
    /// The handler is never called again.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.isClosed = true
        self.handler = { _ in }
        self.raw.closeHandle()
        let closed = self.closed
        self.closed = {}
        closed()
    }

    fileprivate func ready(status: Int32, events: Int32) {
        if status < 0 {
            uv_poll_stop(self.raw)
            return self.handler(.failed)
        }
        let bits = UInt32(bitPattern: events)
        var came: Events = []
        if bits & (UV_READABLE.rawValue | UV_DISCONNECT.rawValue) != 0 { came.insert(.readable) }
        if bits & UV_WRITABLE.rawValue != 0 { came.insert(.writable) }
        self.handler(came)
    }
}

private func descriptorReady(
    _ handle: UnsafeMutablePointer<uv_poll_t>?,
    _ status: Int32,
    _ events: Int32
) {
    guard let handle else { return }
    handle.pointee.data.owner(as: DescriptorWatch.self).ready(status: status, events: events)
}
