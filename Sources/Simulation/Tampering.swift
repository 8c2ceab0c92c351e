import Cycling
import Determinism
import Links
import Peers
import SessionEngine
import Wire

/// Changes what goes into an engine and comes out of it, as an error in the engine would.
struct Tampering: Sendable {
    private let planted: PlantedFault?
    private var newest: LinkID?
    private var older: LinkID?
    private var count = 0
    private let peer: PeerID
    /// Of each link and rider the last two different states.
    private var states: [LinkID: [StateKey: (last: [UInt8], older: [UInt8])]] = [:]

    init(_ planted: PlantedFault?, at peer: PeerID) {
        self.planted = planted
        self.peer = peer
    }

    /// What the engine is to take in the place of an event, and when it is made to believe it.
    mutating func tampered(
        _ event: SessionEvent,
        at now: Moment,
        due: Moment?
    ) -> [(SessionEvent, Moment)] {
        switch (self.planted, event) {
        case (.noFreshProbe, _):
            // As if each timer that was missed had fired in time.
            guard let due, now - due > LinkLimits.stall else { return [(event, now)] }
            var missed: [(SessionEvent, Moment)] = []
            var moment = due
            while moment < now {
                missed.append((.timerFired, moment))
                moment = moment + .milliseconds(900)
            }
            return missed + [(event, now)]
        case (.repeatedFrame, .framesReceived(let id, let frames)):
            guard let frame = frames.first(where: { $0.lane == .reliable }), self.isNth(5) else {
                return [(event, now)]
            }
            return [(.framesReceived(id, frames + [frame]), now)]
        case (.reorderedFrames, .framesReceived(let id, let frames)):
            let isOrdered = frames.filter { $0.lane == .reliable }.count > 1
            return isOrdered ? [(.framesReceived(id, frames.reversed()), now)] : [(event, now)]
        case (.mixedLinks, .linkEstablished(let link)):
            (self.older, self.newest) = (self.newest, link.id)
            return [(event, now)]
        case (.mixedLinks, .framesReceived(let id, let frames)):
            guard let newest, id == self.older else { return [(event, now)] }
            return [(.framesReceived(newest, frames), now)]
        case (.olderState, .framesReceived(let id, let frames)):
            return [(.framesReceived(id, frames.flatMap { self.withOlder($0, on: id) }), now)]
        case (.ignoredRemoval, .framesReceived(let id, let frames)):
            return [(.framesReceived(id, frames.map(Self.withoutRemoval)), now)]
        default:  // tidy-ok: all else goes through as it is.
            return [(event, now)]
        }
    }

    /// What the shell is to do in the place of an engine's effects.
    mutating func tampered(_ effects: [SessionEffect]) -> [SessionEffect] {
        guard let planted else { return effects }
        return effects.flatMap { effect -> [SessionEffect] in
            switch (planted, effect) {
            case (.leftTwice, .tell(.left)): return [effect, effect]
            case (.repairToldTwice, .tell(.ride(.fixed(let rider, _)))):
                return rider.rider.id.owner == self.peer ? [effect] : [effect, effect]
            case (.forgottenAbort, .abort): return []
            case (.swallowedElect, .write(let id, let bytes, let isLast)):
                return [.write(id, self.rewritten(bytes) { _ in nil }, isLast: isLast)]
            case (.olderElection, .write(let id, let bytes, let isLast)):
                let bytes = self.rewritten(bytes) { LinkMessage.elect($0 + 1).payload }
                return [.write(id, bytes, isLast: isLast)]
            default: return [effect]  // tidy-ok: all else goes through as it is.
            }
        }
    }

    /// A frame, and behind a state the one that it replaced, as if that were newer.
    private mutating func withOlder(_ frame: Frame, on link: LinkID) -> [Frame] {
        guard case .state(let state)? = try? LinkMessage(frame) else {  // tidy-ok: as it came.
            return [frame]
        }
        let known = self.states[link, default: [:]][state.key]
        let older = known.map { $0.last == state.body ? $0.older : $0.last } ?? state.body
        self.states[link, default: [:]][state.key] = (state.body, older)
        guard older != state.body else { return [frame] }
        let again = StateMessage(key: state.key, version: state.version + 1, body: older)
        return [frame, Frame(kind: frame.kind, lane: frame.lane, payload: again.encoded)]
    }

    /// A frame, in which a removal takes away what nobody has.
    private static func withoutRemoval(_ frame: Frame) -> Frame {
        guard case .removal(let removal)? = try? LinkMessage(frame) else {  // tidy-ok: as above.
            return frame
        }
        let nobody = StateKey(activity: removal.key.activity, key: UInt64(UInt32.max))
        var frame = frame
        frame.payload = LinkMessage.removal(StateRemoval(key: nobody, version: 1)).payload
        return frame
    }

    private mutating func isNth(_ number: Int) -> Bool {
        self.count += 1
        return self.count % number == 0
    }

    /// The frames of a write, with another elect in the place of each, or none.
    private func rewritten(_ bytes: [UInt8], elect: (UInt64) -> [UInt8]?) -> [UInt8] {
        var decoder = FrameDecoder(holdingAfter: 0)
        decoder.open()
        decoder.append(bytes)
        var result: [UInt8] = []
        while let frame = try? decoder.next() {  // tidy-ok: an engine's own frames.
            var frame = frame
            if case .elect(let number)? = try? LinkMessage(frame) {  // tidy-ok: as above.
                guard let payload = elect(number) else { continue }
                frame.payload = payload
            }
            FrameEncoder.append(frame, to: &result)
        }
        return result
    }
}
