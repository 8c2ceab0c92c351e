import EventLoop
import LoopTesting
import Testing

/// Two connected streams on one loop, over TCP or a socket file.
final class StreamPair {
    let listener: StreamListener
    let server: Stream
    let client: Stream

    private init(listener: StreamListener, server: Stream, client: Stream) {
        self.listener = listener
        self.server = server
        self.client = client
    }

    /// Connects a pair over loopback, or at `path`, and hands it over unstarted.
    static func make(
        on loop: Loop,
        path: String? = nil,
        ready: @escaping (StreamPair) -> Void
    ) {
        let server = Box<Stream?>(nil)
        let client = Box<Stream?>(nil)
        let listener = Box<StreamListener?>(nil)
        func check() {
            guard let server = server.value, let client = client.value,
                let listener = listener.value
            else { return }
            ready(StreamPair(listener: listener, server: server, client: client))
        }
        let place: StreamListener.Place =
            if let path { .file(path: path, group: nil) } else { .address(.loopback(port: 0)) }
        do {
            let made = try StreamListener(on: loop, at: place) {
                server.value = $0
                check()
            }
            listener.value = made
            let connected: (Result<Stream, LoopError>) -> Void = {
                do {
                    client.value = try $0.get()
                    check()
                } catch {
                    Issue.record(error)
                }
            }
            if let path {
                Stream.connect(path: path, on: loop, handler: connected)
            } else {
                Stream.connect(
                    to: .loopback(port: made.port),
                    on: loop,
                    handler: connected
                )
            }
        } catch {
            Issue.record(error)
        }
    }

    /// Sends back to the client whatever it says, and its end.
    func echo() {
        let server = self.server
        server.start(
            reading: { server.write([UInt8]($0)) },
            ended: { _ in server.shutdown() }
        )
    }
}
