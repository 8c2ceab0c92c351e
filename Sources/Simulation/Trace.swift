import Activities
import Cycling
import Determinism
import Discovery
import Guessing
import Links
import Peers
import SessionEngine
import Wire

/// What every engine took and gave, as one hash, and the last of it in words.
public struct Trace: Sendable {
    private struct Line: Sendable {
        let moment: Moment
        let daemon: Int
        let event: SessionEvent
        let effects: [SessionEffect]
    }

    /// Transitions that are kept for a failing run to show.
    public static let keptMaximum = 200

    private var hash = StableHash()
    private var kept: [Line] = []
    private var next = 0
    /// How many events were handled.
    public private(set) var count = 0

    init() {}

    /// The same for the same seed, on every machine and in every run.
    public var value: UInt64 { self.hash.value }

    mutating func note(
        _ event: SessionEvent,
        _ effects: [SessionEffect],
        by daemon: Int,
        at moment: Moment
    ) {
        self.count += 1
        self.hash.combine(UInt64(bitPattern: moment.nanoseconds))
        self.hash.combine(UInt8(truncatingIfNeeded: daemon))
        event.feed(&self.hash)
        for effect in effects { effect.feed(&self.hash) }
        let line = Line(moment: moment, daemon: daemon, event: event, effects: effects)
        if self.kept.count < Self.keptMaximum {
            self.kept.append(line)
        } else {
            self.kept[self.next] = line
            self.next = (self.next + 1) % Self.keptMaximum
        }
    }

    /// The last transitions, oldest first, one a line.
    public var lastLines: [String] {
        (self.kept[self.next...] + self.kept[..<self.next]).map { line in
            let effects = line.effects.map { "\($0)".prefix(160) }.joined(separator: "; ")
            let seconds = Double(line.moment.nanoseconds) / 1e9
            return "\(seconds) #\(line.daemon) \("\(line.event)".prefix(240)) => \(effects)"
        }
    }
}

extension SessionEvent {
    fileprivate func feed(_ hash: inout StableHash) {
        switch self {
        case .discoveryAvailable: hash.combine(UInt8(1))
        case .discoveryUnavailable: hash.combine(UInt8(2))
        case .advertRegistered(let label): hash.combine(label)
        case .advertFound(let key): hash.combine(key.label + "+\(key.interface)")
        case .advertLost(let key): hash.combine(key.label + "-\(key.interface)")
        case .lookUpResolved(let token, _): hash.combine(token.number)
        case .lookUpFound(let token, let endpoint):
            hash.combine(token.number)
            hash.combine(UInt64(endpoint.port))
        case .lookUpEnded(let token, _): hash.combine(token.number)
        case .networkChanged: hash.combine(UInt8(3))
        case .dialFailed(let dial, _): hash.combine(dial.number)
        case .linkEstablished(let link): hash.combine(link.id.number)
        case .framesReceived(let link, let frames):
            hash.combine(link.number)
            for frame in frames {
                hash.combine(frame.kind)
                hash.combine(UInt64(frame.payload.count))
            }
        case .framesMalformed(let link, _): hash.combine(link.number)
        case .written(let link): hash.combine(link.number)
        case .linkClosed(let link, _): hash.combine(link.number)
        case .commanded(_, let token): hash.combine(token.number)
        case .satelliteFix(let fix): hash.combine(UInt64(truncatingIfNeeded: fix.mode))
        case .satellitesLost: hash.combine(UInt8(6))
        case .timerFired: hash.combine(UInt8(4))
        case .stopRequested: hash.combine(UInt8(5))
        }
    }
}

extension SessionEffect {
    fileprivate func feed(_ hash: inout StableHash) {
        switch self {
        case .advertise: hash.combine(UInt8(101))
        case .withdrawAdvert: hash.combine(UInt8(102))
        case .lookUp(let token, _): hash.combine(token.number)
        case .cancelLookUp(let token): hash.combine(token.number)
        case .dial(let dial, let endpoint):
            hash.combine(dial.number)
            hash.combine(UInt64(endpoint.port))
        case .cancelDial(let dial): hash.combine(dial.number)
        case .openFrames(let link): hash.combine(link.number)
        case .write(let link, let bytes, let isLast):
            hash.combine(link.number)
            hash.combine(bytes)
            hash.combine(UInt8(isLast ? 1 : 0))
        case .abort(let link): hash.combine(link.number)
        case .reply(let token, _): hash.combine(token.number)
        case .tell(let notice): notice.feed(&hash)
        case .rememberBlocked, .rememberName, .rememberRide, .rememberMet: hash.combine(UInt8(103))
        case .stopped: hash.combine(UInt8(104))
        }
    }
}

extension SessionNotice {
    fileprivate func feed(_ hash: inout StableHash) {
        switch self {
        case .joined(let peer, _): hash.combine("joined \(peer.short)")
        case .suspected(let peer, _): hash.combine("suspected \(peer.short)")
        case .recovered(let peer, _): hash.combine("recovered \(peer.short)")
        case .left(let peer, _, let cause): hash.combine("left \(peer.short) \(cause)")
        case .refused(let peer, _, _): hash.combine("refused \(peer.short)")
        case .renamed(let peer, _, let name): hash.combine("renamed \(peer.short) \(name)")
        case .identityInUse(let peer, _): hash.combine("identity \(peer.short)")
        case .discoveryAvailable, .discoveryUnavailable: hash.combine(UInt8(105))
        case .violation(let peer, _, let detail): hash.combine("\(peer.short) \(detail)")
        case .guess(let notice): hash.combine(notice.sentence)
        case .ride(let notice): hash.combine(notice.sentence)
        }
    }
}
