import CUV

/// Calls its handler once, some time after it was armed.
///
/// Loop-confined. Never early; late by what the callbacks before it take, and by at most about a
/// millisecond besides (libuv counts in milliseconds). Timers that are due together fire in the
/// order in which they fall due, then in which they were armed. It lives until it is closed.
public final class LoopTimer: LoopResource {
    private let loop: Loop
    private let raw = UnsafeMutablePointer<uv_timer_t>.allocateHandle()
    private var handler: () -> Void
    private var isClosed = false

    public init(on loop: Loop, handler: @escaping () -> Void) {
        loop.assertConfined()
        self.loop = loop
        self.handler = handler
        uv_timer_init(loop.raw, self.raw)
        self.raw.adopt(self)
    }

    /// Fires once, `delay` from now; replaces what was armed before.
    ///
    /// A delay of zero or less fires in the loop's next iteration. No effect once closed.
    public func arm(after delay: Duration) {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        // The due moment is computed by the fresh clock and rounded up, then told to libuv in
        // terms of its cached time, which may be old by as much as this callback has taken.
        let (seconds, attoseconds) = max(delay, .zero).components
        let wait =
            UInt64(min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
        let due = (uv_hrtime() + wait + 999_999) / 1_000_000
        let cached = uv_now(self.loop.raw)
        uv_timer_start(self.raw, timerFired, due > cached ? due - cached : 0, 0)
    }

    /// Whether it is going to fire.
    public var isArmed: Bool {
        !self.isClosed && uv_is_active(self.raw.asHandle) != 0
    }

    /// Disarms; may be armed again.
    public func cancel() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        uv_timer_stop(self.raw)
    }

    /// Disarms for good.
    ///
    /// The handler is never called again.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.isClosed = true
        self.handler = {}
        self.raw.closeHandle()
    }

    fileprivate func fired() {
        self.handler()
    }
}

private func timerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
    guard let handle else { return }
    handle.pointee.data.owner(as: LoopTimer.self).fired()
}
