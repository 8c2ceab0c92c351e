/// An answer that goes on: server-sent events to one client.
///
/// Loop-confined. Nothing waits for a slow reader: one that leaves 256 KiB unread beyond what the
/// kernel holds is cut off, and can come back with the id of the last event that it saw.
public final class HTTPEventStream {
    /// Why it is over.
    public enum End: Equatable, Sendable {
        /// The client has gone, or said something where nothing is to be said.
        case left
        case slow
    }

    private weak var connection: HTTPConnection?
    private var ended: (HTTPEventStream, End) -> Void

    init(on connection: HTTPConnection, ended: @escaping (HTTPEventStream, End) -> Void) {
        self.connection = connection
        self.ended = ended
    }

    /// Sends one event.
    ///
    /// Without effect when the stream is over. `ended` may be called before this returns.
    public func send(_ event: ServerSentEvent) {
        self.connection?.write(event.bytes, of: self)
    }

    /// Sends a comment, which tells whether the client is still there.
    public func beat() {
        self.connection?.write(ServerSentEvent.heartbeat, of: self)
    }

    func end(_ end: End) {
        let ended = self.ended
        self.ended = { _, _ in }
        ended(self, end)
    }
}
