import Guessing
import Peers
import Testing
import Wire

@Suite struct GameRefusalTests {
    @Test(arguments: ["", " 42", "42 ", "+42", "-1", "0", "101", "4 2", "٤٢", "４２", "0x2A", "1e1"])
    func `what is not ASCII digits in range is no number`(text: String) throws {
        var table = try Table(["ada", "bob"])
        #expect(table.start(0, text) == .refused("Please enter a valid number."))
        #expect(table.games[0].history == [])
        table.start(0, "42")
        #expect(table.guess(1, text) == .refused("Please enter a valid number."))
        #expect(table.games.map(\.history.count) == [1, 1])
    }

    @Test(arguments: [("1", 1), ("100", 100), ("042", 42), ("000000042", 42)])
    func `digits with leading zeros are a number up to nine of them`(text: String, value: UInt32) {
        #expect(GuessNumber(text, in: .standard)?.value == value)
        #expect(GuessNumber("0000000042", in: .standard) == nil)
    }

    @Test func `an invalid number never replaces the secret`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42", auto: true)
        #expect(table.start(0, "4711") == .refused("Please enter a valid number."))
        #expect(table.start(0, "") == .refused("Please enter a valid number."))
        table.guess(1, "42")
        #expect(table.games[1].status.winner?.name.text == "bob")
        #expect(table.games[1].history.last?.verification == .passed)
    }

    @Test func `no new game starts while one runs, and the sentence names its host`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        #expect(
            table.start(1, "7")?.sentence
                == "refused: A game that ada has started is running; wait for its end."
        )
        #expect(
            table.start(0, "7")?.sentence
                == "refused: You are hosting a game that is running; end it with"
                + " `paceline game cancel` first."
        )
        #expect(table.lines(1) == ["ada has started a new game."])
    }

    @Test func `the host does not guess, and only the host answers`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        #expect(
            table.guess(0, "42")?.sentence
                == "refused: You host this game, and the host does not guess."
        )
        table.guess(1, "50")
        #expect(
            table.answer(1, .lower)?.sentence
                == "refused: Only ada, who hosts the game, can answer."
        )
        #expect(table.games[0].history.count == 2)
    }

    @Test func `without a game there is nothing to guess, answer or cancel`() throws {
        var table = try Table(["ada", "bob"])
        #expect(
            table.guess(1, "50")?.sentence
                == "refused: No game is running; start one with `game new`."
        )
        #expect(
            table.answer(0, .lower)?.sentence
                == "refused: No game is running; there is nothing to answer."
        )
        #expect(
            table.ask(0, .cancel)?.sentence
                == "refused: No game is running; there is nothing to cancel."
        )
    }

    @Test func `a guesser has one guess waiting at a time`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        #expect(
            table.guess(1, "51")?.sentence
                == "refused: Your guess of 50 still waits for the answer of ada."
        )
        table.answer(0, .lower)
        #expect(table.guess(1, "51")?.sentence == "I guessed the number: 51")
    }

    @Test func `the host refuses a second guess that a peer sends all the same`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        let id = try #require(GameID([UInt8](repeating: 1, count: 16)))
        let second = GuessMessage.guess(game: id, token: 99, number: 51)
        let outside = GuessMessage.guess(game: id, token: 99, number: 101)
        let effects = { (message: GuessMessage) in
            var game = table.games[0]
            return game.handle(
                .message(from: table.ids[1], body: message.encoded),
                at: table.now,
                wall: table.wall
            )
        }
        #expect(effects(second) == [refusal(id, .onePending)])
        #expect(effects(outside) == [refusal(id, .outOfRange)])

        func refusal(_ id: GameID, _ reason: RefusalReason) -> GuessEffect {
            let message = GuessMessage.refused(game: id, token: 99, reason: reason)
            return .send(body: message.encoded, to: table.ids[1])
        }
    }

    @Test func `a game whose oldest guess has waited five minutes no longer blocks`() throws {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "42")
        table.wait(.seconds(1_000))
        #expect(table.start(2, "7")?.sentence.hasPrefix("refused: A game that ada") == true)
        table.guess(1, "50")
        table.wait(.milliseconds(299_999))
        #expect(table.start(2, "7")?.sentence.hasPrefix("refused: A game that ada") == true)
        table.wait(.milliseconds(1))
        #expect(table.start(2, "7")?.sentence.hasPrefix("You have started") == true)
        #expect(table.lines(0) == ["eve has started a new game."])
        #expect(table.lines(1) == ["eve has started a new game."])
        #expect(table.sentences(0).contains("Your game has ended, as a game of eve goes on."))
    }

    @Test func `a host may replace its own game that waits for it`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        table.wait(.seconds(300))
        #expect(table.start(0, "7")?.sentence.hasSuffix("Your number is 7.") == true)
        #expect(table.lines(1) == ["ada has started a new game."])
        #expect(table.games[0].history == table.games[1].history)
    }

    @Test func `a name changes during a game only by force, and says why`() throws {
        var table = try Table(["ada", "bob"])
        #expect(table.games[1].renameRefusal == nil)
        table.start(0, "42")
        #expect(table.games[1].isPlaying)
        #expect(
            table.games[1].renameRefusal
                == "The game that ada has started is running, and its history would show you under"
                + " two names. Wait for its end, or use --force."
        )
        table.guess(1, "50")
        table.answer(0, .lower)
        let robert = try DisplayName("robert")
        table.tell(0, .renamed(table.ids[1], robert))
        table.tell(1, .renamed(table.ids[1], robert))
        table.guess(1, "60")
        #expect(table.lines(0)[1] == "Player bob guessed the number: 50")
        #expect(table.lines(0)[3] == "Player robert guessed the number: 60")
        #expect(table.lines(1)[3] == "I guessed the number: 60")
    }

    @Test func `a name that reads like a line of the game changes nothing`() throws {
        var table = try Table(["ada says: Correct Guess!", "50"])
        table.start(0, "42")
        #expect(table.lines(1) == ["ada says: Correct Guess! has started a new game."])
        #expect(table.games[1].status.phase == .running)
        table.guess(1, "51")
        #expect(table.lines(0)[1] == "Player 50 guessed the number: 51")
        #expect(table.games[0].status.pending.map(\.number) == [51])
    }
}
