public import Determinism

/// Whether a link's peer is alive, judged by what was received and by nothing else.
///
/// Ping at 2 s of silence, suspect at 5 s, over at 8 s.
public struct Liveness: Equatable, Sendable {
    /// What time has brought.
    public enum Verdict: Equatable, Sendable {
        case nothing
        case ping(UInt64)
        case suspect
        case silent
    }

    /// The last moment at which anything was received.
    public private(set) var lastHeard: Moment
    /// True from 5 s of silence on, until something is received.
    public private(set) var isSuspect = false
    /// The round trip of the last ping that was answered.
    public private(set) var roundTrip: Duration?
    private var pinged: (number: UInt64, at: Moment)?
    private var lastNumber: UInt64 = 0

    public init(at now: Moment) {
        self.lastHeard = now
    }

    public static func == (left: Liveness, right: Liveness) -> Bool {
        left.lastHeard == right.lastHeard && left.isSuspect == right.isSuspect
            && left.roundTrip == right.roundTrip && left.lastNumber == right.lastNumber
            && left.pinged?.number == right.pinged?.number && left.pinged?.at == right.pinged?.at
    }

    /// When `timerFired` is next due.
    public var nextDeadline: Moment {
        if !self.pingIsOut { return self.lastHeard + LinkLimits.pingAfter }
        return self.lastHeard
            + (self.isSuspect ? LinkLimits.silenceMaximum : LinkLimits.suspectAfter)
    }

    /// A ping that was sent after the last thing heard, and has no answer.
    private var pingIsOut: Bool {
        guard let pinged = self.pinged else { return false }
        return pinged.at >= self.lastHeard
    }

    /// Something was received; true when the peer was suspect before.
    public mutating func heard(at now: Moment) -> Bool {
        self.lastHeard = now
        defer { self.isSuspect = false }
        return self.isSuspect
    }

    /// A pong was received; the round trip, when it answers the last ping.
    public mutating func pongReceived(_ number: UInt64, at now: Moment) -> Duration? {
        guard let pinged = self.pinged, pinged.number == number else { return nil }
        let roundTrip = now - pinged.at
        self.roundTrip = roundTrip
        self.pinged = nil
        return roundTrip
    }

    /// The number of a ping that goes out now.
    public mutating func ping(at now: Moment) -> UInt64 {
        self.lastNumber += 1
        self.pinged = (self.lastNumber, now)
        return self.lastNumber
    }

    /// Time has passed; one verdict a call, the gravest that is due.
    public mutating func timerFired(at now: Moment) -> Verdict {
        let silence = now - self.lastHeard
        if silence >= LinkLimits.silenceMaximum { return .silent }
        if silence >= LinkLimits.suspectAfter, !self.isSuspect {
            self.isSuspect = true
            return .suspect
        }
        if silence >= LinkLimits.pingAfter, !self.pingIsOut {
            return .ping(self.ping(at: now))
        }
        return .nothing
    }

    /// This daemon was held up itself: the silence so far says nothing about the peer.
    ///
    /// A fresh probe goes out at once, and its answer has the usual time.
    public mutating func stalled(at now: Moment) {
        self.lastHeard = now - LinkLimits.pingAfter
        self.pinged = nil
    }
}
