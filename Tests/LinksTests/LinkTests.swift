import Determinism
import Links
import Peers
import Testing
import Wire

/// A link from its first frame to its last.
@Suite struct LinkTests {
    @Test func `who is not the arbiter says hello only when the other's is accepted`() {
        var link = Link.fresh(speaksFirst: false)
        link.flush(at: .zero)
        let theirs = Samples.hello()
        #expect(
            link.take([.prove(Prove(proof: [])), .hello(theirs)], at: .zero) == [.greeted(theirs)]
        )
        #expect(link.flush(at: .zero).isEmpty)
        link.accept(saying: theirs)
        #expect(link.flush(at: .zero) == [.hello(theirs)])
        #expect(link.take([.elect(1)], at: .zero) == [.elected(1)])
    }

    @Test func `an elect that can't have seen our hello is malformed`() {
        var link = Link.fresh(speaksFirst: false)
        _ = link.take([.prove(Prove(proof: [])), .hello(Samples.hello())], at: .zero)
        let detail = "an elect before it could have our hello"
        #expect(
            link.take([.elect(1)], at: .zero)
                == [.ended(.closedHere(.malformed, detail: detail))]
        )
    }

    @Test func `it proves first, greets once the other has proved, and measures once elected`() {
        var link = Link.fresh()
        #expect(link.flush(at: .zero) == [.prove(Prove(proof: []))])
        #expect(link.take([.prove(Prove(proof: []))], at: .zero).isEmpty)
        #expect(link.flush(at: .zero) == [.hello(Samples.hello())])
        #expect(link.take([.hello(Samples.hello())], at: .zero) == [.greeted(Samples.hello())])
        #expect(link.take([.elect(3)], at: .zero) == [.elected(3)])
        #expect(link.machine.election == 3)
        #expect(link.flush(at: .zero) == [.ping(1)])
        _ = link.take([.pong(1)], at: Samples.at(4))
        #expect(link.liveness.roundTrip == .milliseconds(4))
    }

    @Test func `the arbiter elects once`() {
        var link = Link.greeted()
        let (first, second) = (link.elect(5, at: .zero), link.elect(6, at: .zero))
        #expect(first)
        #expect(!second)
        #expect(link.flush(at: .zero) == [.elect(5), .ping(1)])
    }

    @Test(arguments: [
        ([LinkMessage.hello(Samples.hello())], "a hello before the prove"),
        ([.elect(1)], "an elect before the hello"),
        ([.prove(Prove(proof: [])), .prove(Prove(proof: []))], "a second prove"),
        (
            [.prove(Prove(proof: [])), .hello(Samples.hello()), .hello(Samples.hello())],
            "a second hello"
        ),
        ([.ack(1)], "ack before the election"), ([.credit(1)], "credit before the election"),
    ])
    func `what comes too early or twice is a violation`(messages: [LinkMessage], what: String) {
        var link = Link.fresh()
        let effects = link.take(messages, at: .zero)
        #expect(effects.last == .ended(.closedHere(.malformed, detail: what)))
        #expect(link.flush(at: .zero).last == .goodbye(Goodbye(reason: .malformed)))
        #expect(link.take([.ping(1)], at: .zero).isEmpty)
    }

    @Test func `a proof that is not the expected one ends in wrongGroup`() {
        var link = Link.fresh()
        let proof = [UInt8](repeating: 1, count: 32)
        let effects = link.take([.prove(Prove(proof: proof))], at: .zero)
        #expect(
            effects == [.ended(.closedHere(.wrongGroup, detail: "its proof does not verify"))]
        )
    }

    @Test func `foreign kinds are ignored from 128 on and unsupported below`() {
        var link = Link.elected()
        let ignorable = Frame(kind: 128, lane: .control, payload: [0xFF])
        #expect(
            link.received([ignorable], ownHello: Samples.hello(), expectedProof: [], at: .zero)
                .isEmpty
        )
        #expect(link.ignoredFrames == 1)
        let foreign = Frame(kind: 127, lane: .control, payload: [])
        let effects = link.received(
            [foreign],
            ownHello: Samples.hello(),
            expectedProof: [],
            at: .zero
        )
        guard case .ended(.closedHere(.unsupported, _))? = effects.first else {
            Issue.record("A foreign kind was taken: \(effects)")
            return
        }
    }

    @Test(arguments: FrameKind.allCases)
    func `a kind on another lane than its own is malformed`(kind: FrameKind) {
        for lane in Lane.allCases where lane != kind.lane {
            var link = Link.elected()
            let frame = Frame(
                kind: kind.rawValue,
                lane: lane,
                sequence: lane == .reliable ? 1 : nil,
                payload: [0xA0]
            )
            let effects = link.received(
                [frame],
                ownHello: Samples.hello(),
                expectedProof: [],
                at: .zero
            )
            guard case .ended(.closedHere(.malformed, _))? = effects.first else {
                Issue.record("\(kind) was taken on the \(lane) lane: \(effects)")
                return
            }
        }
    }

    @Test(arguments: [UInt64(0), 1, 3, .max])
    func `a reliable frame out of its turn ends the link within that frame`(second: UInt64) {
        var link = Link.elected()
        let frames = [
            Samples.frame(Samples.activity(), sequence: 1),
            Samples.frame(Samples.activity(), sequence: second),
            Samples.frame(Samples.activity(), sequence: 2),
        ]
        let effects = link.received(
            frames,
            ownHello: Samples.hello(),
            expectedProof: [],
            at: .zero
        )
        let what = "sequence \(second) where 2 had to follow"
        #expect(
            effects == [
                .received(Samples.activity()), .ended(.closedHere(.malformed, detail: what)),
            ]
        )
    }

    @Test func `an ack of what was never sent is malformed`() {
        var link = Link.elected()
        let what = "an ack of 1 where 0 was the last sent"
        #expect(
            link.take([.ack(1)], at: .zero) == [.ended(.closedHere(.malformed, detail: what))]
        )
    }

    @Test func `what is refused on the reliable lane is not acknowledged`() {
        var link = Link.elected()
        let ping = LinkMessage.ping(1)
        let frames = [
            Frame(kind: ping.kind.rawValue, lane: .control, payload: ping.payload),
            Frame(kind: ping.kind.rawValue, lane: .reliable, sequence: 1, payload: ping.payload),
        ]
        _ = link.received(frames, ownHello: Samples.hello(), expectedProof: [], at: .zero)
        // With the pong an ack would have gone along.
        #expect(link.flush(at: .zero) == [.pong(1), .goodbye(Goodbye(reason: .malformed))])
    }

    @Test func `the goodbye follows what is queued, and no more is listened to`() {
        var link = Link.elected()
        let message = Samples.activity()
        #expect(link.send(message, payload: message.payload, at: .zero).isEmpty)
        link.close(Goodbye(reason: .leaving), at: .zero)
        #expect(link.take([.ping(9)], at: .zero).isEmpty)
        #expect(link.flush(at: .zero) == [message, .goodbye(Goodbye(reason: .leaving))])
        #expect(link.nextOutput(at: .zero) == nil)
    }

    @Test func `a goodbye that is not read costs a second, one that is not ended three`() {
        var stuck = Link.elected()
        let message = Samples.activity()
        _ = stuck.send(message, payload: message.payload, at: .zero)
        #expect(stuck.nextOutput(at: .zero) != nil)
        stuck.close(Goodbye(reason: .leaving), at: .zero)
        #expect(stuck.nextOutput(at: .zero) == nil)
        #expect(stuck.nextDeadline == Samples.at(1_000))
        #expect(stuck.timerFired(at: Samples.at(1_000)) == [.abandoned])

        var lingering = Link.elected()
        lingering.close(Goodbye(reason: .leaving), at: .zero)
        #expect(lingering.nextOutput(at: .zero)?.isLast == true)
        #expect(lingering.nextDeadline == Samples.at(3_000))
        #expect(lingering.timerFired(at: Samples.at(2_999)).isEmpty)
        #expect(lingering.timerFired(at: Samples.at(3_000)) == [.abandoned])
        #expect(lingering.nextDeadline == nil)
    }

    @Test func `an opening that takes ten seconds is too slow`() {
        var link = Link.greeted()
        for second in Int64(1)...9 { _ = link.take([.ping(1)], at: Samples.at(second * 1_000)) }
        #expect(link.timerFired(at: Samples.at(9_999)).isEmpty)
        #expect(
            link.timerFired(at: Samples.at(10_000))
                == [.ended(.closedHere(.tooSlow, detail: "the opening took over 10 s"))]
        )
    }

    @Test func `a peer that asks and does not read is overloaded within 64 KiB`() {
        var link = Link.elected()
        _ = link.take([.ping(1)], at: .zero)
        #expect(link.nextOutput(at: .zero) != nil)  // And it never leaves.
        var effects: [LinkEffect] = []
        var pings = 0
        while effects.isEmpty, pings < 20_000 {
            pings += 1
            effects = link.take([.ping(UInt64(pings))], at: .zero)
            #expect(link.bytesHeld <= LinkLimits.controlBytesMaximum)
        }
        guard case .ended(.closedHere(.overloaded, _))? = effects.first else {
            Issue.record("\(pings) pings were queued: \(effects)")
            return
        }
    }

    @Test func `what is never acknowledged ends the link at its bound`() {
        var link = Link.elected()
        let message = Samples.activity([UInt8](repeating: 0, count: 60_000))
        let payload = message.payload
        var effects: [LinkEffect] = []
        var wasBusy = false
        while effects.isEmpty {
            wasBusy = wasBusy || link.isBusy
            effects = link.send(message, payload: payload, at: .zero)
            while let output = link.nextOutput(at: .zero), !output.isLast { link.wrote() }
            #expect(link.bytesHeld <= LinkLimits.reliableBytesMaximum * 2)
        }
        guard case .ended(.closedHere(.overloaded, _))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(wasBusy)
    }

    @Test func `a snapshot crosses in chunks, under credit`() {
        var (sender, receiver) = (Link.elected(), Link.elected())
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        sender.sendSnapshot(activity: 1, version: 9, body: body)
        var snapshots: [SnapshotAssembler.Snapshot] = []
        for _ in 0..<64 {
            for effect in receiver.take(sender.flush(at: .zero), at: .zero) {
                if case .snapshot(let snapshot) = effect { snapshots.append(snapshot) }
            }
            let answers = receiver.flush(at: .zero)
            #expect(sender.take(answers, at: .zero).isEmpty)
        }
        #expect(snapshots.count == 1)
        #expect(snapshots.first?.body == body)
        #expect(snapshots.first?.version == 9)
    }

    @Test func `snapshots that a peer begins and never ends count as held`() {
        var link = Link.elected()
        for activity in UInt64(1)...8 {
            let chunk = SnapshotChunk(
                activity: activity,
                snapshot: 1,
                version: 1,
                index: 0,
                isLast: false,
                bytes: [UInt8](repeating: 0, count: 10_000)
            )
            #expect(link.take([.chunk(chunk)], at: .zero).isEmpty)
        }
        #expect(link.bytesHeld >= 80_000)
        let ninth = SnapshotChunk(
            activity: 9,
            snapshot: 1,
            version: 1,
            index: 0,
            isLast: false,
            bytes: []
        )
        let what = "chunks of too many activities"
        #expect(
            link.take([.chunk(ninth)], at: .zero)
                == [.ended(.closedHere(.malformed, detail: what))]
        )
    }
}
