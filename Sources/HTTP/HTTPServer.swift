public import EventLoop

/// An HTTP/1.1 server (RFC 9112) on the loop, for the programs of one machine.
///
/// Loop-confined. It answers by itself whatever is no request; each that is one comes to the
/// handler, which answers it when it can. It lives until `close`.
public final class HTTPServer {
    private let loop: Loop
    private let common: HTTPHeaders
    private let limits: HTTPLimits
    private let handler: (HTTPExchange) -> Void
    private var listeners: [StreamListener] = []
    private var connections: [UInt64: HTTPConnection] = [:]
    private var accepted: UInt64 = 0

    /// Listens at all of the addresses from now on, or at none.
    ///
    /// A port 0 lets the kernel choose. `common` are fields that every answer carries, also those
    /// to what is no request; `handler` gets each request.
    public init(
        on loop: Loop,
        at addresses: [SocketAddress],
        common: [(name: String, value: String)],
        limits: HTTPLimits = HTTPLimits(),
        handler: @escaping (HTTPExchange) -> Void
    ) throws(LoopError) {
        self.loop = loop
        self.common = HTTPHeaders(common)
        self.limits = limits
        self.handler = handler
        do {
            for address in addresses {
                // The listeners retain this server until `close`.
                let listener = try StreamListener(on: loop, at: .address(address)) {
                    self.admit($0)
                }
                self.listeners.append(listener)
            }
        } catch {
            self.close()
            throw error
        }
    }

    /// Where it listens, with the real ports.
    public var addresses: [SocketAddress] { self.listeners.compactMap(\.address) }

    /// How many clients are connected.
    public var connectionCount: Int { self.connections.count }

    private func admit(_ stream: EventLoop.Stream) {
        guard self.connections.count < HTTPLimits.connectionsMaximum || self.makeRoom() else {
            let refusal = HTTPRefusal(
                .serviceUnavailable,
                "This server has \(HTTPLimits.connectionsMaximum) connections already."
            )
            let response = HTTPResponse(refusal)
            stream.write(response.bytes(to: .get, with: self.common, isPersistent: false))
            return stream.close()
        }
        let number = self.accepted
        self.accepted += 1
        let connection = HTTPConnection(
            on: stream,
            of: self.loop,
            common: self.common,
            limits: self.limits,
            handler: self.handler
        ) { self.connections[number] = nil }
        self.connections[number] = connection
        connection.start()
    }

    /// Closes the connection that has asked for nothing for the longest; false if all are busy.
    private func makeRoom() -> Bool {
        let idle = self.connections.values.compactMap { connection in
            connection.idleSince.map { (since: $0, connection: connection) }
        }
        guard let longest = idle.min(by: { $0.since < $1.since }) else { return false }
        longest.connection.close()
        return true
    }

    /// Stops listening and closes every connection.
    public func close() {
        for listener in self.listeners { listener.close() }
        self.listeners = []
        for connection in self.connections.values { connection.close() }
        self.connections = [:]
    }
}
