import CUV

/// A value that several threads share, behind a lock.
///
/// A pthread mutex (by libuv), not `Synchronization.Mutex`: the thread sanitizer sees this one, so
/// that it can vouch for everything that a loop hands from thread to thread.
///
/// Unchecked: `value` is touched only under `mutex`.
final class Locked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<uv_mutex_t>.allocateHandle()
    private var value: Value

    init(_ value: Value) {
        self.value = value
        let code = uv_mutex_init(self.mutex)
        precondition(code == 0, "The system has no memory for a lock.")
    }

    deinit {
        uv_mutex_destroy(self.mutex)
        self.mutex.deallocate()
    }

    /// Lends the value to `body` while no other thread has it.
    func with<Result>(_ body: (inout Value) -> Result) -> Result {
        uv_mutex_lock(self.mutex)
        defer { uv_mutex_unlock(self.mutex) }
        return body(&self.value)
    }
}
