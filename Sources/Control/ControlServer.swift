public import EventLoop

/// The control socket of a daemon: JSON-RPC 2.0, one object a line.
///
/// Loop-confined. It refuses by itself whatever is no call, and whoever may not call; each call
/// that is one comes to the handler, which answers it when it can, once, in any order. It lives
/// until `close`.
public final class ControlServer {
    /// 64: many more programs than drive one daemon, and 64 MiB of answers at the very worst.
    public static let clientsMaximum = 64
    /// 64 unanswered calls that came another way: as many as one client of the socket may have.
    private static let visitorsMaximum = 64

    private let loop: Loop
    private let admission: ControlAdmission
    private let handler: (ControlCall) -> Void
    private let closed: (ControlClientID) -> Void
    private var listener: StreamListener?
    private var seats: [ControlClientID: ClientSeat] = [:]
    /// Who waits for the answer to one call, and has no seat.
    private var visitors: [ControlClientID: ([UInt8]?) -> Void] = [:]
    private var admitted: UInt64 = 0

    /// How many clients were disconnected because they didn't read what they had asked for.
    public private(set) var slowClients = 0

    /// Listens at `path` from now on.
    ///
    /// The socket's folder is made with mode 0700 if it isn't there, or 0750 with a group. A file
    /// that no daemon answers at is replaced. `closed` tells that a client is gone, after which
    /// its calls need no answer; it is not called for those that `close` disconnects.
    public init(
        on loop: Loop,
        path: String,
        group: String?,
        handler: @escaping (ControlCall) -> Void,
        closed: @escaping (ControlClientID) -> Void
    ) throws(ControlError) {
        self.loop = loop
        self.handler = handler
        self.closed = closed
        self.admission = ControlAdmission(group: group)
        try ControlFolder.prepare(for: path, group: group)
        do {
            // The listener retains this server until `close`.
            self.listener = try StreamListener(
                on: loop,
                at: .file(path: path, group: group),
                accepted: { self.admit($0) }
            )
        } catch {
            throw .socket(error)
        }
    }

    /// How many clients are connected.
    public var clientCount: Int { self.seats.count }

    // MARK: Clients

    private func admit(_ stream: EventLoop.Stream) {
        if let refusal = self.refusal(of: stream) {
            // The kernel has taken it by the time of the close: the socket's buffer is empty.
            stream.write(refusal.line)
            return stream.close()
        }
        let client = self.nextClient()
        let seat = ClientSeat(client, on: stream, called: self.handler) { end in
            self.seats[client] = nil
            if end == .slow { self.slowClients += 1 }
            self.closed(client)
        }
        self.seats[client] = seat
        seat.start()
    }

    private func nextClient() -> ControlClientID {
        defer { self.admitted += 1 }
        return ControlClientID(number: self.admitted)
    }

    private func refusal(of stream: EventLoop.Stream) -> ControlFault? {
        guard let credentials = stream.peerCredentials else {
            return ControlFault(.refused, "The kernel doesn't say who you are.")
        }
        guard self.admission.admits(credentials) else {
            return ControlFault(.refused, self.admission.refusal(of: credentials))
        }
        guard self.seats.count < Self.clientsMaximum else {
            return ControlFault(
                .fault,
                "The daemon already serves \(Self.clientsMaximum) clients; try again later."
            )
        }
        return nil
    }

    // MARK: Visitors

    /// Takes one request that came by another way than the socket.
    ///
    /// - Parameters:
    ///   - request: a JSON text as on a line of the socket.
    ///   - permits: says which methods that way leads to; any other is refused. `subscribe` should
    ///     be, as what happens is told to seats only.
    ///   - answered: is told the answer's JSON text once, perhaps before this returns, or `nil` if
    ///     the request wants none; not any more once the server is closed.
    public func take(
        _ request: [UInt8],
        permits: (ControlMethod) -> Bool,
        answered: @escaping ([UInt8]?) -> Void
    ) {
        do throws(ControlFault) {
            let request = try ControlRequest(line: request)
            let id = request.id
            guard permits(request.method) else {
                let name = request.method.rawValue
                throw ControlFault(
                    .refused,
                    "“\(name)” can be called at the control socket only.",
                    id: id
                )
            }
            guard self.visitors.count < Self.visitorsMaximum else {
                let maximum = Self.visitorsMaximum
                throw ControlFault(
                    .fault,
                    "The daemon has \(maximum) such calls to answer already.",
                    id: id
                )
            }
            let call = ControlCall(client: self.nextClient(), number: 0, request: request)
            if id == nil { answered(nil) } else { self.visitors[call.client] = answered }
            self.handler(call)
        } catch {
            answered(error.line)
        }
    }

    // MARK: Answering

    /// Answers a call.
    ///
    /// Without effect if it has been answered or its client is gone.
    public func answer(_ call: ControlCall, _ result: JSONValue) {
        self.conclude(call) { ControlLine.answer($0, result) }
    }

    /// Sends the line that answers a call, to whoever waits for it.
    private func conclude(_ call: ControlCall, with line: (RequestID) -> [UInt8]) {
        if let id = call.id, let visitor = self.visitors.removeValue(forKey: call.client) {
            return visitor(line(id))
        }
        guard let seat = self.seats[call.client], seat.conclude(call) else { return }
        if let id = call.id { seat.send(line(id)) }
        seat.serveSoon(on: self.loop)
    }

    /// Answers a call with an error.
    ///
    /// `message` is one sentence for a person. Without effect where `answer` would be.
    public func fail(
        _ call: ControlCall,
        code: ControlCode,
        message: String,
        data: JSONValue? = nil
    ) {
        self.conclude(call) { ControlFault(code, message, id: $0, data: data).line }
    }

    /// Answers a call whose params were found wrong by the handler.
    public func fail(_ call: ControlCall, _ error: ControlError) {
        let code: ControlCode = if case .invalidParams = error { .invalidParams } else { .fault }
        self.fail(call, code: code, message: error.description)
    }

    /// Tells clients something that they subscribed to.
    ///
    /// A client that has 1 MiB unread is disconnected.
    public func notify(_ clients: [ControlClientID], method: String, params: JSONValue) {
        guard !clients.isEmpty else { return }
        let line = ControlLine.notification(method, params)  // Encoded once for all.
        for client in clients { self.seats[client]?.send(line) }
    }

    /// Stops listening, disconnects all clients, and removes the socket's file if it is still ours.
    public func close() {
        self.listener?.close()
        self.listener = nil
        for seat in self.seats.values {
            seat.close()
        }
        self.seats = [:]
        self.visitors = [:]
    }
}
