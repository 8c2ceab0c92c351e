import Determinism
import Guessing
import Peers
import Testing
import Wire

@Suite struct MessageTests {
    @Test(arguments: GoldenMessages.all)
    func `each message is the golden bytes and comes back from them`(
        golden: GoldenMessages.Golden
    ) throws {
        #expect(hexadecimal(golden.message.encoded) == golden.hex, "\(golden.name)")
        #expect(try GuessMessage.decode(golden.message.encoded) == golden.message)
    }

    @Test func `there are golden bytes for every kind of message and of event`() {
        #expect(
            Set(GoldenMessages.all.map(\.message.kind)) == Set(GuessMessage.Kind.allCases)
        )
        let kinds = GoldenMessages.all.compactMap { golden -> UInt8? in
            guard case .event(let event) = golden.message else { return nil }
            // {0: kind, …}: a map's head, key 0, then the kind.
            return event.encoded[2]
        }
        #expect(Set(kinds) == [1, 2, 3, 4, 5])
    }

    @Test(arguments: GoldenMessages.all)
    func `every prefix is refused, and so is every byte behind`(
        golden: GoldenMessages.Golden
    ) {
        let bytes = golden.message.encoded
        for count in 0..<bytes.count {
            #expect(throws: WireError.self) { try GuessMessage.decode(Array(bytes[..<count])) }
        }
        #expect(throws: WireError.self) { try GuessMessage.decode(bytes + [0]) }
    }

    @Test(arguments: GoldenMessages.all)
    func `no changed byte stops a replica, and what is refused is a violation`(
        golden: GoldenMessages.Golden
    ) throws {
        let table = try Table(["ada", "bob"])
        let bytes = golden.message.encoded
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                var game = table.games[1]
                let effects = game.handle(
                    .message(from: table.ids[0], body: changed),
                    at: .zero,
                    wall: table.wall
                )
                let violations = effects.filter { effect in
                    if case .violation = effect { return true }
                    return false
                }
                if (try? GuessMessage.decode(changed)) == nil {  // tidy-ok: whether it decodes
                    #expect(violations.count == 1)
                }
            }
        }
    }

    @Test func `a negative key is ignored, and an unknown or foreign one refused`() throws {
        let id = [UInt8](repeating: 7, count: 16)
        func withdraw(_ more: (inout CBORMapWriter) -> Void) -> [UInt8] {
            var writer = CBORWriter()
            writer.writeMap { map in
                map.set(key: 0, unsigned: 3)
                map.set(key: 2, bytes: id)
                map.set(key: 5, unsigned: 1)
                more(&map)
            }
            return writer.bytes
        }
        let game = try #require(GameID(id))
        let plain = GuessMessage.withdraw(game: game, token: 1)
        #expect(try GuessMessage.decode(withdraw { _ in }) == plain)
        #expect(try GuessMessage.decode(withdraw { $0.set(key: -1, text: "later") }) == plain)
        #expect(throws: WireError.unknownKey(6)) {
            try GuessMessage.decode(withdraw { $0.set(key: 6, unsigned: 50) })
        }
        #expect(throws: WireError.unknownKey(12)) {
            try GuessMessage.decode(withdraw { $0.set(key: 12, unsigned: 50) })
        }
    }

    @Test func `a name with control characters or blank ends is refused`() throws {
        for text in ["ada\u{1B}[2J", " ada", "", "a\nb"] {
            var writer = CBORWriter()
            writer.writeMap { map in
                map.set(key: 0, unsigned: 1)
                map.set(key: 1) { event in
                    event.writeMap { map in
                        map.set(key: 0, unsigned: 1)
                        map.set(key: 10, text: text)
                    }
                }
            }
            #expect(throws: WireError.self) { try GuessMessage.decode(writer.bytes) }
        }
    }

    @Test func `malformed bodies are violations on both lanes and change nothing`() throws {
        let table = try Table(["ada", "bob"])
        let ada = table.ids[0]
        for body in [
            [], [0xFF], [0xA0], [0xA1, 0x00, 0x18, 0x63], [UInt8](repeating: 0xBF, count: 9),
        ] {
            for input in [
                GuessInput.message(from: ada, body: body), .snapshot(from: ada, body: body),
            ] {
                var game = table.games[1]
                let effects = game.handle(input, at: .zero, wall: table.wall)
                guard case .violation(ada, let why)? = effects.first, effects.count == 1 else {
                    Issue.record("\(body) gave \(effects)")
                    continue
                }
                #expect(why.hasSuffix("."))
                #expect(game.history == [])
            }
        }
    }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
