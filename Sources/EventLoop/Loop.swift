import CUV
import Glibc
import Synchronization

/// One thread that waits for everything, and is an actor's executor.
///
/// The thread that calls `run()` is the loop's thread; what is said to be loop-confined may be
/// touched by that thread alone, or before `run()` by the one thread that sets things up. An actor
/// whose `unownedExecutor` is a loop is entered from the loop's callbacks by `assumeIsolated`.
///
/// One iteration: timers, then the work that was posted, then the prepare hook, then the wait and
/// the callbacks of what became ready. A loop runs once.
///
/// Making a loop ignores SIGPIPE for the whole process, because a plain write to a connection that
/// the peer has closed would end it: Linux has no option for that on a socket.
public final class Loop: @unchecked Sendable {
    /// 256: after so many posted jobs in one iteration the sockets have their turn.
    static let jobsPerIterationMaximum = 256
    /// 64 KiB: libuv's own suggestion, and four TLS records.
    ///
    /// Shared by all streams of the loop.
    static let readBufferBytes = 65_536

    let raw: UnsafeMutablePointer<uv_loop_t>
    let readBuffer: UnsafeMutableRawBufferPointer
    private let wake = UnsafeMutablePointer<uv_async_t>.allocateHandle()
    private let prepare = UnsafeMutablePointer<uv_prepare_t>.allocateHandle()
    /// Runs while jobs are left over, so that the iteration doesn't wait.
    private let idle = UnsafeMutablePointer<uv_idle_t>.allocateHandle()

    private let inbox = Locked(Inbox())
    /// `pthread_self()` of the thread inside `run()`; 0 before.
    private let thread = Atomic<UInt>(0)
    private var jobs: [LoopJob] = []
    private var batch: [LoopJob] = []
    private var hook: () -> Void = {}
    private var isFinished = false

    private struct Inbox {
        var jobs: [LoopJob] = []
        /// False once the wake-up handle is closed.
        var isOpen = true
    }

    public init() throws(LoopError) {
        signal(SIGPIPE, SIG_IGN)
        self.raw = .allocateHandle()
        self.readBuffer = .allocate(byteCount: Self.readBufferBytes, alignment: 16)
        let code = uv_loop_init(self.raw)
        guard code == 0 else {
            self.isFinished = true
            throw .code(code, doing: "making an event loop")
        }
        let opened = uv_async_init(self.raw, self.wake, loopWoken)
        guard opened == 0 else {
            uv_loop_close(self.raw)
            self.isFinished = true
            throw .code(opened, doing: "making an event loop's wake-up")
        }
        uv_prepare_init(self.raw, self.prepare)
        uv_idle_init(self.raw, self.idle)
        // Unretained: `run()` is a method of this object, and nothing else turns the loop.
        let this = Unmanaged.passUnretained(self).toOpaque()
        self.wake.pointee.data = this
        self.prepare.pointee.data = this
        self.idle.pointee.data = this
        uv_prepare_start(self.prepare, loopPrepares)
    }

    deinit {
        if !self.isFinished {
            self.finish()
        }
        self.raw.deallocate()
        self.readBuffer.deallocate()
    }

    // MARK: Running

    /// Turns until `stop()`, then closes everything that is still open, and returns.
    ///
    /// What is closed so hears nothing more. Work that is posted later is dropped.
    public func run() {
        let (first, _) = self.thread.compareExchange(
            expected: 0,
            desired: UInt(pthread_self()),
            ordering: .sequentiallyConsistent
        )
        precondition(first, "A loop runs once.")
        uv_run(self.raw, UV_RUN_DEFAULT)
        self.finish()
    }

    /// Lets `run()` end after what was posted so far and the prepare hook.
    ///
    /// From any thread.
    public func stop() {
        self.post { uv_stop(self.raw) }
    }

    /// Monotonic time since an arbitrary start, read afresh.
    public var now: Duration {
        .nanoseconds(Int64(clamping: uv_hrtime()))
    }

    /// Sets the one hook that runs in each iteration after the posted work and before the wait.
    ///
    /// It flushes what the iteration produced. Loop-confined.
    public func setPrepareHook(_ hook: @escaping () -> Void) {
        self.assertConfined()
        self.hook = hook
    }

    // MARK: Work

    /// Runs `work` on the loop's thread, soon and in order.
    ///
    /// From any thread.
    ///
    /// On the loop's own thread it costs neither lock nor system call. It never runs inside this
    /// call.
    public func post(_ work: @escaping @Sendable () -> Void) {
        self.take(LoopJob(.closure(work)))
    }

    /// Runs `work` on the loop's thread, soon and in order, without being sendable.
    ///
    /// Loop-confined.
    public func later(_ work: @escaping () -> Void) {
        self.assertConfined()
        self.jobs.append(LoopJob(.closure(work)))
    }

    /// Takes one job, from any thread.
    func take(_ job: LoopJob) {
        if self.isOnLoopThread {
            self.jobs.append(job)
            return
        }
        self.inbox.with { inbox in
            guard inbox.isOpen else { return }
            inbox.jobs.append(job)
            if inbox.jobs.count == 1 {
                uv_async_send(self.wake)
            }
        }
    }

    fileprivate func fetchPosted() {
        let posted = self.inbox.with { inbox in
            let jobs = inbox.jobs
            inbox.jobs = []
            return jobs
        }
        self.jobs.append(contentsOf: posted)
    }

    fileprivate func prepared() {
        var count = 0
        while !self.jobs.isEmpty, count < Self.jobsPerIterationMaximum {
            count += self.runBatch()
        }
        self.hook()
        // The wait is computed from the loop's cached time, which the work above made old.
        uv_update_time(self.raw)
        if self.jobs.isEmpty {
            uv_idle_stop(self.idle)
        } else {
            uv_idle_start(self.idle, loopIdles)
        }
    }

    /// Runs what was posted before this call, and says how many jobs that was.
    private func runBatch() -> Int {
        swap(&self.jobs, &self.batch)
        let count = self.batch.count
        for index in 0..<count {
            self.batch[index].run(on: self)
        }
        self.batch.removeAll(keepingCapacity: count <= Self.jobsPerIterationMaximum)
        return count
    }

    // MARK: The end

    private func finish() {
        uv_walk(self.raw, closeWalked, nil)
        let left = self.inbox.with { inbox in
            inbox.isOpen = false
            let jobs = inbox.jobs
            inbox.jobs = []
            return jobs
        }
        self.jobs.append(contentsOf: left)
        // Bounded, so that a job that posts itself can't hold the end up.
        for _ in 0..<Self.jobsPerIterationMaximum where !self.jobs.isEmpty {
            _ = self.runBatch()
        }
        // What those jobs opened.
        uv_walk(self.raw, closeWalked, nil)
        self.hook = {}
        uv_prepare_stop(self.prepare)
        for handle in [self.wake.asHandle, self.prepare.asHandle, self.idle.asHandle] {
            handle.pointee.data = nil
            handle.closeHandle()
        }
        // A `stop()` that came after the one that ended `run()` ends the first of these.
        // What ends here, as a look-up that was under way, may open something yet: that is closed
        // before the next turn, which would wait for it.
        repeat {
            uv_walk(self.raw, closeWalked, nil)
            uv_run(self.raw, UV_RUN_ONCE)
        } while uv_loop_alive(self.raw) != 0
        let code = uv_loop_close(self.raw)
        precondition(code == 0, "A loop ends with handles open: \(SystemFault(code: code)).")
        self.jobs = []
        self.isFinished = true
    }

    // MARK: Whose thread

    /// Whether the caller is on the thread inside `run()`.
    public var isOnLoopThread: Bool {
        self.thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// Catches, in debug builds, the use of a loop-confined object from a foreign thread.
    func assertConfined() {
        assert(
            self.thread.load(ordering: .relaxed) == 0 || self.isOnLoopThread,
            "A loop-confined object is used outside its loop's thread."
        )
    }
}

private func loopWoken(_ handle: UnsafeMutablePointer<uv_async_t>?) {
    guard let data = handle?.pointee.data else { return }
    Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().fetchPosted()
}

private func loopPrepares(_ handle: UnsafeMutablePointer<uv_prepare_t>?) {
    guard let data = handle?.pointee.data else { return }
    Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().prepared()
}

private func loopIdles(_ handle: UnsafeMutablePointer<uv_idle_t>?) {
    // Its being active is all it is for: libuv then doesn't wait.
}

private func closeWalked(
    _ handle: UnsafeMutablePointer<uv_handle_t>?,
    _ argument: UnsafeMutableRawPointer?
) {
    guard let handle, uv_is_closing(handle) == 0, let data = handle.pointee.data else { return }
    let owner = Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue()
    (owner as? any LoopResource)?.close()
}
