import Activities
import Determinism
import Guessing
import Peers
import Testing

/// Random histories of four replicas: whatever happens, they are equal once all links are back.
@Suite struct ConvergenceTests {
    /// One random history.
    private struct History {
        var table: Table
        var generator: SeededGenerator
        var counts: [String: Int] = [:]
        private var asked: [CommandToken] = []

        init(seed: UInt64) throws {
            self.table = try Table(["ada", "bob", "eve", "dan"])
            self.generator = SeededGenerator(seed: seed)
        }

        mutating func run(steps: Int) {
            for _ in 0..<steps { self.step() }
        }

        private mutating func step() {
            let who = Int(self.generator.below(4))
            let pairs = self.table.pairs
            let (first, second) = pairs[Int(self.generator.below(UInt64(pairs.count)))]
            switch self.generator.below(100) {
            case 0..<6: self.ask(who, self.table.newGame(self.number()))
            case 6..<9:
                self.ask(who, self.table.newGame(self.number(), auto: true))
            case 9..<25: self.ask(who, .guess(text: self.number()))
            case 25..<35: self.answer(who)
            case 35..<38: self.ask(who, .cancel)
            case 38..<42:
                self.note("cut")
                self.table.cut(first, second)
            case 42..<46:
                self.note("part")
                self.table.part(first, second)
            case 46..<54:
                guard !self.table.isLinked(first, second) else { return }
                self.note("link")
                self.table.link(first, second)
            case 54..<57:
                // A link is replaced: what was on it is lost, and nobody has left.
                guard self.table.isLinked(first, second) else { return }
                self.note("relink")
                self.table.cut(first, second)
                self.table.link(first, second)
            case 57..<60:
                self.table.wait(.seconds(Int64(self.generator.below(200))))
            default:
                self.deliver()
            }
        }

        /// One of twelve, so that guesses hit.
        private mutating func number() -> String { String(self.generator.below(12) + 1) }

        private mutating func answer(_ who: Int) {
            let answers: [Answer] = [.correct, .greater, .lower]
            self.ask(who, .answer(answers[Int(self.generator.below(3))], to: nil))
        }

        private mutating func ask(_ who: Int, _ command: GuessCommand) {
            self.asked.append(self.table.command(who, command))
        }

        private mutating func deliver() {
            for _ in 0..<3 where !self.table.busy.isEmpty {
                let busy = self.table.busy
                let next = busy[Int(self.generator.below(UInt64(busy.count)))]
                self.table.deliver(next.way, isBulk: next.isBulk)
            }
        }

        mutating func heal() {
            for (first, second) in self.table.pairs where !self.table.isLinked(first, second) {
                self.table.link(first, second)
            }
            self.table.settle(with: &self.generator)
            self.table.wait(.seconds(5))
            for case .event(let line, _) in self.table.notices[0] { self.note(line.kind.word) }
        }

        /// How often each command was answered.
        var replyCounts: Set<Int> {
            Set(self.asked.map { self.table.replies[$0]?.count ?? 0 })
        }

        private mutating func note(_ what: String) { self.counts[what, default: 0] += 1 }
    }

    @Test func `random histories with cuts and partitions end equal on all`() throws {
        var counts: [String: Int] = [:]
        for seed in 0..<UInt64(500) {
            var history = try History(seed: seed)
            history.run(steps: 120)
            history.heal()
            let table = history.table
            for who in 1..<4 {
                #expect(table.games[who].history == table.games[0].history, "seed \(seed)")
                #expect(
                    table.games[who].status.withoutRole == table.games[0].status.withoutRole,
                    "seed \(seed)"
                )
            }
            let stories = table.notices.joined().contains { notice in
                if case .twoStories = notice { return true }
                return false
            }
            #expect(!stories, "seed \(seed): an honest host was accused")
            #expect(table.violations == [], "seed \(seed)")
            #expect(history.replyCounts.isSubset(of: [1]), "seed \(seed): \(history.replyCounts)")
            counts.merge(history.counts) { $0 + $1 }
        }
        // A fault that never happened, or a history that never came about, proves nothing.
        for what in [
            "cut", "part", "link", "relink", "newGame", "guess", "answer", "over", "cancelled",
        ] {
            #expect(counts[what, default: 0] >= 50, "\(what) happened too rarely: \(counts)")
        }
    }
}

extension GuessStatus {
    /// What must be the same on all machines, as the role is each one's own.
    fileprivate var withoutRole: [String] {
        [
            "\(self.phase)", "\(String(describing: self.host))", "\(self.range)",
            "\(self.pending)", "\(self.guesses)", "\(String(describing: self.winner))",
        ]
    }
}
