import Determinism
import Guessing
import Peers
import Testing
import Wire

@Suite struct BoundsTests {
    @Test func `a log that is full ends the game with its reveal`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42", auto: true)
        var asked = 0
        while table.games[0].status.phase == .running, asked < 3_000 {
            asked += 1
            table.guess(1, asked.isMultiple(of: 2) ? "41" : "43")
        }
        // newGame, 2,047 guesses and answers, and the end.
        #expect(asked == 2_047)
        #expect(table.games[0].history.count == GuessLimits.logEventsMaximum)
        #expect(
            table.lines(1).last
                == "The game is over: it has no room for more guesses. The number was 42."
        )
        #expect(table.games[1].history == table.games[0].history)
        #expect(table.games[1].history.last?.verification == .passed)
        #expect(table.violations == [])
    }

    @Test func `a full log goes to a late joiner in one snapshot below 1 MiB`() throws {
        var table = try Table(["ada", "bob", "eve"], linked: false)
        table.link(0, 1)
        table.settle()
        table.start(0, "42", auto: true)
        for _ in 0..<2_047 { table.guess(1, "100") }
        table.link(0, 2)
        let snapshot = try #require(table.bulk[Table.Way(from: 0, to: 2)]?.first)
        #expect(snapshot.count < 1 << 20)
        table.settle()
        #expect(table.games[2].history == table.games[0].history)
        #expect(table.games[2].history.count == GuessLimits.logEventsMaximum)
    }

    @Test func `a log beyond its bound is refused before it is read`() throws {
        var table = try Table(["ada", "bob"])
        var log = try #require(ForgedLog(host: table.ids[0]))
        _ = try log.start(secret: 42, name: table.names[0])
        let bob = GuessPlayer(id: table.ids[1], name: table.names[1])
        for token in 0..<UInt64(2_048) {
            log.add(.guess(guesser: bob, number: 1, token: token))
            log.add(.withdrawn(guess: token * 2 + 1))
        }
        let body = GuessMessage.snapshot(log.events).encoded
        table.tell(1, .snapshot(from: table.ids[0], body: body))
        #expect(table.violations.count == 1)
        #expect(table.games[1].history == [])
    }

    @Test func `events held for a gap are bounded and the better game's`() throws {
        var table = try Table(["ada", "bob"])
        var log = try #require(ForgedLog(host: table.ids[0], ordinal: 2))
        _ = try log.start(secret: 42, name: table.names[0])
        let bob = GuessPlayer(id: table.ids[1], name: table.names[1])
        for token in 0..<UInt64(3) {
            log.add(.guess(guesser: bob, number: 1, token: token))
            log.add(.withdrawn(guess: token * 2 + 1))
        }
        // The last come first, and a worse game's event in between is not kept.
        var worse = try #require(ForgedLog(host: table.ids[0], ordinal: 1))
        _ = try worse.start(secret: 42, name: table.names[0])
        worse.add(.guess(guesser: bob, number: 9, token: 0))
        for event in log.events.reversed() {
            let body = GuessMessage.event(event).encoded
            let late = GuessMessage.event(worse.events[1]).encoded
            table.tell(1, .message(from: table.ids[0], body: body))
            table.tell(1, .message(from: table.ids[0], body: late))
        }
        #expect(table.games[1].history.count == 7)
        #expect(table.violations == [])
    }

    @Test func `a thousand players leave the scoreboard at its bound`() throws {
        var table = try Table(["ada", "bob"])
        for game in 0..<UInt64(300) {
            var log = try #require(
                ForgedLog(host: table.ids[0], ordinal: game + 1, game: UInt8(game & 0xFF))
            )
            let start = try log.start(secret: 42, name: table.names[0])
            table.tell(1, .message(from: table.ids[0], body: start))
            var generator = SeededGenerator(seed: game)
            for number in 0..<UInt32(4) {
                let id = try #require(PeerID(generator.bytes(32)))
                let player = GuessPlayer(id: id, name: table.names[1])
                let guess = log.add(.guess(guesser: player, number: 39 + number, token: 1))
                let event = UInt64(log.events.count - 1)
                let answer: Answer = number == 3 ? .correct : .greater
                let said = log.add(.answer(guess: event, answer: answer))
                for body in [guess, said] {
                    table.tell(1, .message(from: table.ids[0], body: body))
                }
                guard number == 3 else { continue }
                let over = log.add(.over(winner: id, reveal: ForgedLog.reveal(42)))
                table.tell(1, .message(from: table.ids[0], body: over))
            }
        }
        #expect(table.violations == [])
        #expect(table.games[1].scores.count == GuessLimits.playersMaximum)
    }

    @Test func `the range and its number have nine digits at most`() throws {
        #expect(GameRange(low: 1, high: 999_999_999) != nil)
        #expect(GameRange(low: 1, high: 1_000_000_000) == nil)
        #expect(GameRange(low: 2, high: 1) == nil)
        let range = try #require(GameRange(low: 0, high: 999_999_999))
        #expect(GuessNumber("999999999", in: range)?.value == 999_999_999)
        #expect(GuessNumber("4294967297", in: range) == nil)
    }
}
