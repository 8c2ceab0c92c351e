import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Testing

/// Five thousand identities knock one after another, in every way there is (net.md D14).
@Suite struct CrowdTests {
    private static let identities = 5_000
    /// An identity every 50 ms, so that all of it takes 250 s.
    private static let interval = Duration.milliseconds(50)

    @Test func `five thousand identities fill the tables, and then they are level`() throws {
        var crowd = Crowd()
        for peer in Crowd.real { crowd.join(peer) }
        var weights: [Int] = []
        for number in 1...Self.identities {
            crowd.knock(number)
            crowd.pass(Self.interval)
            let load = crowd.daemon.engine.load
            guard self.isWithinBounds(load) else {
                Issue.record("After \(number) identities: \(load)")
                break
            }
            // One of the real members falls silent for a while, when all seats are wanted.
            if number == 2_500 { crowd.fall(Crowd.real[0]) }
            if number == 2_900 { crowd.join(Crowd.real[0]) }
            if number >= 2_000, number.isMultiple(of: 1_000) {
                weights.append(weight(of: crowd.daemon.engine))
            }
        }
        print("A crowd of 5,000: \(crowd.tally.sorted { $0.key < $1.key }), weights \(weights).")
        for way in Crowd.Way.allCases { #expect(crowd.count(way) >= 500, "\(way)") }
        #expect(crowd.tally["joined", default: 0] > 500)
        #expect(crowd.tally["goodbye: \(GoodbyeReason.full)", default: 0] > 100)
        let first = try #require(weights.first)
        for weight in weights { #expect(weight < first + first / 10) }
        for peer in Crowd.real {
            #expect(crowd.daemon.engine.member(peer, at: crowd.daemon.now)?.status == .joined)
        }
        #expect(crowd.leavings == [Crowd.real[0]])
        // And when they are gone it is as if they had never been, but for who is remembered.
        crowd.disperse()
        crowd.pass(.seconds(30))
        let load = crowd.daemon.engine.load
        #expect(load.links == Crowd.real.count)
        #expect(load.advertised == 0 && load.hinted == 0 && load.lookUps == 0)
        #expect(load.peers <= SessionLimits.rememberedMaximum + Crowd.real.count)
    }

    private func isWithinBounds(_ load: SessionLoad) -> Bool {
        let peersMaximum =
            AdvertTable.peersMaximum + SessionLimits.rememberedMaximum
            + SessionLimits.linksMaximum + load.hinted + SessionLimits.newPeersMaximum
        return load.advertised <= AdvertTable.peersMaximum
            && load.links <= SessionLimits.linksMaximum
            && load.hinted <= Crowd.real.count * LinkMessage.membersMaximum
            && load.targets <= DialLimits.targetsMaximum
            && load.lookUps <= load.targets
            && load.openingDials <= DialLimits.allMaximum
            && load.linkBytes < 1 << 20
            && load.peers <= peersMaximum
    }

    /// All that a value holds, counted, down to the bytes of ids: what no table can hide.
    private func weight(of value: Any) -> Int {
        Mirror(reflecting: value).children.reduce(1) { $0 + self.weight(of: $1.value) }
    }
}
