import Determinism
import Discovery
import Peers
import Testing

@Suite struct AdvertTableTests {
    static func peer(_ number: Int) -> PeerID {
        var bytes = [UInt8](repeating: 0, count: 32)
        bytes[30] = UInt8(number >> 8)
        bytes[31] = UInt8(number & 255)
        guard let peer = PeerID(bytes) else { preconditionFailure("An id has 32 bytes.") }
        return peer
    }

    static func key(_ number: Int, _ interface: UInt32 = 1, suffix: String = "") -> AdvertKey {
        AdvertKey(label: Self.peer(number).description + suffix, interface: interface)
    }

    @Test func `a peer is there while any of its adverts is`() {
        var table = AdvertTable()
        let peer = Self.peer(1)
        #expect(table.found(Self.key(1, 1)) == .appeared(peer))
        #expect(table.found(Self.key(1, 1)) == .nothing)
        #expect(table.found(Self.key(1, 2)) == .another(peer))
        #expect(table.lost(Self.key(1, 3)) == .nothing)
        #expect(table.lost(Self.key(1, 1)) == .fewer(peer))
        #expect(table.contains(peer))
        #expect(table.lost(Self.key(1, 2)) == .disappeared(peer))
        #expect(table.peers.isEmpty)
    }

    @Test func `taking two of five away leaves the other three`() {
        var table = AdvertTable()
        for number in 1...5 { _ = table.found(Self.key(number)) }
        _ = table.lost(Self.key(2))
        _ = table.lost(Self.key(4))
        #expect(table.peers == [1, 3, 5].map(Self.peer))
    }

    @Test func `a label names a peer, also when Avahi has numbered it`() {
        #expect(Self.key(1).peer == Self.peer(1))
        #expect(Self.key(1, suffix: " #2").peer == Self.peer(1))
        #expect(Self.key(1, suffix: "x").peer == nil)
        #expect(AdvertKey(label: "printer", interface: 1).peer == nil)
        var table = AdvertTable()
        #expect(table.found(AdvertKey(label: "printer", interface: 1)) == .nothing)
    }

    @Test func `five thousand adverts take the room of five hundred and twelve`() {
        var table = AdvertTable()
        for number in 0..<5_000 { _ = table.found(Self.key(number)) }
        #expect(table.peers.count == AdvertTable.peersMaximum)
        #expect(table.refused == 5_000 - 512)
        for interface in 1...100 { _ = table.found(Self.key(0, UInt32(interface))) }
        #expect(table.adverts(of: Self.peer(0)).count == AdvertTable.advertsPerPeerMaximum)
    }

    @Test func `waits grow to five seconds, each with full jitter`() {
        var generator = SeededGenerator(seed: 1)
        var longest = [Duration](repeating: .zero, count: 8)
        for _ in 0..<400 {
            var backoff = Backoff()
            for step in 0..<8 { longest[step] = max(longest[step], backoff.next(&generator)) }
            #expect(backoff.failures == 8)
        }
        let bounds: [Int64] = [0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]
        for (step, bound) in bounds.enumerated() {
            #expect(longest[step] <= .milliseconds(bound))
            #expect(longest[step] >= .milliseconds(bound * 9 / 10))
        }
        var backoff = Backoff()
        _ = backoff.next(&generator)
        backoff.reset()
        #expect(backoff.next(&generator) == .zero)
    }
}
