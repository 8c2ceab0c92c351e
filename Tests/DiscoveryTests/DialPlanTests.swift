import Determinism
import Discovery
import Peers
import Testing

@Suite struct DialPlanTests {
    private let peer = AdvertTableTests.peer(1)
    private var target: DialTarget { .peer(self.peer) }

    private static func endpoint(_ last: UInt32) -> Endpoint {
        Endpoint(address: .v4(0x0A00_0000 + last), port: 7_433)
    }

    private static func at(_ milliseconds: Int64) -> Moment { .zero + .milliseconds(milliseconds) }

    private func dials(_ effects: [DialPlan.Effect]) -> [DialID] {
        effects.compactMap { if case .dial(let dial, _, _) = $0 { dial } else { nil } }
    }

    private func lookUps(_ effects: [DialPlan.Effect]) -> [LookUpToken] {
        effects.compactMap { if case .lookUp(let token, _) = $0 { token } else { nil } }
    }

    @Test func `four adverts within 15 ms lead to one dial`() {
        var plan = DialPlan(seed: 1)
        var effects: [DialPlan.Effect] = []
        var keys: [AdvertKey] = []
        for index in 0..<4 {
            keys.append(AdvertTableTests.key(1, UInt32(index + 1)))
            let now = Self.at(Int64(index) * 5)
            effects += plan.want(self.target, endpoints: [], adverts: keys, at: now)
            effects += plan.hurry(self.target, at: now)
        }
        for token in self.lookUps(effects) {
            effects += plan.lookUpFound(token, Self.endpoint(2), at: Self.at(20))
        }
        #expect(self.lookUps(effects).count == 4)
        #expect(self.dials(effects).count == 1)
    }

    @Test func `candidates are dialled 250 ms apart, best first, four at once at most`() {
        var plan = DialPlan(seed: 1)
        let endpoints = [Endpoint(address: .v4(0x7F00_0001), port: 1)] + (1...6).map(Self.endpoint)
        var effects = plan.want(self.target, endpoints: endpoints, adverts: [], at: .zero)
        #expect(effects == [.dial(DialID(1), Self.endpoint(1), self.target)])
        #expect(plan.timerFired(at: Self.at(249)).isEmpty)
        for step in Int64(1)...3 {
            #expect(plan.nextDeadline == Self.at(step * 250))
            effects = plan.timerFired(at: Self.at(step * 250))
            #expect(self.dials(effects).count == 1)
        }
        #expect(self.dials(plan.timerFired(at: Self.at(1_000))).isEmpty)
        effects = plan.dialFailed(DialID(2), "refused", at: Self.at(1_100))
        #expect(effects == [.dial(DialID(5), Self.endpoint(5), self.target)])
    }

    @Test func `success cancels what else is on its way`() {
        var plan = DialPlan(seed: 1)
        let effects = plan.want(
            self.target,
            endpoints: [Self.endpoint(1), Self.endpoint(2)],
            adverts: [AdvertTableTests.key(1)],
            at: .zero
        )
        _ = plan.timerFired(at: Self.at(250))
        plan.dialEstablished(DialID(1))
        let cancelled = plan.drop(self.target)
        #expect(
            cancelled == self.lookUps(effects).map { .cancelLookUp($0) } + [.cancelDial(DialID(2))]
        )
        #expect(plan.nextDeadline == nil)
        #expect(plan.dialFailed(DialID(2), "late", at: Self.at(300)).isEmpty)
    }

    @Test func `a dial that is not answered in 10 s is given up`() {
        var plan = DialPlan(seed: 1)
        _ = plan.want(self.target, endpoints: [Self.endpoint(1)], adverts: [], at: .zero)
        #expect(plan.nextDeadline == Self.at(10_000))
        let effects = plan.timerFired(at: Self.at(10_000))
        #expect(
            effects == [
                .cancelDial(DialID(1)), .roundFailed(self.target, "10.0.0.1:7433: no answer"),
            ]
        )
    }

    @Test func `a look-up without end is given up, and the target tried again`() {
        var plan = DialPlan(seed: 1)
        let key = AdvertTableTests.key(1)
        let effects = plan.want(self.target, endpoints: [], adverts: [key], at: .zero)
        #expect(effects == [.lookUp(LookUpToken(1), key)])
        #expect(plan.nextDeadline == Self.at(10_000))
        let over = plan.timerFired(at: Self.at(10_000))
        #expect(over.first == .cancelLookUp(LookUpToken(1)))
        #expect(over.count == 2)
        #expect(self.lookUps(plan.timerFired(at: Self.at(10_500))) == [LookUpToken(2)])
        #expect(plan.lookUpFound(LookUpToken(1), Self.endpoint(1), at: Self.at(10_501)).isEmpty)
    }

    @Test func `news make a running round look up again and try again what failed`() {
        var plan = DialPlan(seed: 1)
        let key = AdvertTableTests.key(1)
        _ = plan.want(self.target, endpoints: [Self.endpoint(1)], adverts: [key], at: .zero)
        _ = plan.lookUpFound(LookUpToken(1), Self.endpoint(2), at: Self.at(300))
        _ = plan.lookUpEnded(LookUpToken(1), failure: nil, at: Self.at(301))
        _ = plan.dialFailed(DialID(1), "refused", at: Self.at(302))
        let effects = plan.hurry(self.target, at: Self.at(2_000))
        #expect(self.lookUps(effects) == [LookUpToken(2)])
        #expect(self.dials(effects) == [DialID(3)])
    }

    @Test func `a target that has failed for two minutes is tried every 30 s`() {
        var plan = DialPlan(seed: 1)
        var now = Moment.zero
        var dials: [Moment] = []
        var effects = plan.want(self.target, endpoints: [Self.endpoint(1)], adverts: [], at: now)
        while now < Self.at(300_000) {
            for dial in self.dials(effects) {
                dials.append(now)
                effects = plan.dialFailed(dial, "refused", at: now)
            }
            guard let next = plan.nextDeadline else { break }
            now = max(now, next)
            effects = plan.timerFired(at: now)
        }
        let late = dials.filter { $0 > Self.at(130_000) }
        #expect(zip(late, late.dropFirst()).allSatisfy { $1 - $0 == .seconds(30) })
        #expect((5...6).contains(late.count))
        #expect(plan.failure(of: self.target)?.since == .zero)
        for dial in self.dials(effects) { _ = plan.dialFailed(dial, "refused", at: now) }
        #expect(self.dials(plan.hurry(self.target, at: now + .milliseconds(1))).count == 1)
    }

    @Test func `six hundred adverts are dialled thirty-two at a time, and none is forgotten`() {
        var plan = DialPlan(seed: 1)
        var open: [DialID] = []
        for number in 0..<600 {
            let effects = plan.want(
                .peer(AdvertTableTests.peer(number)),
                endpoints: [Self.endpoint(UInt32(number))],
                adverts: [],
                at: .zero
            )
            open += self.dials(effects)
        }
        #expect(open.count == DialLimits.allMaximum)
        var dialled = open.count
        var now = Moment.zero
        while dialled < 600, now < Self.at(60_000) {
            for dial in open { plan.dialEstablished(dial) }
            for dial in open { if let target = plan.target(of: dial) { _ = plan.drop(target) } }
            now = max(now, plan.nextDeadline ?? now)
            open = self.dials(plan.timerFired(at: now))
            #expect(open.count <= DialLimits.allMaximum)
            dialled += open.count
        }
        #expect(dialled == 600)
    }

    @Test func `a hundred ghosts are looked up again six at a time, and a newcomer at once`() {
        var plan = DialPlan(seed: 1)
        var now = Moment.zero
        var open: [LookUpToken] = []
        for number in 0..<100 {
            let key = AdvertTableTests.key(number)
            let target = DialTarget.peer(AdvertTableTests.peer(number))
            open += self.lookUps(plan.want(target, endpoints: [], adverts: [key], at: now))
        }
        #expect(open.count == 100)
        var ended: [Int] = []
        while now < Self.at(60_000) {
            // Nobody answers; each turn one is given up.
            if let first = open.first {
                open.removeFirst()
                let effects = plan.lookUpEnded(first, failure: "nobody answered", at: now)
                open += self.lookUps(effects)
            }
            now = now + .milliseconds(40)
            let begun = self.lookUps(plan.timerFired(at: now))
            if !begun.isEmpty { ended.append(open.count) }
            open += begun
        }
        #expect(ended.count > 500, "they are tried again and again")
        #expect(ended.allSatisfy { $0 < DialLimits.lookUpsBeforeRetries })
        let newcomer = DialTarget.peer(AdvertTableTests.peer(200))
        let keys = [AdvertTableTests.key(200)]
        #expect(self.lookUps(plan.want(newcomer, endpoints: [], adverts: keys, at: now)).count == 1)
    }

    @Test func `nobody is dialled at port 0, at all zeros or by multicast`() {
        var plan = DialPlan(seed: 1)
        let useless = [
            Endpoint(address: .v4(0), port: 1), Endpoint(address: .v4(0xE000_00FB), port: 1),
            Endpoint(address: .v4(0x0A00_0001), port: 0),
        ]
        let effects = plan.want(self.target, endpoints: useless, adverts: [], at: .zero)
        #expect(effects == [.roundFailed(self.target, "no address is known")])
    }
}
