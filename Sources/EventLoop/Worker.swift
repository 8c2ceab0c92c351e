import CUV
import Glibc

/// One thread for what may block, with a short queue in front.
///
/// Its answers go back by `Loop.post`. All signals are blocked on its thread, so that they reach
/// the loop's.
public final class Worker: Sendable {
    /// 64 jobs, the running one among them: past that the caller is told that it is busy, rather
    /// than made to wait behind more than it can know of.
    public static let jobsMaximum = 64

    private let queue: WorkerQueue

    /// Starts the thread.
    public init() throws(LoopError) {
        let queue = WorkerQueue()
        self.queue = queue
        var thread = uv_thread_t()
        // The thread inherits the mask, so there is no moment in which it takes signals.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let retained = Unmanaged.passRetained(queue)
        let code = uv_thread_create(&thread, workerRuns, retained.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard code == 0 else {
            retained.release()
            throw .code(code, doing: "starting a worker thread")
        }
        pthread_detach(thread)
    }

    deinit {
        self.queue.refuseMore()
    }

    /// Queues a job, in order.
    ///
    /// False when 64 are there already, or after `stop`: nothing happens.
    public func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        self.queue.submit(job)
    }

    /// Takes no more jobs and waits until the queued ones are done, but no longer than `limit`.
    ///
    /// True when all are done. Otherwise the rest are dropped, and the stuck one is left to itself
    /// with what it holds.
    @discardableResult
    public func stop(within limit: Duration) -> Bool {
        self.queue.refuseMore()
        return self.queue.waitUntilDone(within: limit)
    }
}

private func workerRuns(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<WorkerQueue>.fromOpaque(argument).takeRetainedValue().runAll()
}
