import Testing

@testable import TLS

/// What strangers and broken peers send, in memory.
@Suite struct RefusalTests {
    static func server() throws -> TLSConnection {
        try TLSConnection(
            context: TLSContext(identity: .generate(), applicationProtocols: ["paceline/1"]),
            role: .server
        )
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: ada\r\n\r\n", "SSH-2.0-OpenSSH_9.2p1\r\n",
        "{\"jsonrpc\":\"2.0\"}\n", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
    ])
    func `another protocol is refused at once`(words: String) throws {
        let server = try Self.server()
        server.receive([UInt8](words.utf8))
        let error = try #require(server.handshakeError())
        #expect(server.handshakeError() == error)
        #expect(server.peerKeyDigest == nil)
    }

    @Test func `a handshake cut short stays unfinished`() throws {
        let recording = try Self.recordedHello()
        for count in 0..<recording.count {
            let server = try Self.server()
            server.receive([UInt8](recording.prefix(count)))
            #expect(try server.handshake() == .needsMoreInput)
            #expect(server.outboundCount == 0)
        }
    }

    private static func recordedHello() throws -> [UInt8] {
        let client = try Pair().client
        _ = try client.handshake()
        return client.takeOutbound()
    }

    @Test func `protocols in common are chosen in the server's order`() throws {
        let pair = try Pair(
            client: .generate(),
            server: .generate(),
            clientProtocols: ["paceline/1", "paceline/2", "x"],
            serverProtocols: ["paceline/3", "paceline/2", "paceline/1"]
        )
        try pair.shakeHands()
        #expect(pair.client.negotiatedALPN == "paceline/2")
        #expect(pair.server.negotiatedALPN == "paceline/2")
    }

    @Test func `no protocol in common is refused and the client is told`() throws {
        let pair = try Pair(
            client: .generate(),
            server: .generate(),
            serverProtocols: ["paceline/2"]
        )
        _ = try pair.client.handshake()
        pair.server.receive(pair.client.takeOutbound())
        #expect(pair.server.handshakeError() == .noApplicationProtocol)
        pair.client.receive(pair.server.takeOutbound())
        guard case .alertReceived(let number, _) = pair.client.handshakeError() else {
            Issue.record("The client has to see an alert.")
            return
        }
        #expect(number == 120)  // no_application_protocol, RFC 7301
    }

    @Test func `a flood of records that never end the handshake is cut off`() throws {
        let server = try Self.server()
        // One first message that claims 128 KiB, in honest records of 1 KiB.
        var body: [UInt8] = [1, 1, 0xff, 0xff] + [UInt8](repeating: 0, count: 1020)
        var error: TLSError?
        for _ in 0..<1000 {
            server.receive([22, 3, 1, 4, 0] + body)
            body = [UInt8](repeating: 0, count: 1024)
            error = server.handshakeError()
            if error != nil { break }
        }
        #expect(
            error == .handshakeTooLong(bytesMaximum: TLSConnection.handshakeBytesMaximum)
        )
    }

    @Test func `junk after a failure is dropped`() throws {
        let server = try Self.server()
        server.receive([UInt8](repeating: 0x41, count: 1_000_000 / 8))
        let error = server.handshakeError()
        #expect(error != nil)
        for _ in 0..<1000 { server.receive([UInt8](repeating: 0x41, count: 1000)) }
        #expect(server.handshakeError() == error)
        #expect(server.inboundCount == 0)
    }

    @Test func `junk that nobody reads is bounded`() throws {
        let server = try Self.server()
        var most = 0
        for _ in 0..<1000 {
            server.receive([UInt8](repeating: 0x16, count: 1000))
            most = max(most, server.inboundCount)
        }
        #expect(most <= TLSConnection.inboundBytesMaximum)
        #expect(server.inboundCount == 0)
        guard case .unreadCiphertext = server.handshakeError() else {
            Issue.record("The overflow has to be the error.")
            return
        }
    }

    @Test func `what comes after close_notify is dropped`() throws {
        let pair = try Pair.connected()
        pair.client.closeNotify()
        pair.server.receive(pair.client.takeOutbound())
        for _ in 0..<1000 {
            pair.server.receive([UInt8](repeating: 0x41, count: 1000))
            #expect(try pair.server.readAll().outcome == .closed)
            #expect(pair.server.inboundCount == 0)
        }
        try pair.server.write([1])
        pair.client.receive(pair.server.takeOutbound())
        #expect(try pair.client.readAll().bytes == [1])
    }

    @Test func `junk on an open connection ends it and nothing crashes afterwards`() throws {
        let pair = try Pair.connected()
        pair.server.receive([UInt8](repeating: 0x41, count: 100))
        let error = #expect(throws: TLSError.self) { try pair.server.readAll() }
        let known = try #require(error)
        #expect(pair.server.outboundCount > 0)
        #expect(throws: known) { try pair.server.readAll() }
        #expect(throws: known) { try pair.server.write([1]) }
        #expect(throws: known) { try pair.server.handshake() }
        #expect(throws: known) {
            try pair.server.exporter(label: "EXPORTER-test", context: [], count: 32)
        }
        #expect(throws: known) { try pair.server.changeKey() }
        pair.server.closeNotify()
        pair.client.receive(pair.server.takeOutbound())
        let seen = #expect(throws: TLSError.self) { try pair.client.readAll() }
        guard case .alertReceived = seen else {
            Issue.record("The client has to see an alert, and saw \(String(describing: seen)).")
            return
        }
    }

    @Test func `a changed bit of a record is noticed and nothing of it handed over`() throws {
        let pair = try Pair.connected()
        try pair.client.write([UInt8](repeating: 9, count: 1000))
        var record = pair.client.takeOutbound()
        record[500] ^= 1
        pair.server.receive(record)
        var handed = 0
        #expect(throws: TLSError.self) { try pair.server.read { handed += $0.count } }
        #expect(handed == 0)
    }

    @Test func `a record sent twice is noticed`() throws {
        let pair = try Pair.connected()
        try pair.client.write([5])
        let record = pair.client.takeOutbound()
        pair.server.receive(record)
        #expect(try pair.server.readAll().bytes == [5])
        pair.server.receive(record)
        #expect(throws: TLSError.self) { try pair.server.readAll() }
    }

    @Test func `keys may change often when data lies between`() throws {
        let pair = try Pair.connected()
        for number in 0..<100 as Range<UInt8> {
            try pair.client.changeKey()
            try pair.client.write([number])
            pair.server.receive(pair.client.takeOutbound())
            #expect(try pair.server.readAll().bytes == [number])
        }
    }

    @Test func `a flood of key changes is cut off`() throws {
        let pair = try Pair.connected()
        let maximum = PeerScrutiny.controlMessagesMaximum
        for _ in 0..<maximum { try pair.client.changeKey() }
        pair.server.receive(pair.client.takeOutbound())
        #expect(try pair.server.readAll().outcome == .needsMoreInput)
        for _ in 0..<1000 { try pair.client.changeKey() }
        pair.server.receive(pair.client.takeOutbound())
        #expect(throws: TLSError.controlFlood(messagesMaximum: maximum)) {
            try pair.server.readAll()
        }
        #expect(pair.server.inboundCount == 0)
    }
}
