extension Loop: SerialExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        self.take(LoopJob(.executor(UnownedJob(job))))
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    public func checkIsolated() {
        precondition(self.isOnLoopThread, "Not on the event loop's thread.")
    }

    public func isIsolatingCurrentContext() -> Bool? {
        self.isOnLoopThread
    }
}
