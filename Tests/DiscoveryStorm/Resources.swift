import Glibc

/// What this process has of the things that a discovery takes and must give back.
package struct Resources: Equatable {
    package let threads: Int
    package let descriptors: Int

    static func now() -> Resources {
        Resources(threads: self.count("/proc/self/task"), descriptors: self.count("/proc/self/fd"))
    }

    /// What there is once it is as before, or when the time is over.
    ///
    /// A thread that was joined is listed for a moment longer.
    static func settled(at before: Resources, within patience: Duration) -> Resources {
        let deadline = ContinuousClock.now + patience
        while true {
            let now = self.now()
            if now == before || ContinuousClock.now >= deadline { return now }
            poll(nil, 0, 10)
        }
    }

    private static func count(_ folder: String) -> Int {
        guard let opened = opendir(folder) else { return 0 }
        defer { closedir(opened) }
        var count = 0
        while readdir(opened) != nil { count += 1 }
        return count
    }
}
