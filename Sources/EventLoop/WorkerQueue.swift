import CUV

/// What a worker and its thread share.
///
/// It outlives whichever ends last.
///
/// Unchecked: every stored property is touched only under `mutex`.
final class WorkerQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<uv_mutex_t>.allocateHandle()
    /// Signalled at each change.
    private let changed = UnsafeMutablePointer<uv_cond_t>.allocateHandle()
    private var jobs: [@Sendable () -> Void] = []
    private var isRunningOne = false
    private var isOpen = true
    private var isDone = false

    init() {
        let code = uv_mutex_init(self.mutex)
        let second = uv_cond_init(self.changed)
        precondition(code == 0 && second == 0, "The system has no memory for a lock.")
    }

    deinit {
        uv_cond_destroy(self.changed)
        uv_mutex_destroy(self.mutex)
        self.changed.deallocate()
        self.mutex.deallocate()
    }

    func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        uv_mutex_lock(self.mutex)
        defer { uv_mutex_unlock(self.mutex) }
        let count = self.jobs.count + (self.isRunningOne ? 1 : 0)
        guard self.isOpen, count < Worker.jobsMaximum else { return false }
        self.jobs.append(job)
        uv_cond_broadcast(self.changed)
        return true
    }

    func refuseMore() {
        uv_mutex_lock(self.mutex)
        self.isOpen = false
        uv_cond_broadcast(self.changed)
        uv_mutex_unlock(self.mutex)
    }

    func waitUntilDone(within limit: Duration) -> Bool {
        let start = uv_hrtime()
        let (seconds, attoseconds) = max(limit, .zero).components
        let nanoseconds =
            UInt64(min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
        uv_mutex_lock(self.mutex)
        defer { uv_mutex_unlock(self.mutex) }
        while !self.isDone {
            let passed = uv_hrtime() - start
            guard passed < nanoseconds else { break }
            _ = uv_cond_timedwait(self.changed, self.mutex, nanoseconds - passed)
        }
        self.jobs = []
        return self.isDone
    }

    /// The thread's whole life.
    func runAll() {
        while let job = self.next() {
            job()
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        uv_mutex_lock(self.mutex)
        defer { uv_mutex_unlock(self.mutex) }
        self.isRunningOne = false
        while self.jobs.isEmpty, self.isOpen {
            uv_cond_wait(self.changed, self.mutex)
        }
        guard !self.jobs.isEmpty else {
            self.isDone = true
            uv_cond_broadcast(self.changed)
            return nil
        }
        self.isRunningOne = true
        return self.jobs.removeFirst()
    }
}
