import Determinism
import Links
import SessionEngine
import Wire

/// Changes what goes into an engine and comes out of it, as an error in the engine would.
struct Tampering: Sendable {
    private let planted: PlantedFault?
    private var newest: LinkID?
    private var older: LinkID?
    private var count = 0

    init(_ planted: PlantedFault?) {
        self.planted = planted
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
