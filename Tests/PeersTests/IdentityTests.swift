import Peers
import Testing

@Suite struct IdentityTests {
    /// RFC 4648 §10, in lower case and without padding.
    @Test(arguments: [
        ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"),
        ("fooba", "mzxw6ytb"), ("foobar", "mzxw6ytboi"),
    ])
    func `base32 has the vectors of the RFC`(plain: String, text: String) {
        #expect(Base32.encoded(Array(plain.utf8)) == text)
        #expect(Base32.decoded(text) == Array(plain.utf8))
        #expect(Base32.decoded(text.uppercased()) == Array(plain.utf8))
    }

    @Test(arguments: ["1", "my======", "mz1q", "a", "abc", "mzxw6y", "mz", "é"])
    func `base32 refuses foreign characters and stray bits`(text: String) {
        #expect(Base32.decoded(text) == nil)
    }

    @Test func `an id has thirty-two bytes and fifty-two characters`() throws {
        let bytes = (0..<32).map { UInt8($0 * 7 % 256) }
        let peer = try #require(PeerID(bytes))
        #expect(peer.bytes == bytes)
        #expect(peer.description.utf8.count == PeerID.textCount)
        #expect(PeerID(text: peer.description) == peer)
        #expect(PeerID(text: peer.description.uppercased()) == peer)
        #expect(peer.short == String(peer.description.prefix(8)).uppercased())
        #expect(PeerID(Array(bytes.dropLast())) == nil)
        #expect(PeerID(text: String(peer.description.dropLast())) == nil)
        #expect(PeerID(text: String(repeating: "z", count: 52)) == nil)  // Stray bits at the end.
    }

    @Test func `ids are ordered by their bytes, the first highest`() throws {
        for position in 0..<32 {
            var low = [UInt8](repeating: 9, count: 32)
            var high = low
            high[position] = 10
            for later in position + 1..<max(33, position + 1) where later < 32 { low[later] = 255 }
            let (one, two) = (try #require(PeerID(low)), try #require(PeerID(high)))
            #expect(one < two)
            #expect(!(two < one))
        }
    }

    @Test func `an instance has sixteen bytes, the first eight in adverts`() throws {
        let bytes = (0..<16).map { UInt8($0) }
        let instance = try #require(InstanceID(bytes))
        #expect(instance.bytes == bytes)
        #expect(instance.prefix == Array(bytes.prefix(8)))
        #expect(InstanceID(bytes + [0]) == nil)
    }

    @Test func `goodbye reasons have their numbers and their sentences`() {
        #expect(GoodbyeReason.allCases.map(\.rawValue) == Array(1...14))
        #expect(Set(GoodbyeReason.allCases.map(\.description)).count == 14)
        let refusals = GoodbyeReason.allCases.filter(\.isRefusal).map(\.rawValue)
        #expect(refusals == [3, 5, 6, 7, 8, 9, 10])
    }
}
