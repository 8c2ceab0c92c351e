import Glibc
import Synchronization

/// A thread of its own for something that blocks, which can be waited for, but not for ever.
final class BackgroundLoop: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        /// Closed when `run` has returned: the other end's poll sees that with a deadline, which
        /// `pthread_join` can't.
        let finished: Int32

        init(_ run: @escaping @Sendable () -> Void, finished: Int32) {
            self.run = run
            self.finished = finished
        }
    }

    private let thread: pthread_t
    private let finished: Int32
    private let isReleased = Mutex(false)

    init(_ run: @escaping @Sendable () -> Void) throws(ServiceDiscoveryError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .systemRefused(call: "pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let body = Unmanaged.passRetained(Body(run, finished: ends[1]))
        var thread = pthread_t()
        let number = pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer else { return nil }
                BackgroundLoop.leaveSignalsToOthers()
                // Balances the passRetained below; the thread alone holds its body.
                let body = Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue()
                body.run()
                close(body.finished)
                return nil
            },
            body.toOpaque()
        )
        guard number == 0 else {
            body.release()
            for end in ends { close(end) }
            throw .systemRefused(call: "pthread_create", number: number)
        }
        self.thread = thread
        self.finished = ends[0]
    }

    /// Waits until `deadline` for the thread to end, then goes without it; whether it ended.
    @discardableResult
    func join(until deadline: Duration) -> Bool {
        let isMine = self.isReleased.withLock { released in
            defer { released = true }
            return !released
        }
        guard isMine else { return true }
        var descriptors = [pollfd(fd: self.finished, events: 0, revents: 0)]
        MonotonicTime.poll(&descriptors, until: deadline)
        close(self.finished)
        guard descriptors[0].revents != 0 else {
            pthread_detach(self.thread)
            return false
        }
        pthread_join(self.thread, nil)
        return true
    }

    deinit {
        guard !self.isReleased.withLock(\.self) else { return }
        pthread_detach(self.thread)
        close(self.finished)
    }

    private static func leaveSignalsToOthers() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
    }
}
