import Guessing
import Peers
import Testing
import Wire

@Suite struct LateJoinTests {
    @Test func `a late joiner is equal to a peer present from the start`() throws {
        var table = try Table(["ada", "bob", "eve", "dan"], linked: false)
        for (first, second) in [(0, 1), (0, 2), (1, 2)] { table.link(first, second) }
        table.start(0, "42")
        table.guess(1, "50")
        table.answer(0, .lower)
        table.guess(2, "30")
        for seat in 0..<3 { table.link(seat, 3) }
        table.settle()
        #expect(table.games[3].history == table.games[1].history)
        #expect(table.games[3].status == table.games[1].status)
        #expect(
            table.sentences(3) == ["ada has started a game before; it is running, with 2 guesses."]
        )
        table.guess(3, "42")
        table.answer(0, .greater)
        table.answer(0, .correct)
        #expect(table.games[3].history == table.games[1].history)
        #expect(table.games[3].scores == table.games[0].scores)
        #expect(table.violations == [])
    }

    @Test func `who joins after the end sees the ended game and its check`() throws {
        var table = try Table(["ada", "bob", "eve"], linked: false)
        table.link(0, 1)
        table.start(0, "42", auto: true)
        table.guess(1, "42")
        table.link(0, 2)
        table.link(1, 2)
        table.settle()
        #expect(table.games[2].history == table.games[1].history)
        #expect(table.games[2].scores == table.games[1].scores)
        #expect(table.start(2, "9")?.sentence.hasPrefix("You have started") == true)
        #expect(table.games[0].history == table.games[2].history)
    }

    @Test func `events that overtake the snapshot are held until it comes`() throws {
        var table = try Table(["ada", "bob", "eve"], linked: false)
        table.link(0, 1)
        table.settle()
        table.start(0, "42", auto: true)
        table.link(0, 2)
        // Three events go to eve before her snapshot arrives.
        let command = table.command(1, .guess(text: "50"))
        while let next = table.busy.first(where: { !$0.isBulk }) {
            table.deliver(next.way, isBulk: false)
        }
        #expect(table.replies[command]?.count == 1)
        #expect(table.games[2].history == [])
        table.settle()
        #expect(table.games[2].history == table.games[0].history)
        #expect(table.games[2].history.count == 3)
    }

    @Test func `a guess sent twice is numbered once`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.command(1, .guess(text: "50"))
        // The guess arrives; the event that numbers it is lost with the link.
        let way = Table.Way(from: 1, to: 0)
        table.deliver(way, isBulk: false)
        table.cut(0, 1)
        table.link(0, 1)
        table.settle()
        #expect(table.games[0].status.guesses == 1)
        #expect(table.games[1].history == table.games[0].history)

        let id = try #require(GameID([UInt8](repeating: 1, count: 16)))
        let resend = GuessMessage.guess(game: id, token: 1, number: 50).encoded
        table.tell(0, .message(from: table.ids[1], body: resend))
        table.settle()
        #expect(table.games[0].status.guesses == 1)
        #expect(table.games[1].history == table.games[0].history)
        #expect(table.violations == [])
    }

    @Test func `a resend of an answered guess is shown its event and changes nothing`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42", auto: true)
        table.guess(1, "50")
        let id = try #require(GameID([UInt8](repeating: 1, count: 16)))
        let resend = GuessMessage.guess(game: id, token: 1, number: 50).encoded
        let before = table.games[0]
        let effects = table.games[0].handle(
            .message(from: table.ids[1], body: resend),
            at: table.now,
            wall: table.wall
        )
        #expect(effects.count == 1)
        guard case .send(let body, table.ids[1])? = effects.first,
            case .event(let event) = try GuessMessage.decode(body)
        else {
            Issue.record("The resend led to \(effects).")
            return
        }
        #expect(event.number == 1)
        #expect(table.games[0].history == before.history)
        #expect(table.games[0].ignoredMessages == before.ignoredMessages)
    }

    @Test func `a guesser that restarted takes back the guess of its former self`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        table.part(0, 1)
        table.games[1] = GuessingGame(me: table.ids[1], name: table.names[1])
        table.link(0, 1)
        table.settle()
        #expect(
            table.guess(1, "51")?.sentence
                == "refused: Your guess of 50 still waits for the answer of ada."
        )
        #expect(table.ask(1, .cancel)?.sentence == "I took back the guess: 50")
        #expect(table.guess(1, "51")?.sentence == "I guessed the number: 51")
        #expect(table.games[0].status.pending.map(\.number) == [51])
    }
}
