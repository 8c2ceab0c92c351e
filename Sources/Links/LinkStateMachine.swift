public import Determinism
import Peers

/// The life of one link after TLS, from the first prove to the goodbye.
///
/// ```
/// proving ──▶ greeting ──▶ judging ──▶ authenticated ──▶ elected
///    └───────────┴────────────┴─────────────┴──────────────┴──▶ draining ──▶ parting ──▶ ended
/// ```
/// The pair's arbiter says hello first. The other judges that hello before it says its own, so
/// that the arbiter, when it elects, knows that it is wanted.
///
/// It decides what may come next; `Link` decodes, queues and counts.
public struct LinkStateMachine: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        /// Our prove is out; theirs must come first. Leaves to `greeting`.
        case proving(deadline: Moment)
        /// Their prove has verified, their hello must come; ours is out if we speak first.
        ///
        /// Leaves to `authenticated`, or to `judging` if they speak first.
        case greeting(deadline: Moment)
        /// Their hello is in, and ours is not out before it is accepted. Leaves to `authenticated`.
        case judging(deadline: Moment)
        /// Both hellos are in; the arbiter elects or says goodbye. Leaves to `elected`.
        case authenticated(deadline: Moment)
        /// The pair's one link. Leaves only to `draining` or `ended`.
        case elected(number: UInt64)
        /// A goodbye of ours waits for what is queued. Leaves to `parting` or `ended`.
        case draining(Goodbye, deadline: Moment)
        /// The transport has our goodbye, and must be done by the deadline. Leaves to `ended`.
        case parting(deadline: Moment)
        /// Nothing is sent or believed any more; events in flight are ignored.
        case ended
    }

    private var state: State
    private let speaksFirst: Bool

    /// Begins with our prove.
    ///
    /// - Parameters:
    ///   - speaksFirst: whether our hello comes first: this daemon is the pair's arbiter.
    ///   - openingDeadline: when the link must be elected at the latest.
    public init(speaksFirst: Bool, openingDeadline: Moment) {
        self.speaksFirst = speaksFirst
        self.state = .proving(deadline: openingDeadline)
    }

    /// When `timerFired(at:)` is next due.
    public var nextDeadline: Moment? {
        switch self.state {
        case .proving(let deadline), .greeting(let deadline), .judging(let deadline),
            .authenticated(let deadline),
            .draining(_, let deadline), .parting(let deadline):
            deadline
        case .elected, .ended:
            nil
        }
    }

    /// The election that this link holds.
    public var election: UInt64? {
        switch self.state {
        case .elected(let number): number
        case .proving, .greeting, .judging, .authenticated, .draining, .parting, .ended: nil
        }
    }

    /// Both hellos are in and no election was made.
    public var isAwaitingElection: Bool {
        switch self.state {
        case .authenticated: true
        case .proving, .greeting, .judging, .elected, .draining, .parting, .ended: false
        }
    }

    /// Still on the way to an election.
    public var isOpening: Bool {
        switch self.state {
        case .proving, .greeting, .judging, .authenticated: true
        case .elected, .draining, .parting, .ended: false
        }
    }

    /// Whether what arrives is still looked at.
    public var isListening: Bool {
        switch self.state {
        case .proving, .greeting, .judging, .authenticated, .elected: true
        case .draining, .parting, .ended: false
        }
    }

    /// Whether nothing more will be said here.
    public var hasEnded: Bool {
        switch self.state {
        case .parting, .ended: true
        case .proving, .greeting, .judging, .authenticated, .elected, .draining: false
        }
    }

    // MARK: The peer said something

    /// What to do about a message that steps the opening forward.
    public enum Step: Equatable, Sendable {
        case proceed
        case ignore
        /// The message may not come here: goodbye(malformed).
        case violation(String)
    }

    public mutating func proveReceived() -> Step {
        switch self.state {
        case .proving(let deadline):
            self.state = .greeting(deadline: deadline)
            return .proceed
        case .greeting, .judging, .authenticated, .elected:
            return .violation("a second prove")
        case .draining, .parting, .ended:
            return .ignore  // In flight when we said goodbye.
        }
    }

    public mutating func helloReceived() -> Step {
        switch self.state {
        case .proving:
            return .violation("a hello before the prove")
        case .greeting(let deadline):
            self.state =
                self.speaksFirst
                ? .authenticated(deadline: deadline) : .judging(deadline: deadline)
            return .proceed
        case .judging, .authenticated, .elected:
            return .violation("a second hello")
        case .draining, .parting, .ended:
            return .ignore
        }
    }

    /// The arbiter elected this link with that number.
    public mutating func electReceived(_ number: UInt64) -> Step {
        switch self.state {
        case .proving, .greeting:
            return .violation("an elect before the hello")
        case .judging:
            return .violation("an elect before it could have our hello")
        case .authenticated:
            self.state = .elected(number: number)
            return .proceed
        case .elected(let held):
            return .violation("elect \(number) on a link that was elected as \(held)")
        case .draining, .parting, .ended:
            return .ignore
        }
    }

    /// Whether a frame of that kind may come now.
    public func admits(_ kind: FrameKind) -> Step {
        switch self.state {
        case .proving, .greeting, .judging, .authenticated:
            kind.travelsBeforeElection ? .proceed : .violation("\(kind) before the election")
        case .elected: .proceed
        case .draining, .parting, .ended: .ignore
        }
    }

    // MARK: This daemon said something

    /// This daemon accepted their hello and says its own; false when it does not have to.
    public mutating func helloSaid() -> Bool {
        switch self.state {
        case .judging(let deadline):
            self.state = .authenticated(deadline: deadline)
            return true
        case .proving, .greeting, .authenticated, .elected, .draining, .parting, .ended:
            return false
        }
    }

    /// This daemon is the arbiter and elects the link; false when it is past that.
    public mutating func elect(_ number: UInt64) -> Bool {
        switch self.state {
        case .authenticated:
            self.state = .elected(number: number)
            return true
        case .proving, .greeting, .judging, .elected, .draining, .parting, .ended:
            return false
        }
    }

    /// Says goodbye once what is queued is out; false when that has been said already.
    public mutating func close(_ goodbye: Goodbye, at now: Moment) -> Bool {
        switch self.state {
        case .proving, .greeting, .judging, .authenticated, .elected:
            self.state = .draining(goodbye, deadline: now + LinkLimits.drain)
            return true
        case .draining, .parting, .ended:
            return false
        }
    }

    /// The goodbye that is due: when the lanes are drained, or their time is over.
    public mutating func takeGoodbye(isDrained: Bool, at now: Moment) -> Goodbye? {
        switch self.state {
        case .draining(let goodbye, let deadline):
            guard isDrained || now >= deadline else { return nil }
            self.state = .parting(deadline: now + LinkLimits.parting)
            return goodbye
        case .proving, .greeting, .judging, .authenticated, .elected, .parting, .ended:
            return nil
        }
    }

    /// The transport is gone, or the peer said goodbye.
    public mutating func ended() {
        self.state = .ended
    }

    // MARK: Time passed

    /// True when the opening has taken too long.
    public func openingIsOverdue(at now: Moment) -> Bool {
        switch self.state {
        case .proving(let deadline), .greeting(let deadline), .judging(let deadline),
            .authenticated(let deadline):
            now >= deadline
        case .elected, .draining, .parting, .ended:
            false
        }
    }

    /// True when the time for what is queued before a goodbye is over.
    public func drainIsOverdue(at now: Moment) -> Bool {
        switch self.state {
        case .draining(_, let deadline): now >= deadline
        case .proving, .greeting, .judging, .authenticated, .elected, .parting, .ended: false
        }
    }

    /// True when the transport has not done with our goodbye in its time.
    public func partingIsOverdue(at now: Moment) -> Bool {
        switch self.state {
        case .parting(let deadline): now >= deadline
        case .proving, .greeting, .judging, .authenticated, .elected, .draining, .ended: false
        }
    }
}
