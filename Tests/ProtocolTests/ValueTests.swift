import Digest
import Guessing
import Peers
import Testing
import Wire

/// The bytes of Protocol.md that are no frames: identity, commitment, chain of hashes.
@Suite struct ValueTests {
    static let names = [
        "identity.spki", "identity.peer", "guess.commitment.input", "guess.commitment",
        "guess.hash.newGame.input", "guess.hash.newGame", "guess.hash.guess", "guess.hash.answer",
        "guess.hash.over", "guess.hash.withdrawn", "guess.hash.cancelled", "ride.route.hash.input",
        "ride.route.hash",
    ]

    @Test func `a PeerID is the hash of the key, and its text is the label`() throws {
        let file = try ProtocolFile()
        let digest = SHA256.hash(try file.bytes(.value, "identity.spki"))
        #expect(digest == (try file.bytes(.value, "identity.peer")))
        let peer = try #require(PeerID(digest))
        #expect(file.says("- label: `\(peer)`"))
        #expect(file.says("for people only: `\(peer.short)`"))
    }

    @Test func `the commitment is the hash of the bytes that are listed`() throws {
        let file = try ProtocolFile()
        let game = try GoldenGame()
        #expect(game.commitment.bytes == (try file.bytes(.value, "guess.commitment")))
        let input = try file.bytes(.value, "guess.commitment.input")
        #expect(game.commitment.bytes == SHA256.hash(input))
        #expect(file.says("the \(input.count) bytes that are hashed"))
        #expect(file.says("the \(Commitment.label.utf8.count) ASCII bytes of "))
        #expect(input.starts(with: Commitment.label.utf8))
    }

    @Test func `each event's hash is that of its map alone`() throws {
        let file = try ProtocolFile()
        let game = try GoldenGame()
        let events = [
            ("newGame", game.start), ("guess", game.guess), ("answer", game.answer),
            ("over", game.over), ("withdrawn", game.withdrawn), ("cancelled", game.cancelled),
        ]
        for (name, event) in events {
            let expected = try file.bytes(.value, "guess.hash.\(name)")
            #expect(EventHash(of: event).bytes == expected, "\(name)")
            #expect(SHA256.hash(event.encoded) == expected, "\(name)")
        }
        #expect(game.start.encoded == (try file.bytes(.value, "guess.hash.newGame.input")))
    }
}
