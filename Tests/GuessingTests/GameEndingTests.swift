import Guessing
import Peers
import Testing

@Suite struct GameEndingTests {
    @Test func `the host ends its game with the number that was never guessed`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        #expect(
            table.ask(0, .cancel) == .done("You have ended the game. The number was 42.")
        )
        #expect(table.lines(1).last == "ada has ended the game. The number was 42.")
        #expect(table.games[1].history.last?.verification == .passed)
        #expect(table.games[1].scores == [])
    }

    @Test func `a guess is taken back as long as it waits`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        #expect(table.ask(1, .cancel) == .done("I took back the guess: 50"))
        #expect(table.lines(1).last == "I took back the guess: 50")
        #expect(table.lines(0).last == "Player bob took back the guess: 50")
        #expect(table.games[0].history.last?.kind == .cancelled)
        #expect(table.games[0].history.last?.verification == .notApplicable)
        #expect(table.games[0].status.phase == .running)
        #expect(
            table.ask(1, .cancel)?.sentence == "refused: No guess of yours waits for an answer."
        )
        #expect(table.guess(1, "51")?.sentence == "I guessed the number: 51")
    }

    @Test func `an answer on its way beats the wish to take the guess back`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        table.command(0, .answer(.lower, to: nil))
        #expect(
            table.ask(1, .cancel)?.sentence
                == "refused: It was answered before you took it back: Give a lower number"
        )
        #expect(table.games[0].history == table.games[1].history)
    }

    @Test func `a host that quits reveals its number`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        table.tell(0, .quitting)
        table.settle()
        table.part(0, 1, cause: .goodbye(.leaving))
        #expect(table.lines(1).last == "ada has left; the game is over. The number was 42.")
        #expect(table.games[1].history.last?.verification == .passed)
        #expect(table.games[1].history.filter { $0.kind == .cancelled }.count == 1)
    }

    @Test(arguments: [
        (LeaveCause.goodbye(.leaving), "ada has left; the game is over."),
        (.silence, "ada was lost; the game is over."),
        (.restarted, "ada has restarted; the game is over."),
        (.closedHere(.blocked), "ada is no longer joined; the game is over."),
    ])
    func `a host that is gone ends the game with a word for everybody`(
        cause: LeaveCause,
        line: String
    ) throws {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "42")
        table.guess(1, "50")
        table.part(0, 1, cause: cause)
        table.part(0, 2, cause: cause)
        for who in 1...2 {
            #expect(table.lines(who).last == line)
            #expect(table.sentences(who).last == line)
            #expect(table.games[who].history.last?.verification == .unknown)
            #expect(table.games[who].status.phase == .none)
            #expect(table.games[who].scores == [])
        }
        #expect(table.start(2, "7")?.sentence.hasPrefix("You have started") == true)
        #expect(table.lines(1) == ["eve has started a new game."])
    }

    @Test func `a link that falls changes nothing`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.cut(0, 1)
        table.wait(.seconds(7))
        #expect(table.games[1].status.phase == .running)
        #expect(table.sentences(1) == ["ada has started a new game."])
    }

    @Test func `a host that comes back with its game revives it`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        table.part(0, 1)
        table.answer(0, .lower)
        table.link(0, 1)
        table.settle()
        #expect(table.games[1].history == table.games[0].history)
        #expect(
            table.lines(1)
                == [
                    "ada has started a new game.", "I guessed the number: 50",
                    "ada says: Give a lower number",
                ]
        )
        #expect(table.guess(1, "42")?.sentence == "I guessed the number: 42")
    }

    @Test func `a guess that waits for a lost host is refused`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.cut(0, 1)
        let token = table.command(1, .guess(text: "50"))
        #expect(table.replies[token] == [])
        table.part(0, 1)
        #expect(table.replies[token] == [.refused("ada was lost; the game is over.")])
    }

    @Test func `a guess that is not numbered within five seconds says so`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.cut(0, 1)
        let token = table.command(1, .guess(text: "50"))
        table.wait(.milliseconds(4_999))
        #expect(table.replies[token] == [])
        #expect(table.games[1].unconfirmedGuess == 50)
        table.wait(.milliseconds(1))
        #expect(
            table.replies[token]
                == [.done("Your guess is on its way to ada; it is not confirmed yet.")]
        )
        #expect(table.games[1].nextDeadline == nil)
        table.link(0, 1)
        table.settle()
        #expect(table.replies[token]?.count == 1)
        #expect(table.lines(1).last == "I guessed the number: 50")
        #expect(table.games[1].unconfirmedGuess == nil)
    }

    @Test func `a guess taken back before it arrived never arrives`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.cut(0, 1)
        let guess = table.command(1, .guess(text: "50"))
        let cancel = table.command(1, .cancel)
        table.link(0, 1)
        table.settle()
        #expect(table.replies[guess] == [.refused("You took this guess back.")])
        #expect(table.replies[cancel] == [.done("I took back the guess: 50")])
        #expect(table.games[0].history.count == 1)
    }
}
