import Activities
import Determinism
import Guessing
import Peers

/// A few replicas around one table, with links that keep their order and lose what a cut finds.
struct Table {
    struct Way: Hashable, Comparable {
        let from: Int
        let to: Int

        static func < (left: Way, right: Way) -> Bool {
            (left.from, left.to) < (right.from, right.to)
        }
    }

    private(set) var ids: [PeerID]
    private(set) var names: [DisplayName]
    var games: [GuessingGame]
    private(set) var now: Moment = .zero
    private(set) var replies: [CommandToken: [GuessReply]] = [:]
    private(set) var notices: [[GuessNotice]]
    private(set) var violations: [String] = []
    /// Reliable and bulk are ways of their own: neither waits for the other.
    private(set) var reliable: [Way: [[UInt8]]] = [:]
    private(set) var bulk: [Way: [[UInt8]]] = [:]
    private(set) var links: Set<Way> = []
    private var members: [Set<Int>]
    private var nextToken: UInt64 = 1
    private var nextGame: UInt8 = 1

    init(_ names: [String], linked: Bool = true) throws {
        self.names = try names.map { (text) throws(DisplayName.Problem) in try DisplayName(text) }
        self.ids = names.indices.compactMap { PeerID.numbered($0) }
        self.games = zip(self.ids, self.names).map { GuessingGame(me: $0, name: $1) }
        self.notices = names.map { _ in [] }
        self.members = names.map { _ in [] }
        guard linked else { return }
        for (first, second) in self.pairs { self.link(first, second) }
        self.settle()
    }

    var pairs: [(Int, Int)] {
        self.ids.indices.flatMap { first in
            self.ids.indices.filter { $0 > first }.map { (first, $0) }
        }
    }

    var wall: WallTime {
        WallTime(milliseconds: 1_700_000_000_000).advanced(by: self.now.sinceStart)
    }

    // MARK: What happens to links

    mutating func link(_ first: Int, _ second: Int) {
        let isNew = self.members[first].insert(second).inserted
        self.members[second].insert(first)
        self.links.insert(Way(from: min(first, second), to: max(first, second)))
        if isNew {
            self.tell(first, .joined(self.ids[second], self.names[second]))
            self.tell(second, .joined(self.ids[first], self.names[first]))
        }
        self.tell(first, .linkBegan(self.ids[second]))
        self.tell(second, .linkBegan(self.ids[first]))
    }

    /// The link falls with everything on it; nobody has left.
    mutating func cut(_ first: Int, _ second: Int) {
        self.links.remove(Way(from: min(first, second), to: max(first, second)))
        for way in [Way(from: first, to: second), Way(from: second, to: first)] {
            self.reliable[way] = nil
            self.bulk[way] = nil
        }
    }

    /// Both are lost to each other.
    mutating func part(_ first: Int, _ second: Int, cause: LeaveCause = .silence) {
        self.cut(first, second)
        guard self.members[first].remove(second) != nil else { return }
        self.members[second].remove(first)
        self.tell(first, .left(self.ids[second], cause))
        self.tell(second, .left(self.ids[first], cause))
    }

    func isLinked(_ first: Int, _ second: Int) -> Bool {
        self.links.contains(Way(from: min(first, second), to: max(first, second)))
    }

    // MARK: What people do

    /// Gives a command, and returns its token.
    @discardableResult
    mutating func command(_ who: Int, _ command: GuessCommand) -> CommandToken {
        let token = CommandToken(self.nextToken)
        self.nextToken += 1
        self.replies[token] = []
        self.tell(who, .command(command, token))
        return token
    }

    /// Gives a command, lets everything arrive, and returns the reply so far.
    @discardableResult
    mutating func ask(_ who: Int, _ command: GuessCommand) -> GuessReply? {
        let token = self.command(who, command)
        self.settle()
        return self.replies[token]?.first
    }

    mutating func newGame(_ secret: String, auto: Bool = false) -> GuessCommand {
        let game = self.nextGame
        self.nextGame &+= 1
        return .newGame(
            secret: secret,
            auto: auto,
            low: 1,
            high: 100,
            gameID: [UInt8](repeating: game, count: 16),
            salt: [UInt8](repeating: game ^ 0xFF, count: 32)
        )
    }

    @discardableResult
    mutating func start(_ who: Int, _ secret: String, auto: Bool = false) -> GuessReply? {
        let command = self.newGame(secret, auto: auto)
        return self.ask(who, command)
    }

    @discardableResult
    mutating func guess(_ who: Int, _ text: String) -> GuessReply? {
        self.ask(who, .guess(text: text))
    }

    @discardableResult
    mutating func answer(_ who: Int, _ answer: Answer, to peer: Int? = nil) -> GuessReply? {
        let id = peer.map { self.ids[$0] }
        return self.ask(who, .answer(answer, to: id))
    }

    // MARK: Time and delivery

    mutating func wait(_ duration: Duration) {
        self.now = self.now + duration
        for who in self.games.indices {
            guard let deadline = self.games[who].nextDeadline, deadline <= self.now else {
                continue
            }
            self.tell(who, .timerFired)
        }
    }

    mutating func tell(_ who: Int, _ input: GuessInput) {
        let effects = self.games[who].handle(input, at: self.now, wall: self.wall)
        for effect in effects { self.carryOut(effect, of: who) }
    }

    private mutating func carryOut(_ effect: GuessEffect, of who: Int) {
        switch effect {
        case .send(let body, let peer):
            if let to = self.ids.firstIndex(of: peer) { self.post(body, from: who, to: to) }
        case .broadcast(let body):
            for to in self.members[who].sorted() { self.post(body, from: who, to: to) }
        case .sendSnapshot(let body, _, let peer):
            guard let to = self.ids.firstIndex(of: peer), self.isLinked(who, to) else { return }
            self.bulk[Way(from: who, to: to), default: []].append(body)
        case .reply(let token, let reply):
            self.replies[token, default: []].append(reply)
        case .tell(let notice):
            self.notices[who].append(notice)
        case .violation(let peer, let why):
            self.violations.append("\(peer.short): \(why)")
        }
    }

    private mutating func post(_ body: [UInt8], from: Int, to: Int) {
        guard self.isLinked(from, to) else { return }
        self.reliable[Way(from: from, to: to), default: []].append(body)
    }

    /// The ways on which something waits to arrive.
    var busy: [(way: Way, isBulk: Bool)] {
        self.reliable.keys.sorted().map { ($0, false) } + self.bulk.keys.sorted().map { ($0, true) }
    }

    /// Delivers the first parcel of a way.
    mutating func deliver(_ way: Way, isBulk: Bool) {
        let id = self.ids[way.from]
        if isBulk, let body = self.bulk[way]?.removeFirst() {
            if self.bulk[way]?.isEmpty == true { self.bulk[way] = nil }
            self.tell(way.to, .snapshot(from: id, body: body))
        } else if !isBulk, let body = self.reliable[way]?.removeFirst() {
            if self.reliable[way]?.isEmpty == true { self.reliable[way] = nil }
            self.tell(way.to, .message(from: id, body: body))
        }
    }

    /// Delivers everything, and what it leads to; the generator, if any, chooses the order.
    mutating func settle() {
        while let next = self.busy.first { self.deliver(next.way, isBulk: next.isBulk) }
    }

    mutating func settle(with generator: inout SeededGenerator) {
        while !self.busy.isEmpty {
            let busy = self.busy
            let next = busy[Int(generator.below(UInt64(busy.count)))]
            self.deliver(next.way, isBulk: next.isBulk)
        }
    }

    // MARK: What people see

    func lines(_ who: Int) -> [String] { self.games[who].historyLines }

    func sentences(_ who: Int) -> [String] { self.notices[who].map(\.sentence) }
}

extension PeerID {
    /// The id of the table's seats: ada 0, bob 1, eve 2, dan 3; the lower seat is the lower id.
    static func numbered(_ seat: Int) -> PeerID? {
        PeerID([UInt8(seat + 1)] + [UInt8](repeating: 0x5A, count: 31))
    }
}

extension GuessReply {
    /// What people read, with the warning behind it.
    var sentence: String {
        switch self {
        case .done(let sentence, nil): sentence
        case .done(let sentence, let warning?): "\(sentence) | \(warning)"
        case .refused(let sentence): "refused: \(sentence)"
        }
    }
}
