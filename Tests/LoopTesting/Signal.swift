import Glibc

/// Something one thread waits for and another raises, once.
package final class Signal: @unchecked Sendable {  // tidy-ok: a semaphore is made for threads.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() {
        sem_init(self.semaphore, 0, 0)
    }

    deinit {
        sem_destroy(self.semaphore)
        self.semaphore.deallocate()
    }

    package func raise() {
        sem_post(self.semaphore)
    }

    /// Waits until it is raised; false when it is not within ``RunningLoop/deadline``.
    package func wait() -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += Int(RunningLoop.deadline.components.seconds)
        while sem_timedwait(self.semaphore, &end) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
