import TLS
import Testing

@Suite struct TLSConnectionTests {
    @Test(arguments: [1, 2, 3, 5, 7, 64, 500, 100_000])
    func `both ends complete however the bytes are cut`(size: Int) throws {
        let ada = try TLSIdentity.generate()
        let bob = try TLSIdentity.generate()
        let pair = try Pair(client: ada, server: bob)
        try pair.shakeHands { _ in size }
        #expect(try pair.client.handshake() == .complete)
        #expect(try pair.server.handshake() == .complete)
        #expect(pair.client.peerKeyDigest == bob.keyDigest)
        #expect(pair.server.peerKeyDigest == ada.keyDigest)
        #expect(pair.client.negotiatedALPN == "paceline/1")
        #expect(pair.server.negotiatedALPN == "paceline/1")
    }

    @Test(arguments: 0..<50)
    func `both ends complete with bytes cut at random`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let pair = try Pair()
        try pair.shakeHands { Int.random(in: 1...$0, using: &dice) }
        #expect(try pair.client.handshake() == .complete)
        #expect(try pair.server.handshake() == .complete)
    }

    @Test func `nothing about the peer is known before the handshake is complete`() throws {
        let pair = try Pair()
        #expect(try pair.client.handshake() == .needsMoreInput)
        let hello = pair.client.takeOutbound()
        pair.server.receive([UInt8](hello.dropLast()))
        #expect(try pair.server.handshake() == .needsMoreInput)
        #expect(try pair.server.handshake() == .needsMoreInput)
        #expect(pair.server.outboundCount == 0)
        #expect(pair.server.peerKeyDigest == nil)
        #expect(pair.server.negotiatedALPN == nil)
        #expect(throws: TLSError.handshakeIncomplete(function: "reading")) {
            try pair.server.read { _ in }
        }
        #expect(throws: TLSError.handshakeIncomplete(function: "writing")) {
            try pair.server.write([1])
        }
        pair.server.closeNotify()
        pair.server.receive([hello[hello.count - 1]])
        #expect(try pair.server.handshake() == .needsMoreInput)
        #expect(pair.server.outboundCount > 0)
    }

    @Test(arguments: [1, 1000, 16_383, 16_384, 16_385, 1 << 20])
    func `data arrives intact both ways at once`(count: Int) throws {
        var dice = Dice(seed: UInt64(count))
        let pair = try Pair.connected()
        let there = (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
        let back = [UInt8](there.reversed())
        try pair.client.write(there)
        try pair.server.write(back)
        #expect(try Self.collect(from: pair.client, at: pair.server, &dice) == there)
        #expect(try Self.collect(from: pair.server, at: pair.client, &dice) == back)
    }

    /// Moves all that waits, cut at random, and returns what was read.
    private static func collect(
        from sender: TLSConnection,
        at receiver: TLSConnection,
        _ dice: inout Dice
    ) throws -> [UInt8] {
        var rest = sender.takeOutbound()[...]
        var read: [UInt8] = []
        while !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...40_000, using: &dice))
            rest = rest.dropFirst(chunk.count)
            receiver.receive([UInt8](chunk))
            let (bytes, outcome) = try receiver.readAll()
            #expect(outcome == (bytes.isEmpty ? .needsMoreInput : .bytes(bytes.count)))
            read += bytes
        }
        return read
    }

    @Test func `lent ciphertext is read like received ciphertext, and behind it`() throws {
        var dice = Dice(seed: 1)
        let pair = try Pair.connected()
        let data = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &dice) }
        try pair.client.write(data)
        pair.client.closeNotify()
        var rest = pair.client.takeOutbound()[...]
        var read: [UInt8] = []
        var outcome = TLSConnection.ReadOutcome.needsMoreInput
        while !rest.isEmpty {
            let chunk = [UInt8](rest.prefix(Int.random(in: 1...40_000, using: &dice)))
            rest = rest.dropFirst(chunk.count)
            let cut = Int.random(in: 0...chunk.count, using: &dice)
            pair.server.receive([UInt8](chunk[..<cut]))
            outcome = try chunk[cut...].withUnsafeBytes { bytes in
                try pair.server.read(from: bytes) { read.append(contentsOf: $0) }
            }
            #expect(pair.server.inboundCount == 0)
        }
        #expect(read == data)
        #expect(outcome == .closed)
    }

    @Test func `lent ciphertext is kept when the handshake still needs it`() throws {
        let pair = try Pair()
        _ = try pair.client.handshake()
        let hello = pair.client.takeOutbound()
        #expect(throws: TLSError.handshakeIncomplete(function: "reading")) {
            try hello.withUnsafeBytes { try pair.server.read(from: $0) { _ in } }
        }
        #expect(pair.server.inboundCount == hello.count)
        #expect(try pair.server.handshake() == .needsMoreInput)
        #expect(pair.server.outboundCount > 0)
    }

    @Test func `data that comes with the end of the handshake is not lost`() throws {
        let pair = try Pair()
        _ = try pair.client.handshake()
        pair.server.receive(pair.client.takeOutbound())
        _ = try pair.server.handshake()
        pair.client.receive(pair.server.takeOutbound())
        #expect(try pair.client.handshake() == .complete)
        try pair.client.write([1, 2, 3])
        pair.server.receive(pair.client.takeOutbound())
        #expect(try pair.server.handshake() == .complete)
        #expect(try pair.server.readAll().bytes == [1, 2, 3])
    }

    @Test func `close_notify is seen after the data before it`() throws {
        let pair = try Pair.connected()
        try pair.client.write([7, 8])
        pair.client.closeNotify()
        pair.client.closeNotify()
        pair.server.receive(pair.client.takeOutbound())
        let (bytes, outcome) = try pair.server.readAll()
        #expect(bytes == [7, 8])
        #expect(outcome == .closed)
        #expect(try pair.server.readAll().outcome == .closed)
        #expect(throws: TLSError.closed(function: "write")) { try pair.client.write([9]) }
    }

    @Test func `the other direction stays open after a close_notify`() throws {
        let pair = try Pair.connected()
        pair.client.closeNotify()
        pair.server.receive(pair.client.takeOutbound())
        #expect(try pair.server.readAll().outcome == .closed)
        try pair.server.write([4])
        pair.client.receive(pair.server.takeOutbound())
        #expect(try pair.client.readAll().bytes == [4])
    }

    @Test func `writing nothing sends nothing`() throws {
        let pair = try Pair.connected()
        try pair.client.write([])
        #expect(pair.client.outboundCount == 0)
    }

    @Test func `exchanged buffers carry the same bytes`() throws {
        let pair = try Pair.connected()
        var buffer: [UInt8] = [1, 2, 3]
        for number in 0..<5 as Range<UInt8> {
            try pair.client.write([number])
            pair.client.exchangeOutbound(with: &buffer)
            #expect(pair.client.outboundCount == 0)
            pair.server.receive(buffer)
            #expect(try pair.server.readAll().bytes == [number])
        }
    }

    @Test func `a connection outlives whoever made its context`() throws {
        var kept: [TLSConnection] = []
        for _ in 0..<10 {
            let pair = try Pair.connected()
            try pair.client.write([1])
            kept += [pair.client, pair.server]
        }
        kept.shuffle()
        while let one = kept.popLast() { #expect(one.peerKeyDigest != nil) }
    }

    @Test func `no ticket follows the handshake`() throws {
        let pair = try Pair.connected()
        #expect(pair.server.outboundCount == 0)
        #expect(pair.client.outboundCount == 0)
    }
}
