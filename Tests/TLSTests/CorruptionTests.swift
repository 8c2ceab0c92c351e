import TLS
import Testing

/// One byte of a handshake changed, thousands of times over.
@Suite struct CorruptionTests {
    static let ada = Result { try TLSIdentity.generate() }
    static let bob = Result { try TLSIdentity.generate() }

    @Test(arguments: 0..<20)
    func `a corrupted handshake never crashes and never names the wrong peer`(
        block: Int
    ) throws {
        var dice = Dice(seed: UInt64(block))
        var failures = 0
        for _ in 0..<100 {
            let pair = try Pair(client: Self.ada.get(), server: Self.bob.get())
            let position = Int.random(in: 0..<1800, using: &dice)
            let change = UInt8.random(in: 1...255, using: &dice)
            if Self.fails(pair, corrupting: position, with: change) { failures += 1 }
            let client = try Self.bob.get().keyDigest
            let server = try Self.ada.get().keyDigest
            #expect([nil, client].contains(pair.client.peerKeyDigest))
            #expect([nil, server].contains(pair.server.peerKeyDigest))
        }
        #expect(failures > 50)
    }

    /// Runs a handshake and a byte of data with one byte changed, and tells whether either end
    /// failed or did not get through.
    private static func fails(
        _ pair: Pair,
        corrupting position: Int,
        with change: UInt8
    ) -> Bool {
        var passed = 0
        func carry(_ sender: TLSConnection, _ receiver: TLSConnection) throws {
            var flight = sender.takeOutbound()
            let index = position - passed
            if flight.indices.contains(index) { flight[index] ^= change }
            passed += flight.count
            receiver.receive(flight)
            if try receiver.handshake() == .complete { _ = try receiver.readAll() }
        }
        do {
            _ = try pair.client.handshake()
            for _ in 0..<4 {
                try carry(pair.client, pair.server)
                try carry(pair.server, pair.client)
            }
            try pair.client.write([1])
            try carry(pair.client, pair.server)
            return try pair.server.handshake() != .complete
        } catch {
            // The other end sees the alert, and must survive that too.
            for (one, other) in [(pair.client, pair.server), (pair.server, pair.client)] {
                other.receive(one.takeOutbound())
                _ = other.handshakeError()
                _ = try? other.readAll()
            }
            return true
        }
    }
}
