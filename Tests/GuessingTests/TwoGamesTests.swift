import Determinism
import Guessing
import Peers
import Testing
import Wire

@Suite struct TwoGamesTests {
    /// All three start a game before they have heard of the others'; six newGames are under way.
    private func crossing() throws -> Table {
        var table = try Table(["ada", "bob", "eve"])
        for who in 0..<3 {
            let command = table.newGame(String(10 + who))
            table.command(who, command)
        }
        return table
    }

    private func expectAdasGame(_ table: Table) {
        #expect(table.games.map(\.historyLines.count) == [1, 1, 1])
        for game in table.games {
            #expect(game.status.host?.name.text == "ada")
            #expect(game.status.phase == .running)
            #expect(game.history == table.games[0].history)
        }
        #expect(table.violations == [])
    }

    @Test func `three crossing games become the lowest host's, in every order of arrival`() throws {
        let start = try self.crossing()
        let ways = start.busy.map(\.way)
        #expect(ways.count == 6)
        var orders = 0
        for order in Self.permutations(of: ways) {
            for seed in 0..<UInt64(2) {
                var table = start
                for way in order { table.deliver(way, isBulk: false) }
                var generator = SeededGenerator(seed: seed)
                table.settle(with: &generator)
                self.expectAdasGame(table)
            }
            orders += 1
        }
        #expect(orders == 720)
    }

    @Test func `crossing games converge under any interleaving with what they lead to`() throws {
        for seed in 0..<UInt64(500) {
            var table = try self.crossing()
            var generator = SeededGenerator(seed: seed)
            table.settle(with: &generator)
            self.expectAdasGame(table)
        }
    }

    @Test func `the losing host is told, and its secret revealed`() throws {
        var table = try self.crossing()
        table.settle()
        let notice = "Your game has ended, as a game of ada goes on."
        #expect(!table.sentences(0).contains(notice))
        #expect(table.sentences(1).filter { $0 == notice }.count == 1)
        #expect(table.sentences(2).filter { $0 == notice }.count == 1)
        #expect(
            table.sentences(2).contains(
                "You have ended the game, as a newer one runs. The number was 12."
            )
        )
        #expect(table.games.allSatisfy { $0.scores == [] })
    }

    @Test func `the higher ordinal wins over the lower host when a partition heals`() throws {
        var table = try Table(["ada", "bob", "eve", "dan"])
        for (first, second) in [(0, 2), (0, 3), (1, 2), (1, 3)] { table.part(first, second) }
        table.start(0, "42")
        // The other half plays a game to its end, and then another.
        table.start(3, "7", auto: true)
        table.guess(2, "7")
        table.start(2, "8")
        table.guess(3, "9")
        for (first, second) in [(0, 2), (0, 3), (1, 2), (1, 3)] { table.link(first, second) }
        table.settle()
        for game in table.games {
            #expect(game.status.host?.name.text == "eve")
            #expect(game.history == table.games[2].history)
            #expect(game.status.pending.map(\.number) == [9])
        }
        #expect(table.sentences(0).contains("Your game has ended, as a game of eve goes on."))
        #expect(table.violations == [])
    }

    @Test func `who holds the better game tells the host of the worse one`() throws {
        // Ada and bob never meet; eve meets ada first, then bob.
        var table = try Table(["ada", "bob", "eve"], linked: false)
        table.start(0, "10")
        table.start(1, "11")
        table.link(0, 2)
        table.settle()
        #expect(table.lines(2) == ["ada has started a new game."])
        table.link(1, 2)
        table.settle()
        #expect(table.lines(2) == ["ada has started a new game."])
        #expect(
            table.lines(1).last
                == "You have ended the game, as a newer one runs. The number was 11."
        )
        #expect(table.games[1].status.phase == .none)
        #expect(table.games[0].status.phase == .running)
        // Now that bob knows, his next game is everybody's.
        table.start(1, "12")
        #expect(table.lines(2) == ["bob has started a new game."])
    }

    @Test func `a host that can't hear the better game's host hears of it from who left its game`()
        throws
    {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "10")
        table.part(0, 1)
        table.start(1, "11")
        table.settle()
        #expect(table.games[2].status.host?.name.text == "bob")
        #expect(table.games[0].status.phase == .none)
        #expect(
            table.lines(0).last
                == "You have ended the game, as a newer one runs. The number was 10."
        )
        #expect(table.violations == [])
    }

    @Test func `a host that hears only of a better game ends its own`() throws {
        var table = try Table(["ada", "bob", "eve"], linked: false)
        table.link(0, 2)
        table.settle()
        table.start(2, "12")
        let better = try #require(ForgedLog(host: table.ids[1], ordinal: 5)).key
        let body = GuessMessage.superseded(by: better).encoded
        table.tell(2, .message(from: table.ids[0], body: body))
        table.settle()
        #expect(
            table.lines(0).last
                == "eve has ended the game, as a newer one runs. The number was 12."
        )
        #expect(table.games[0].history.last?.verification == .passed)
        // The ordinal is known now, and the next game is above it.
        table.start(2, "13")
        let worse = try #require(ForgedLog(host: table.ids[0], ordinal: 5)).key
        let message = GuessMessage.superseded(by: worse).encoded
        table.tell(2, .message(from: table.ids[0], body: message))
        #expect(table.games[2].status.phase == .running)
    }

    @Test func `an ordinal far above all that is known is not believed`() throws {
        var table = try Table(["ada", "bob"])
        let step = GuessLimits.ordinalStepMaximum
        var log = try #require(ForgedLog(host: table.ids[0], ordinal: step + 1))
        let far = try log.start(secret: 42, name: table.names[0])
        table.tell(1, .message(from: table.ids[0], body: far))
        #expect(table.games[1].history == [])
        #expect(table.games[1].ignoredMessages == 1)
        log = try #require(ForgedLog(host: table.ids[0], ordinal: step))
        let near = try log.start(secret: 42, name: table.names[0])
        table.tell(1, .message(from: table.ids[0], body: near))
        #expect(table.lines(1) == ["ada has started a new game."])
        log = try #require(ForgedLog(host: table.ids[0], ordinal: GuessLimits.ordinalMaximum + 1))
        let absurd = try log.start(secret: 42, name: table.names[0])
        table.tell(1, .message(from: table.ids[0], body: absurd))
        #expect(table.violations.count == 1)
    }

    @Test func `a host that restarted may use an ordinal again without being accused`() throws {
        var table = try Table(["ada", "bob", "eve"])
        table.start(0, "42")
        for seat in 1...2 { table.part(0, seat, cause: .restarted) }
        table.games[0] = GuessingGame(me: table.ids[0], name: table.names[0])
        table.start(0, "43", auto: true)
        for seat in 1...2 { table.link(0, seat) }
        table.settle()
        table.guess(1, "43")
        for game in table.games {
            #expect(game.history == table.games[0].history)
            #expect(game.history.last?.verification == .passed)
        }
    }

    private static func permutations<Element>(of elements: [Element]) -> [[Element]] {
        guard elements.count > 1 else { return [elements] }
        return elements.indices.flatMap { index in
            var rest = elements
            let first = rest.remove(at: index)
            return self.permutations(of: rest).map { [first] + $0 }
        }
    }
}
