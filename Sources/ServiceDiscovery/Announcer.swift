import Synchronization

/// The one way to the handler: one event at a time, in order, and none after the end.
///
/// Two threads have something to say, the one that owns the references and the watchdog. The lock is
/// held while the handler runs, so that the later word is also heard later.
final class Announcer: Sendable {
    private struct Contents {
        var availability = Availability()
        var isOver = false
    }

    private let handler: @Sendable (DiscoveryEvent) -> Void
    private let contents = Mutex(Contents())

    init(_ handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        self.handler = handler
    }

    func tell(_ event: DiscoveryEvent) {
        self.contents.withLock { contents in
            if !contents.isOver { self.handler(event) }
        }
    }

    /// Changes what one witness says, and tells the difference if there is one.
    func update(_ change: (inout Availability) -> Void) {
        self.contents.withLock { contents in
            change(&contents.availability)
            if let event = contents.availability.change(), !contents.isOver {
                self.handler(event)
            }
        }
    }

    /// Nothing is told any more when this has returned.
    func end() {
        self.contents.withLock { $0.isOver = true }
    }
}
