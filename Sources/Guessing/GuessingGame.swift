// Consistency: one host decides, others follow. It numbers every event; its log is the truth.

import Activities
public import Determinism
public import Peers
import Wire

/// This daemon's replica of the secret-number game.
///
/// Pure: it is told what happened and when, and returns what to do about it. Of several games the
/// better one is kept (`GameKey.beats`), and of one game the longest log of its host, so replicas
/// that have heard the same hosts are equal, whatever order they heard them in.
public struct GuessingGame: Equatable, Sendable {
    let me: PeerID
    var name: DisplayName
    /// Who is joined, by the newest name of each.
    var members: [PeerID: DisplayName] = [:]
    /// The game that is shown, running or over.
    var round: Round?
    /// The secret of `round`, while it is hosted here and runs.
    var seat: HostSeat?
    /// This daemon's own guess under way.
    var outgoing: OutgoingGuess?
    /// The token of this daemon's last guess.
    var lastToken: UInt64 = 0
    /// Events that came too early.
    var held = HeldEvents()
    /// When each of them joined, in its present run.
    var arrivals: [PeerID: Moment] = [:]
    /// The last head that each member sent, and when.
    var claims: [PeerID: Claim] = [:]
    var scoreboard = Scoreboard()
    /// The highest ordinal that anybody was heard to use.
    var highestOrdinal: UInt64 = 0
    /// Messages that were well-formed and not their sender's to send.
    public internal(set) var ignoredMessages: UInt64 = 0

    // What the input being handled brought, and what it has led to so far.
    var moment: Moment = .zero
    var wall = WallTime(milliseconds: 0)
    var effects: [GuessEffect] = []

    /// Makes the replica of a daemon that knows no game yet.
    public init(me: PeerID, name: DisplayName) {
        self.me = me
        self.name = name
    }

    /// When `timerFired` is next due.
    public var nextDeadline: Moment? { self.outgoing?.nextDeadline }

    /// Takes what happened and returns what to do, in order.
    ///
    /// `wall` goes into the events that are numbered here, and decides nothing.
    public mutating func handle(
        _ input: GuessInput,
        at now: Moment,
        wall: WallTime
    ) -> [GuessEffect] {
        self.moment = now
        self.wall = wall
        switch input {
        case .linkBegan(let peer): self.linkBegan(to: peer)
        case .joined(let peer, let name): self.joined(peer, name: name)
        case .left(let peer, let cause): self.left(peer, cause: cause)
        case .renamed(let peer, let name): self.renamed(peer, name: name)
        case .message(let peer, let body): self.messageReceived(body, from: peer)
        case .snapshot(let peer, let body): self.snapshotReceived(body, from: peer)
        case .command(let command, let token): self.commanded(command, token: token)
        case .quitting: self.quit()
        case .timerFired: self.timerFired()
        }
        let effects = self.effects
        self.effects = []
        return effects
    }

    // MARK: Effects

    func encoded(_ message: GuessMessage) -> [UInt8] { message.encoded }

    mutating func send(_ message: GuessMessage, to peer: PeerID) {
        self.effects.append(.send(body: message.encoded, to: peer))
    }

    mutating func broadcast(_ message: GuessMessage) {
        self.effects.append(.broadcast(body: message.encoded))
    }

    mutating func reply(_ token: CommandToken?, _ reply: GuessReply) {
        if let token { self.effects.append(.reply(token, reply)) }
    }

    mutating func tell(_ notice: GuessNotice) { self.effects.append(.tell(notice)) }

    /// Counts a message that its sender had no right to send, or that can mean nothing now.
    mutating func ignore() { self.ignoredMessages &+= 1 }

    /// Tells those who follow the game of one line of its history.
    mutating func tell(of line: HistoryEvent) {
        self.tell(.event(line, line: line.line(for: self.me)))
    }

    // MARK: What is known

    /// Whether the shown game is hosted here.
    var isHost: Bool { self.round?.log.key.host == self.me }

    /// Whether the shown game's host can still be heard, in the instance that made the game.
    var isLive: Bool {
        guard let round else { return false }
        if case .abandoned = round.epilogue { return false }
        return round.log.key.host == self.me || !round.isOrphan
    }

    /// Whether a game would take the place of the shown one.
    ///
    /// A game whose host is gone blocks nobody: any game of somebody who is here replaces it, and
    /// it comes back with its host's snapshot if it is the better one.
    func prefers(_ game: GameKey) -> Bool {
        guard let round, self.isLive else { return self.round?.log.key != game }
        return game.beats(round.log.key)
    }

    /// Notes an ordinal that somebody uses; `false` when it is too high to be believed.
    mutating func note(ordinal: UInt64) -> Bool {
        guard ordinal > self.highestOrdinal else { return true }
        guard ordinal - self.highestOrdinal <= GuessLimits.ordinalStepMaximum else {
            self.ignore()
            return false
        }
        self.highestOrdinal = ordinal
        return true
    }
}
