import TLS

/// Two connections that talk to each other in memory.
struct Pair {
    let client: TLSConnection
    let server: TLSConnection

    init(
        client: TLSIdentity,
        server: TLSIdentity,
        clientProtocols: [String] = ["paceline/1"],
        serverProtocols: [String] = ["paceline/1"]
    ) throws {
        self.client = try TLSConnection(
            context: TLSContext(identity: client, applicationProtocols: clientProtocols),
            role: .client
        )
        self.server = try TLSConnection(
            context: TLSContext(identity: server, applicationProtocols: serverProtocols),
            role: .server
        )
    }

    /// Two strangers.
    init() throws {
        try self.init(client: .generate(), server: .generate())
    }

    /// Two strangers who have shaken hands.
    static func connected() throws -> Pair {
        let pair = try Pair()
        try pair.shakeHands()
        return pair
    }

    /// Runs the handshake, each flight cut into pieces of `sizes`, the last one of which repeats.
    func shakeHands(chunks: (Int) -> Int = { $0 }) throws {
        _ = try self.client.handshake()
        while self.client.outboundCount + self.server.outboundCount > 0 {
            try Self.carry(self.client.takeOutbound(), to: self.server, chunks: chunks)
            try Self.carry(self.server.takeOutbound(), to: self.client, chunks: chunks)
        }
    }

    private static func carry(
        _ flight: [UInt8],
        to receiver: TLSConnection,
        chunks: (Int) -> Int
    ) throws {
        var rest = flight[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(max(1, chunks(rest.count)))
            rest = rest.dropFirst(chunk.count)
            receiver.receive([UInt8](chunk))
            _ = try receiver.handshake()
        }
    }
}

extension TLSConnection {
    /// All that can be read now.
    func readAll() throws -> (bytes: [UInt8], outcome: ReadOutcome) {
        var bytes: [UInt8] = []
        let outcome = try self.read { bytes.append(contentsOf: $0) }
        return (bytes, outcome)
    }

    /// The error that a step of the handshake ends with.
    func handshakeError() -> TLSError? {
        do throws(TLSError) {
            _ = try self.handshake()
            return nil
        } catch {
            return error
        }
    }
}
