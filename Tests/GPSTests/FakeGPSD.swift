import EventLoop

/// As much of gpsd as a client sees, on a port of this machine.
///
/// Loop-confined, like what it is made of.
final class FakeGPSD {
    static let greeting =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
        + "\r\n"
    static let devices = #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"x"}]}"# + "\r\n"
    static let device = #"{"class":"DEVICE","path":"x","activated":0}"# + "\r\n"

    private var listener: StreamListener?
    private var connections: [EventLoop.Stream] = []
    /// Every line that any client has sent.
    private(set) var requests: [String] = []
    /// Called when a client has hung up.
    var ended: () -> Void = {}
    let port: UInt16

    /// Greets who connects, if there is a greeting, and then has `answer` called with each line.
    init(
        on loop: Loop,
        port: UInt16 = 0,
        greeting: String? = greeting,
        answer: @escaping (FakeGPSD, EventLoop.Stream, String) -> Void
    ) {
        var this: FakeGPSD?
        do {
            let listener = try StreamListener(
                on: loop,
                at: .address(.loopback(port: port)),
                accepted: { this?.take($0, greeting, answer) }
            )
            self.listener = listener
            self.port = listener.port
        } catch {
            preconditionFailure(error.description)
        }
        this = self
    }

    private func take(
        _ stream: EventLoop.Stream,
        _ greeting: String?,
        _ answer: @escaping (FakeGPSD, EventLoop.Stream, String) -> Void
    ) {
        self.connections.append(stream)
        var unfinished: [UInt8] = []
        stream.start(
            reading: { bytes in
                unfinished += bytes
                while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: unfinished[..<end], as: UTF8.self)
                    unfinished.removeFirst(end + 1)
                    self.requests.append(line)
                    answer(self, stream, line)
                }
            },
            ended: { _ in self.ended() }
        )
        if let greeting { stream.write(Array(greeting.utf8)) }
    }

    /// Hangs up, and lets nobody connect any more.
    func close() {
        self.listener?.close()
        self.listener = nil
        for stream in self.connections { stream.close() }
        self.connections = []
    }
}
