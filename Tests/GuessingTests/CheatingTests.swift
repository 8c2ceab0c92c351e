import Guessing
import Peers
import Testing
import Wire

/// Ada cheats by hand, as nothing in a daemon would; bob and eve are honest replicas.
@Suite struct CheatingTests {
    private var table: Table
    private var log: ForgedLog

    init() throws {
        self.table = try Table(["ada", "bob", "eve"])
        self.log = try #require(ForgedLog(host: self.table.ids[0]))
        let start = try self.log.start(secret: 42, name: self.table.names[0])
        self.fromAda(start)
    }

    private mutating func fromAda(_ body: [UInt8], to seats: [Int] = [1, 2]) {
        for seat in seats { self.table.tell(seat, .message(from: self.table.ids[0], body: body)) }
    }

    private func bobGuesses(_ number: UInt32, token: UInt64 = 1) -> EventContent {
        .guess(
            guesser: GuessPlayer(id: self.table.ids[1], name: self.table.names[1]),
            number: number,
            token: token
        )
    }

    private func expectForfeit(_ sentence: String) {
        for seat in 1...2 {
            #expect(self.table.sentences(seat).contains(sentence))
            self.expectForfeit(of: seat)
        }
    }

    private func expectForfeit(of seat: Int) {
        #expect(self.table.games[seat].history.last?.verification == .failed)
        #expect(self.table.games[seat].status.phase == .none)
        let scores = self.table.games[seat].scores
        #expect(scores.map(\.id) == [self.table.ids[0]])
        #expect(scores.map { [$0.rounds, $0.wins, $0.forfeits] } == [[1, 0, 1]])
    }

    @Test mutating func `a wrong answer is named at the end`() throws {
        self.fromAda(self.log.add(self.bobGuesses(30)))
        self.fromAda(self.log.add(.answer(guess: 1, answer: .lower)))
        self.fromAda(self.log.add(self.bobGuesses(42, token: 2)))
        self.fromAda(self.log.add(.answer(guess: 3, answer: .correct)))
        self.fromAda(
            self.log.add(.over(winner: self.table.ids[1], reveal: ForgedLog.reveal(42)))
        )
        self.expectForfeit(
            "ada has cheated: to 30 the answer was “Give a lower number”,"
                + " the truth “Give a greater number”."
        )
        #expect(
            self.table.games[2].history.map(\.verification)
                == [.notApplicable, .notApplicable, .failed, .notApplicable, .passed, .failed]
        )
        #expect(
            self.table.lines(2).last
                == "The game is over: Player bob has won. The number was 42. The check failed: to"
                + " 30 the answer was “Give a lower number”, the truth “Give a greater number”."
        )
    }

    @Test mutating func `a secret that was changed is named at the end`() throws {
        self.fromAda(self.log.add(.cancelled(.byHost, reveal: ForgedLog.reveal(43))))
        self.expectForfeit(
            "ada has cheated: the number is not the one that was promised at the start."
        )
    }

    @Test mutating func `a secret outside of the range is named at the end`() throws {
        var log = try #require(ForgedLog(host: self.table.ids[0], ordinal: 2, game: 0x78))
        let start = try log.start(secret: 142, name: self.table.names[0])
        self.fromAda(start)
        self.fromAda(log.add(.cancelled(.hostLeaving, reveal: ForgedLog.reveal(142))))
        self.expectForfeit("ada has cheated: the number 142 is not from 1 to 100.")
    }

    @Test mutating func `an end without a reveal proves nothing and scores nothing`() throws {
        self.fromAda(self.log.add(self.bobGuesses(42)))
        self.fromAda(self.log.add(.answer(guess: 1, answer: .correct)))
        self.fromAda(self.log.add(.over(winner: self.table.ids[1], reveal: nil)))
        for seat in 1...2 {
            #expect(self.table.games[seat].history.last?.verification == .unknown)
            #expect(self.table.games[seat].history.last?.verification.isVerified == nil)
            #expect(self.table.games[seat].scores == [])
        }
        #expect(self.table.lines(1).last == "The game is over: I have won.")
    }

    @Test mutating func `two stories to two guessers are named by both at the end`() throws {
        var other = self.log
        self.fromAda(self.log.add(self.bobGuesses(30)), to: [1])
        self.fromAda(other.add(self.bobGuesses(31)), to: [2])
        self.fromAda(self.log.add(.answer(guess: 1, answer: .greater)), to: [1])
        self.fromAda(self.log.add(.cancelled(.byHost, reveal: ForgedLog.reveal(42))), to: [1])
        self.table.settle()
        for (seat, witness) in [(1, "eve"), (2, "bob")] {
            let line = "ada has told two stories: the game that \(witness) saw is another one."
            #expect(self.table.sentences(seat).contains(line))
            #expect(self.table.lines(seat).last == line)
        }
        for seat in 1...2 { self.expectForfeit(of: seat) }
    }

    @Test mutating func `two stories are named when the one who heard the other joins`() throws {
        self.table.part(1, 2)
        var other = self.log
        self.fromAda(self.log.add(self.bobGuesses(30)), to: [1])
        self.fromAda(other.add(self.bobGuesses(31)), to: [2])
        self.table.link(1, 2)
        self.table.settle()
        #expect(self.table.games[1].history.last?.verification == .failed)
        #expect(self.table.games[2].history.last?.verification == .failed)
        #expect(self.table.games[1].scores.map(\.forfeits) == [1])
    }

    @Test mutating func `two games under one ordinal are two stories`() throws {
        self.table = try Table(["ada", "bob", "eve"])
        self.table.wait(GuessLimits.formerRunTimeout)
        for seat in 1...2 {
            var log = try #require(
                ForgedLog(host: self.table.ids[0], ordinal: 1, game: UInt8(seat))
            )
            let start = try log.start(secret: 42, name: self.table.names[0])
            self.fromAda(start, to: [seat])
            self.fromAda(log.add(.cancelled(.byHost, reveal: ForgedLog.reveal(42))), to: [seat])
        }
        self.table.settle()
        #expect(self.table.games[1].history.last?.verification == .failed)
        #expect(self.table.games[2].history.last?.verification == .failed)
    }

    @Test mutating func `who still follows a game of a host's former run shows no second story`()
        throws
    {
        self.table = try Table(["ada", "bob", "eve"])
        let ada = self.table.ids[0]
        var former = try #require(ForgedLog(host: ada, ordinal: 1, game: 1))
        _ = try former.start(secret: 41, name: self.table.names[0])
        let hash = EventHash(of: try #require(former.events.first))
        let head = GameHead(game: former.key, number: 0, hash: hash, isLive: true)
        let body = GuessMessage.head(head).encoded
        self.table.wait(.seconds(9))
        self.table.tell(1, .message(from: self.table.ids[2], body: body))
        var present = try #require(ForgedLog(host: ada, ordinal: 1, game: 2))
        self.fromAda(try present.start(secret: 42, name: self.table.names[0]), to: [1])
        #expect(self.table.lines(1) == ["ada has started a new game."])
        #expect(self.table.games[1].status.phase == .running)
        // By now eve would have lost that run: there are two games indeed.
        self.table.wait(.seconds(1))
        self.table.tell(1, .message(from: self.table.ids[2], body: body))
        #expect(self.table.games[1].history.last?.verification == .failed)
    }

    @Test mutating func `a snapshot that contradicts what was told before is refused`() throws {
        var other = self.log
        self.fromAda(self.log.add(self.bobGuesses(30)))
        other.add(self.bobGuesses(31))
        other.add(.answer(guess: 1, answer: .greater))
        let snapshot = GuessMessage.snapshot(other.events).encoded
        self.table.tell(1, .snapshot(from: self.table.ids[0], body: snapshot))
        #expect(
            self.table.lines(1)
                == [
                    "ada has started a new game.", "I guessed the number: 30",
                    "ada has told two stories: what came later contradicts what came first.",
                ]
        )
        #expect(self.table.games[1].status.phase == .none)
    }

    @Test mutating func `an event chained to another story is two stories`() throws {
        var other = self.log
        self.fromAda(self.log.add(self.bobGuesses(30)))
        other.add(self.bobGuesses(31))
        self.fromAda(other.add(.answer(guess: 1, answer: .greater)), to: [1])
        #expect(self.table.games[1].history.last?.verification == .failed)
    }

    @Test mutating func `proof that comes after the end takes the counted win back`() throws {
        var other = self.log
        self.fromAda(self.log.add(self.bobGuesses(42)))
        self.fromAda(self.log.add(.answer(guess: 1, answer: .correct)))
        self.fromAda(self.log.add(.over(winner: self.table.ids[1], reveal: ForgedLog.reveal(42))))
        #expect(self.table.games[2].scores.map(\.wins) == [1, 0])
        other.add(self.bobGuesses(41))
        let event = try #require(other.events.last)
        self.fromAda(GuessMessage.event(event).encoded, to: [2])
        let ada = self.table.games[2].scores.first { $0.id == self.table.ids[0] }
        let bob = self.table.games[2].scores.first { $0.id == self.table.ids[1] }
        #expect([ada?.rounds, ada?.forfeits] == [1, 1])
        #expect([bob?.rounds, bob?.wins] == [0, 0])
        #expect(self.table.games[2].status.winner == nil)
    }

    @Test mutating func `nobody but the host is believed`() throws {
        let event = self.log.add(self.bobGuesses(30))
        let before = self.table.games[1]
        self.table.tell(1, .message(from: self.table.ids[2], body: event))
        let snapshot = GuessMessage.snapshot(self.log.events).encoded
        self.table.tell(1, .snapshot(from: self.table.ids[2], body: snapshot))
        #expect(self.table.games[1].history == before.history)
        #expect(self.table.games[1].ignoredMessages == before.ignoredMessages + 2)
        #expect(self.table.violations == [])
    }

    @Test mutating func `a log against the rules of the game is a violation`() throws {
        self.fromAda(self.log.add(.over(winner: self.table.ids[1], reveal: nil)), to: [1])
        self.fromAda(GuessMessage.snapshot([]).encoded, to: [1])
        self.table.tell(
            1,
            .snapshot(from: self.table.ids[0], body: GuessMessage.snapshot([]).encoded)
        )
        let ada = self.table.ids[0].short
        #expect(
            self.table.violations
                == [
                    "\(ada): Event 1 of the game is against the rules: over follows a correct"
                        + " answer, and only over does, with its guesser.",
                    "\(ada): A snapshot came on the reliable lane.",
                    "\(ada): A log of the game holds nothing, or events of two games.",
                ]
        )
        #expect(self.table.games[1].status.phase == .running)
    }

    @Test func `a false answer by hand is warned of and shown by the check`() throws {
        var table = try Table(["ada", "bob"])
        table.start(0, "42")
        table.guess(1, "50")
        #expect(
            table.answer(0, .greater)
                == .done(
                    "ada says: Give a greater number",
                    warning: "That is not true: your number is 42, and the check at the end will"
                        + " show it."
                )
        )
        table.ask(0, .cancel)
        for game in table.games {
            #expect(game.history.last?.verification == .failed)
            #expect(game.scores.map { [$0.rounds, $0.wins, $0.forfeits] } == [[1, 0, 1]])
        }
    }
}
