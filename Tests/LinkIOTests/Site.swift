import EventLoop
import LinkIO
import LoopTesting
import TLS
import Testing
import Wire

/// A listener whose connections become transports, and what dials it.
///
/// Loop-confined.
final class Site {
    /// The kind after which transports hold.
    static let hello: UInt8 = 2
    static let protocols = ["paceline/1"]

    let loop: Loop
    let identity: TLSIdentity
    let context: TLSContext
    private let listener: StreamListener
    private let accepted: Box<(Stream) -> Void>
    /// How long a handshake may take that is dialled, or accepted as the so-manyth.
    var timeout = RunningLoop.deadline
    var timeoutOfAccepted: (Int) -> Duration = { _ in RunningLoop.deadline }
    private var acceptedCount = 0
    var limits = LinkTransportLimits()

    init(on loop: Loop) throws {
        self.loop = loop
        self.identity = try .generate()
        self.context = try TLSContext(
            identity: self.identity,
            applicationProtocols: Self.protocols
        )
        let accepted = Box<(Stream) -> Void>({ $0.close() })
        self.accepted = accepted
        self.listener = try StreamListener(on: loop, at: .address(.loopback(port: 0))) {
            accepted.value($0)
        }
    }

    var address: SocketAddress { .loopback(port: self.listener.port) }

    /// Lets `events` hear of every connection that is accepted from now on.
    func accept(_ events: @escaping LinkTransport.Events) {
        self.accepted.value = {
            self.acceptedCount += 1
            _ = LinkTransport(
                accepted: $0,
                on: self.loop,
                context: self.context,
                holdingAfter: Self.hello,
                timeout: self.timeoutOfAccepted(self.acceptedCount),
                limits: self.limits,
                events: events
            )
        }
    }

    /// Connects to the listener as another peer.
    @discardableResult
    func dial(
        as context: TLSContext? = nil,
        _ events: @escaping LinkTransport.Events
    ) -> LinkTransport {
        LinkTransport.dial(
            to: self.address,
            on: self.loop,
            context: context ?? self.context,
            holdingAfter: Self.hello,
            timeout: self.timeout,
            limits: self.limits,
            events: events
        )
    }

    /// Connects to the listener without any TLS, and says `bytes`.
    func connectPlainly(
        saying bytes: [UInt8] = [],
        heard: @escaping ([UInt8]) -> Void = { _ in },
        ended: @escaping (StreamEnd) -> Void
    ) {
        Stream.connect(to: self.address, on: self.loop) { outcome in
            guard let stream = try? outcome.get() else {
                Issue.record("The listener is not there.")
                return
            }
            stream.write(bytes)
            stream.start(
                reading: { heard([UInt8]($0)) },
                ended: {
                    stream.close()
                    ended($0)
                }
            )
        }
    }

    func close() {
        self.listener.close()
    }
}

extension RunningLoop {
    /// Runs `body` with a site.
    static func site(
        _ body: @escaping @Sendable (Site, @escaping @Sendable () -> Void) throws -> Void
    ) throws {
        try Self.run { loop, done in
            do {
                try body(try Site(on: loop), done)
            } catch {
                Issue.record(error)
                done()
            }
        }
    }
}

extension Frame {
    /// A frame of the control lane.
    static func control(_ kind: UInt8, _ payload: [UInt8] = []) -> Frame {
        Frame(kind: kind, lane: .control, payload: payload)
    }

    static let hello = Frame.control(Site.hello, [0xa0])
}

extension [Frame] {
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for frame in self { FrameEncoder.append(frame, to: &bytes) }
        return bytes
    }
}
