import Guessing
import Peers
import Testing

@Suite struct GameTranscriptTests {
    @Test func `a game reads on each machine as the seed has it`() throws {
        var table = try Table(["ada", "bob", "eve"])
        #expect(
            table.start(0, "42")
                == .done("You have started a new game between 1 and 100. Your number is 42.")
        )
        #expect(table.guess(1, "50") == .done("I guessed the number: 50"))
        #expect(table.answer(0, .lower) == .done("ada says: Give a lower number"))
        #expect(table.guess(2, "30")?.sentence == "I guessed the number: 30")
        #expect(table.answer(0, .greater)?.sentence == "ada says: Give a greater number")
        #expect(table.guess(1, "42")?.sentence == "I guessed the number: 42")
        #expect(table.answer(0, .correct)?.sentence == "ada says: Correct Guess!")
        let middle = [
            "ada says: Give a lower number",
            "Player eve guessed the number: 30",
            "ada says: Give a greater number",
        ]
        #expect(
            table.lines(0)
                == ["You have started a new game.", "Player bob guessed the number: 50"] + middle
                + [
                    "Player bob guessed the number: 42", "ada says: Correct Guess!",
                    "The game is over: Player bob has won. The number was 42.",
                ]
        )
        #expect(
            table.lines(1)
                == ["ada has started a new game.", "I guessed the number: 50"] + middle
                + [
                    "I guessed the number: 42", "ada says: Correct Guess!",
                    "The game is over: I have won. The number was 42.",
                ]
        )
        #expect(
            table.lines(2)[1...4]
                == [
                    "Player bob guessed the number: 50", "ada says: Give a lower number",
                    "I guessed the number: 30", "ada says: Give a greater number",
                ]
        )
        #expect(table.violations == [])
    }

    @Test func `a correct answer ends the game for all and the check passes everywhere`() throws {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "42")
        table.guess(1, "42")
        table.answer(0, .correct)
        for game in table.games {
            #expect(game.status.phase == .none)
            #expect(game.status.role == .none)
            #expect(game.status.winner?.name.text == "bob")
            #expect(
                game.history.map(\.verification)
                    == [.notApplicable, .notApplicable, .passed, .passed]
            )
            #expect(game.history.map(\.kind) == [.newGame, .guess, .answer, .over])
        }
        for who in 0..<3 {
            #expect(
                table.sentences(who).last
                    == "Checked: the number and every answer of ada are true."
            )
        }
    }

    @Test func `the status names the host, the role, the range and who waits`() throws {
        var table = try Table(["ada", "bob", "eve"])
        #expect(table.games[2].status.host == nil)
        table.start(0, "42")
        table.guess(1, "50")
        table.guess(2, "51")
        let status = table.games[2].status
        #expect(status.phase == .running)
        #expect(status.role == .guesser)
        #expect(status.host?.name.text == "ada")
        #expect(status.range == .standard)
        #expect(status.pending.map(\.number) == [50, 51])
        #expect(status.guesses == 2)
        #expect(table.games[0].status.role == .host)
        #expect(table.games[0].status.pending == status.pending)
    }

    @Test func `answers go to the oldest guess, or to the peer that is named`() throws {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "42")
        table.guess(1, "50")
        table.guess(2, "10")
        #expect(table.answer(0, .greater, to: 2)?.sentence == "ada says: Give a greater number")
        #expect(
            table.answer(0, .greater, to: 2)?.sentence
                == "refused: No guess of eve waits for an answer."
        )
        #expect(table.answer(0, .lower)?.sentence == "ada says: Give a lower number")
        #expect(
            table.answer(0, .lower)?.sentence == "refused: No guess waits for an answer."
        )
        #expect(table.games[1].history.last?.number == 50)
    }

    @Test func `an automatic host answers truthfully at once`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42", auto: true)
        table.guess(1, "50")
        table.guess(1, "7")
        table.guess(1, "42")
        #expect(
            table.lines(1)
                == [
                    "ada has started a new game.", "I guessed the number: 50",
                    "ada says: Give a lower number", "I guessed the number: 7",
                    "ada says: Give a greater number", "I guessed the number: 42",
                    "ada says: Correct Guess!", "The game is over: I have won. The number was 42.",
                ]
        )
    }

    @Test func `a new game clears the history of the one before`() throws {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "42", auto: true)
        table.guess(1, "42")
        table.start(1, "7")
        #expect(table.lines(0) == ["bob has started a new game."])
        #expect(table.lines(1) == ["You have started a new game."])
        #expect(table.lines(2) == ["bob has started a new game."])
        #expect(table.games[0].status.role == .guesser)
    }

    @Test func `those who follow are told each line once as it happens`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        table.answer(0, .lower)
        #expect(table.sentences(1) == table.lines(1))
        #expect(table.sentences(0) == table.lines(0))
    }
}
