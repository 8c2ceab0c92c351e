import Guessing
import Peers
import Testing

@Suite struct ScoresTests {
    private func rows(_ game: GuessingGame) -> [String] {
        game.scores.map { "\($0.name) \($0.rounds) \($0.wins) \($0.forfeits)" }
    }

    @Test func `a verified game is a round for the host and each guesser, a win for one`() throws {
        var table = try Table(["ada", "bob", "eve", "dan"])
        table.start(0, "42", auto: true)
        table.guess(1, "50")
        table.guess(2, "30")
        table.guess(1, "42")
        for game in table.games {
            #expect(self.rows(game) == ["bob 1 1 0", "ada 1 0 0", "eve 1 0 0"])
        }
        table.start(1, "7", auto: true)
        table.guess(3, "7")
        for game in table.games {
            #expect(
                self.rows(game) == ["dan 1 1 0", "bob 2 1 0", "ada 1 0 0", "eve 1 0 0"]
            )
        }
    }

    @Test func `a game that is revived or sent again counts once`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42", auto: true)
        table.guess(1, "42")
        for _ in 0..<3 {
            table.part(0, 1)
            table.link(0, 1)
            table.settle()
        }
        #expect(self.rows(table.games[1]) == ["bob 1 1 0", "ada 1 0 0"])
        #expect(self.rows(table.games[0]) == self.rows(table.games[1]))
    }

    @Test func `scores show the last name of a player`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42", auto: true)
        table.guess(1, "42")
        table.tell(0, .renamed(table.ids[1], try DisplayName("robert")))
        #expect(self.rows(table.games[0]) == ["robert 1 1 0", "ada 1 0 0"])
        #expect(table.lines(0)[1] == "Player bob guessed the number: 42")
    }
}
