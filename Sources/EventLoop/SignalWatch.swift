import CUV
import Glibc

/// Calls its handler on the loop each time the process is sent a signal.
///
/// Loop-confined. While a watch is open the signal's usual effect is off. Signals that arrive
/// together may be told once. It lives until it is closed.
public final class SignalWatch: LoopResource {
    /// The signals that a daemon or a prompt answers.
    public enum Signal: Sendable, CaseIterable {
        case terminate
        case interrupt
        case hangUp
        case windowChanged

        var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .hangUp: SIGHUP
            case .windowChanged: SIGWINCH
            }
        }
    }

    private let loop: Loop
    private let raw = UnsafeMutablePointer<uv_signal_t>.allocateHandle()
    private var handler: () -> Void
    private var isClosed = false

    public init(on loop: Loop, for signal: Signal, handler: @escaping () -> Void) throws(LoopError)
    {
        loop.assertConfined()
        self.loop = loop
        self.handler = handler
        let made = uv_signal_init(loop.raw, self.raw)
        guard made == 0 else {
            self.raw.deallocate()
            throw .code(made, doing: "watching for \(signal)")
        }
        self.raw.adopt(self)
        let code = uv_signal_start(self.raw, signalArrived, signal.number)
        guard code == 0 else {
            self.close()
            throw .code(code, doing: "watching for \(signal)")
        }
    }

    /// Stops watching.
    ///
    /// The handler is never called again.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.isClosed = true
        self.handler = {}
        self.raw.closeHandle()
    }

    fileprivate func arrived() {
        self.handler()
    }
}

private func signalArrived(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ number: Int32) {
    guard let handle else { return }
    handle.pointee.data.owner(as: SignalWatch.self).arrived()
}
