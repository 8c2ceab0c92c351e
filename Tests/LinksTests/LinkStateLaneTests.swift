import Determinism
import Links
import Peers
import Testing
import Wire

/// States from one link to another.
@Suite struct LinkStateLaneTests {
    @Test func `of what is unsent only the newest state of a key goes out`() {
        var sender = Link.elected()
        var receiver = Link.elected()
        for version in UInt64(1)...5 {
            let state = Samples.state(1, version: version, [UInt8(version)])
            #expect(sender.send(state, payload: state.encoded, at: .zero).isEmpty)
        }
        let sent = sender.flush(at: .zero)
        let newest = LinkMessage.state(Samples.state(1, version: 5, [5]))
        #expect(sent.filter { $0.kind == .state } == [newest])
        #expect(receiver.take(sent, at: .zero) == [.received(newest)])
        // What a slower way brings later is old.
        #expect(receiver.take([.state(Samples.state(1, version: 4))], at: .zero).isEmpty)
    }

    @Test func `a removal takes the unsent state with it`() {
        var sender = Link.elected()
        let state = Samples.state(1, version: 1)
        let removal = StateRemoval(key: Samples.key(1), version: 1)
        #expect(sender.send(state, payload: state.encoded, at: .zero).isEmpty)
        #expect(sender.send(removal, payload: removal.encoded, at: .zero).isEmpty)
        let sent = sender.flush(at: .zero)
        #expect(sent.filter { $0.kind == .state }.isEmpty)
        #expect(sent.filter { $0.kind == .removal } == [.removal(removal)])
    }

    @Test func `a peer with more than 1,024 live keys is malformed, a slow one overloaded`() {
        var receiver = Link.elected()
        let states = (UInt64(0)...1_024).map { LinkMessage.state(Samples.state($0, version: 1)) }
        let what = "more than 1024 live keys on the state lane"
        #expect(
            receiver.take(states, at: .zero).last
                == .ended(.closedHere(.malformed, detail: what))
        )

        var sender = Link.elected()
        let effects = (UInt64(0)...1_024).flatMap { key in
            let state = Samples.state(key, version: 1)
            return sender.send(state, payload: state.encoded, at: .zero)
        }
        #expect(effects.count == 1)
        guard case .ended(.closedHere(.overloaded, _))? = effects.first else {
            Issue.record("1,025 unsent keys: \(effects)")
            return
        }
    }

    @Test func `nothing travels before the election`() {
        var link = Link.greeted()
        let state = Samples.state(1, version: 1)
        #expect(link.send(state, payload: state.encoded, at: .zero).isEmpty)
        #expect(!link.flush(at: .zero).contains { $0.kind == .state })
        #expect(
            link.take([.state(state)], at: .zero)
                == [.ended(.closedHere(.malformed, detail: "state before the election"))]
        )
    }
}
