import Determinism
import Guessing
import Peers
import Testing

/// One of each message with its bytes, as Protocol.md shows them.
///
/// The game: ada (PeerID 32 × a1) hosts the numbers 1 to 100 with secret 42, salt 32 × 5a, game id
/// 16 × 07, ordinal 3; bob (PeerID 32 × b2) guesses with token 1. Each event carries the hash
/// of the one that it follows: newGame, guess, then answer, withdrawn or cancelled; answer, over.
enum GoldenMessages {
    struct Golden: Sendable, CustomTestStringConvertible {
        let name: String
        let message: GuessMessage
        let hex: String

        var testDescription: String { self.name }
    }

    static let all: [Golden] = zip(names, messages).map { name, message in
        Golden(name: name, message: message, hex: hex[name] ?? "")
    }

    private static let names = [
        "event newGame", "event guess", "event answer", "event over", "event withdrawn",
        "event cancelled", "guess", "withdraw", "refused", "head", "superseded", "snapshot",
    ]

    private static let messages: [GuessMessage] = {
        guard let ada = PeerID([UInt8](repeating: 0xA1, count: 32)),
            let bob = PeerID([UInt8](repeating: 0xB2, count: 32)),
            let id = GameID([UInt8](repeating: 7, count: 16)),
            let reveal = Reveal(secret: 42, salt: [UInt8](repeating: 0x5A, count: 32)),
            let adasName = try? DisplayName("ada"),  // tidy-ok: without it all fail
            let bobsName = try? DisplayName("bob")  // tidy-ok: without it all fail
        else { return [] }
        let key = GameKey(ordinal: 3, host: ada, id: id)
        func event(after previous: GuessEvent?, _ content: EventContent) -> GuessEvent {
            GuessEvent(
                game: key,
                number: previous.map { $0.number + 1 } ?? 0,
                previous: previous.map { EventHash(of: $0) } ?? .none,
                at: WallTime(milliseconds: 1_700_000_000_000),
                content: content
            )
        }
        let commitment = Commitment(to: reveal, in: .standard, game: id, host: ada)
        let start = event(
            after: nil,
            .newGame(range: .standard, commitment: commitment, hostName: adasName)
        )
        let bobs = GuessPlayer(id: bob, name: bobsName)
        let guess = event(after: start, .guess(guesser: bobs, number: 42, token: 1))
        let answer = event(after: guess, .answer(guess: 1, answer: .correct))
        let over = event(after: answer, .over(winner: bob, reveal: reveal))
        let withdrawn = event(after: guess, .withdrawn(guess: 1))
        let cancelled = event(after: guess, .cancelled(.byHost, reveal: reveal))
        let hash = EventHash(of: answer)
        return [
            .event(start), .event(guess), .event(answer), .event(over), .event(withdrawn),
            .event(cancelled), .guess(game: id, token: 1, number: 42),
            .withdraw(game: id, token: 1),
            .refused(game: id, token: 1, reason: .onePending),
            .head(GameHead(game: key, number: 2, hash: hash, isLive: true)),
            .superseded(by: key), .snapshot([start, guess]),
        ]
    }()

    private static let hex: [String: String] = [
        "event newGame": """
        a2000101ab00010150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a10400055820000000000000000000\
        0000000000000000000000000000000000000000000000061b0000018bcfe568000701081864\
        095820ab4317153dbd9071fc10429af759988759b5caf9a48d58c69b7502b17cb8eb970a6361\
        6461
        """,
        "event guess": """
        a2000101ab00020150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a10401055820e43e08a1de71c394a5\
        2d8bbff564b0d53fe13b3f8b3002ade95f8ae5bb32e3a7061b0000018bcfe568000a63626f62\
        0b5820b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b20c182a\
        0d01
        """,
        "event answer": """
        a2000101a900030150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a104020558200b40f318fa516310a4\
        fa779df40b831e199871fcb1fc9ddc65689cf80156fa6b061b0000018bcfe568000e010f01
        """,
        "event over": """
        a2000101a900040150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a104030558203daccd77f2efe249ce\
        34b6e4f4660bf71835d1752637fa5425aabcc0999d3ef7061b0000018bcfe568000b5820b2b2\
        b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b211a200182a015820\
        5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
        """,
        "event withdrawn": """
        a2000101a900050150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a104020558200b40f318fa516310a4\
        fa779df40b831e199871fcb1fc9ddc65689cf80156fa6b061b0000018bcfe568000e011005
        """,
        "event cancelled": """
        a2000101a900050150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a104020558200b40f318fa516310a4\
        fa779df40b831e199871fcb1fc9ddc65689cf80156fa6b061b0000018bcfe56800100111a200\
        182a0158205a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
        """,
        "guess": """
        a40002025007070707070707070707070707070707050106182a
        """,
        "withdraw": """
        a300030250070707070707070707070707070707070501
        """,
        "refused": """
        a4000402500707070707070707070707070707070705010703
        """,
        "head": """
        a700050250070707070707070707070707070707070303045820a1a1a1a1a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a108020958203daccd77f2efe249ce34b6e4f4\
        660bf71835d1752637fa5425aabcc0999d3ef70af5
        """,
        "superseded": """
        a400060250070707070707070707070707070707070303045820a1a1a1a1a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
        """,
        "snapshot": """
        a200070b82ab00010150070707070707070707070707070707070203035820a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a104000558200000000000000000\
        000000000000000000000000000000000000000000000000061b0000018bcfe5680007010818\
        64095820ab4317153dbd9071fc10429af759988759b5caf9a48d58c69b7502b17cb8eb970a63\
        616461ab00020150070707070707070707070707070707070203035820a1a1a1a1a1a1a1a1a1\
        a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a10401055820e43e08a1de71c394a52d\
        8bbff564b0d53fe13b3f8b3002ade95f8ae5bb32e3a7061b0000018bcfe568000a63626f620b\
        5820b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b20c182a0d\
        01
        """,
    ]
}
