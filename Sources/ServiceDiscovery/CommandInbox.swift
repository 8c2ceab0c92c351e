import Synchronization

/// Takes commands from any thread to the one that owns the references.
final class CommandInbox: Sendable {
    /// What has come since the last time.
    struct Contents: Sendable {
        var backlog = CommandBacklog()
        var isStopping = false
    }

    private let contents = Mutex(Contents())
    private let wake: WakePipe

    init() throws(ServiceDiscoveryError) {
        self.wake = try WakePipe()
    }

    /// Readable when there is something to take.
    var descriptor: Int32 { self.wake.readEnd }

    func post(_ command: DiscoveryCommand) {
        self.contents.withLock { $0.backlog.add(command) }
        self.wake.signal()
    }

    func stop() {
        self.contents.withLock { $0.isStopping = true }
        self.wake.signal()
    }

    func take() -> Contents {
        self.wake.drain()
        return self.contents.withLock { contents in
            defer { contents.backlog = CommandBacklog() }
            return contents
        }
    }
}
