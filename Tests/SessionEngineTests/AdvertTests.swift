import Determinism
import Discovery
import Peers
import SessionEngine
import Testing

/// What comes of adverts that come and go.
@Suite struct AdvertTests {
    private let peer = Daemon.peer(9)

    private func advert(on interface: UInt32 = 3) -> AdvertKey {
        AdvertKey(label: self.peer.description, interface: interface)
    }

    private func lookUps(_ daemon: Daemon) -> [LookUpToken] {
        daemon.effects.compactMap { if case .lookUp(let token, _) = $0 { token } else { nil } }
    }

    private func dials(_ daemon: Daemon) -> [Endpoint] {
        daemon.effects.compactMap { if case .dial(_, let endpoint) = $0 { endpoint } else { nil } }
    }

    @Test func `a goodbye while its advert is looked up ends that, and nothing late counts`() {
        var daemon = Daemon(5)
        daemon.take(.advertFound(self.advert()))
        let first = LookUpToken(1)
        #expect(self.lookUps(daemon) == [first])
        daemon.now = .zero + .milliseconds(100)
        daemon.take(.advertLost(self.advert()))
        #expect(daemon.effects == [.cancelLookUp(first)])
        #expect(daemon.engine.roster(at: daemon.now).isEmpty)
        let late: [SessionEvent] = [
            .lookUpResolved(first, name: Daemon.name("bob")),
            .lookUpFound(first, Daemon.endpoint(9)), .lookUpEnded(first, failure: nil),
        ]
        for event in late { #expect(daemon.take(event).isEmpty) }
        daemon.wait(.seconds(30))
        #expect(self.dials(daemon).isEmpty && self.lookUps(daemon).isEmpty)
        #expect(daemon.engine.load.targets == 0)
        #expect(daemon.engine.load.lookUps == 0)
        #expect(daemon.engine.load.peers == 0)
        // When it comes back it is looked up anew, and only the new answer counts.
        daemon.take(.advertFound(self.advert()))
        #expect(self.lookUps(daemon) == [LookUpToken(2)])
        #expect(daemon.take(.lookUpFound(first, Daemon.endpoint(8))).isEmpty)
        daemon.take(.lookUpFound(LookUpToken(2), Daemon.endpoint(9)))
        #expect(self.dials(daemon) == [Daemon.endpoint(9)])
    }

    @Test func `a goodbye on one of two interfaces leaves the other's look-up`() {
        var daemon = Daemon(5)
        daemon.take(.advertFound(self.advert(on: 3)))
        daemon.take(.advertFound(self.advert(on: 4)))
        #expect(self.lookUps(daemon) == [LookUpToken(2)])
        daemon.take(.advertLost(self.advert(on: 3)))
        daemon.take(.lookUpEnded(LookUpToken(1), failure: "the instance said goodbye"))
        daemon.take(.lookUpFound(LookUpToken(2), Daemon.endpoint(9)))
        #expect(self.dials(daemon) == [Daemon.endpoint(9)])
    }

    @Test func `a goodbye while its advert's address is dialled ends the dial`() {
        var daemon = Daemon(5)
        daemon.take(.advertFound(self.advert()))
        daemon.take(.lookUpFound(LookUpToken(1), Daemon.endpoint(9)))
        daemon.take(.lookUpEnded(LookUpToken(1), failure: nil))
        daemon.take(.advertLost(self.advert()))
        #expect(daemon.effects == [.cancelDial(DialID(1))])
        daemon.take(.dialFailed(DialID(1), "late"))
        daemon.wait(.seconds(30))
        #expect(daemon.engine.load.targets == 0)
        #expect(daemon.engine.load.peers == 0)
    }

    @Test func `adverts that come and go within one moment are not remembered`() {
        var daemon = Daemon(5)
        var most = 0
        for number in 0..<5_000 {
            let peer = Daemon.peer(UInt8(20 + number / 250), UInt8(number % 250))
            let advert = AdvertKey(label: peer.description, interface: 3)
            daemon.take(.advertFound(advert))
            daemon.take(.advertLost(advert))
            most = max(most, daemon.engine.load.peers)
        }
        #expect(most <= SessionLimits.newPeersMaximum)
    }
}
