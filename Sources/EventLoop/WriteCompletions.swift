/// Who waits for which bytes to be taken by the kernel.
struct WriteCompletions {
    private struct Waiter {
        /// The count of all bytes queued up to and with the waiter's own.
        let end: Int
        let completed: () -> Void
    }

    private var waiters: [Waiter] = []
    private var next = 0
    private var total = 0

    /// Notes that `count` bytes were queued, and who wants to know when they are gone.
    mutating func queued(_ count: Int, _ completed: (() -> Void)?) {
        self.total += count
        if let completed {
            self.waiters.append(Waiter(end: self.total, completed: completed))
        }
    }

    /// Whether somebody waits for nothing more, with `left` bytes not taken.
    func hasDue(left: Int) -> Bool {
        self.next < self.waiters.count && self.waiters[self.next].end <= self.total - left
    }

    /// Takes the oldest who waits for nothing more.
    mutating func takeDue(left: Int) -> (() -> Void)? {
        guard self.hasDue(left: left) else { return nil }
        let completed = self.waiters[self.next].completed
        self.next += 1
        if self.next == self.waiters.count {
            self.waiters.removeAll(keepingCapacity: self.next <= 64)
            self.next = 0
        }
        return completed
    }
}
