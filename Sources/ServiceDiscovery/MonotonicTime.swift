import Glibc

/// The clock that never jumps; it stands still while the machine is suspended.
enum MonotonicTime {
    static func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Waits until a descriptor is ready or `deadline` has come; nil waits for good.
    static func poll(_ descriptors: inout [pollfd], until deadline: Duration?) {
        while true {
            let count = Glibc.poll(
                &descriptors,
                nfds_t(descriptors.count),
                self.milliseconds(until: deadline)
            )
            if count >= 0 { return }
            precondition(errno == EINTR, "poll failed with error \(errno)")
        }
    }

    /// Rounded up, so that a deadline has come when the wait is over.
    private static func milliseconds(until deadline: Duration?) -> Int32 {
        guard let deadline else { return -1 }
        let left = max(.zero, deadline - self.now())
        let (seconds, attoseconds) = left.components
        let milliseconds =
            min(seconds, 3600) * 1000 + (attoseconds + 999_999_999_999_999)
            / 1_000_000_000_000_000
        return Int32(milliseconds)
    }
}
