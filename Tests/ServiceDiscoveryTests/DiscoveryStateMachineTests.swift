import Testing

@testable import ServiceDiscovery

struct DiscoveryStateMachineTests {
    private func id(_ value: UInt64) -> ReferenceID { ReferenceID(value: value) }

    private func advert(
        _ interfaces: [UInt32] = [],
        version: UInt8 = 1
    ) throws -> ServiceAdvert {
        try ServiceAdvert(
            label: "ada",
            port: 7433,
            text: try TextRecord([("v", [version])]),
            interfaces: interfaces
        )
    }

    private func machine() throws -> DiscoveryStateMachine {
        DiscoveryStateMachine(type: try ServiceType("_paceline._tcp"))
    }

    /// Browses with reference 1 and stands registered with reference 2.
    private func standing() throws -> DiscoveryStateMachine {
        var machine = try self.machine()
        _ = machine.handle(.command(.browse), random: 20, at: .zero)
        _ = machine.handle(.opened(self.id(1)), random: 20, at: .zero)
        _ = machine.handle(.command(.advertise(try self.advert())), random: 20, at: .zero)
        _ = machine.handle(.opened(self.id(2)), random: 20, at: .zero)
        let effects = machine.handle(
            .answered(self.id(2), .registered(label: "ada")),
            random: 20,
            at: .seconds(1)
        )
        #expect(effects == [.tell(.registered(label: "ada")), .stand(.up)])
        return machine
    }

    private func openings(_ effects: [DiscoveryStateMachine.Effect]) -> [ReferenceID] {
        effects.compactMap { if case .open(_, let id) = $0 { id } else { nil } }
    }

    @Test func `each question is asked for after the one before was answered for`() throws {
        var machine = try self.machine()
        let type = try ServiceType("_paceline._tcp")
        #expect(
            machine.handle(.command(.browse), random: 0, at: .zero)
                == [.open(.browse(type), as: self.id(1))]
        )
        #expect(machine.handle(.opened(self.id(1)), random: 0, at: .zero) == [.stand(.up)])
    }

    @Test func `an advert that is new in its text only is updated in place`() throws {
        var machine = try self.standing()
        let newer = try self.advert(version: 2)
        #expect(
            machine.handle(.command(.advertise(newer)), random: 0, at: .seconds(1))
                == [.updateText(newer.text, of: self.id(2))]
        )
        #expect(machine.handle(.command(.updateText(newer.text)), random: 0, at: .seconds(1)) == [])
    }

    @Test func `a different advert takes the old one's place`() throws {
        var machine = try self.standing()
        let effects = machine.handle(
            .command(.advertise(try self.advert([4]))),
            random: 0,
            at: .seconds(1)
        )
        #expect(effects.first == .close(self.id(2)))
        #expect(self.openings(effects) == [self.id(3)])
    }

    @Test func `withdrawing says goodbye once`() throws {
        var machine = try self.standing()
        #expect(
            machine.handle(.command(.withdraw), random: 0, at: .seconds(1))
                == [.close(self.id(2)), .stand(.up)]
        )
        #expect(machine.handle(.command(.withdraw), random: 0, at: .seconds(1)) == [.stand(.up)])
    }

    @Test func `a dead browse brings everything down, and it comes back under the wanted label`()
        throws
    {
        var machine = try self.standing()
        let effects = machine.handle(
            .failed(self.id(1), .unknown, outage: .noDaemon),
            random: 20,
            at: .seconds(10)
        )
        #expect(
            effects == [
                .close(self.id(1)), .close(self.id(2)), .stand(.down(.noDaemon)),
            ]
        )
        #expect(machine.references == [])
        #expect(machine.nextDeadline == .milliseconds(10_500))
        #expect(machine.handle(.timePassed, random: 0, at: .milliseconds(10_499)) == [])
        let browse = machine.handle(.timePassed, random: 0, at: .milliseconds(10_500))
        #expect(self.openings(browse) == [self.id(3)])
        let register = machine.handle(.opened(self.id(3)), random: 0, at: .milliseconds(10_500))
        #expect(
            register == [
                .open(
                    .register(
                        try self.advert(),
                        type: try ServiceType("_paceline._tcp"),
                        interface: 0
                    ),
                    as: self.id(4)
                )
            ]
        )
    }

    @Test func `an absent daemon is asked ever more seldom`() throws {
        var machine = try self.machine()
        var now = Duration.zero
        var attempts: [Duration] = []
        var effects = machine.handle(.command(.browse), random: 20, at: now)
        for _ in 0..<7 {
            let id = try #require(self.openings(effects).first)
            attempts.append(now)
            effects = machine.handle(
                .refused(id, .unknown, outage: .noDaemon),
                random: 20,
                at: now
            )
            #expect(effects == [.stand(.down(.noDaemon))])
            now = try #require(machine.nextDeadline)
            effects = machine.handle(.timePassed, random: 20, at: now)
        }
        let waits = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
        #expect(waits == RetrySchedule.delays + [.seconds(5)])
    }

    @Test func `a daemon that appears is asked soon, but at most once a second`() throws {
        var machine = try self.machine()
        _ = machine.handle(.command(.browse), random: 20, at: .zero)
        for (reference, second) in [(1, 0), (2, 1), (3, 3)] as [(UInt64, Int64)] {
            let refused = DiscoveryStateMachine.Event.refused(
                self.id(reference),
                .unknown,
                outage: .noDaemon
            )
            _ = machine.handle(refused, random: 20, at: .seconds(second))
            _ = machine.handle(.timePassed, random: 20, at: machine.nextDeadline ?? .zero)
        }
        let last = Duration.milliseconds(5000)
        _ = machine.handle(
            .refused(self.id(4), .unknown, outage: .noDaemon),
            random: 20,
            at: last
        )
        #expect(machine.nextDeadline == last + .seconds(4))
        _ = machine.handle(.daemonAppeared, random: 20, at: last + .milliseconds(100))
        #expect(machine.nextDeadline == last + DiscoveryStateMachine.attemptInterval)
    }

    @Test func `what was found is lost only when it is missing 5 s after the return`() throws {
        var machine = try self.standing()
        for label in ["bob", "eve"] {
            let answer = ServiceAnswer.browsed(isAdded: true, label: label, interface: 3)
            #expect(
                machine.handle(.answered(self.id(1), answer), random: 0, at: .seconds(2))
                    == [.tell(.found(label: label, interface: 3))]
            )
        }
        _ = machine.handle(
            .failed(self.id(1), .unknown, outage: .noDaemon),
            random: 20,
            at: .seconds(10)
        )
        _ = machine.handle(.timePassed, random: 0, at: .seconds(60))
        _ = machine.handle(.opened(self.id(3)), random: 0, at: .seconds(60))
        _ = machine.handle(.opened(self.id(4)), random: 0, at: .seconds(60))
        let again = ServiceAnswer.browsed(isAdded: true, label: "eve", interface: 3)
        #expect(machine.handle(.answered(self.id(3), again), random: 0, at: .seconds(61)) == [])
        _ = machine.handle(
            .answered(self.id(4), .registered(label: "ada")),
            random: 0,
            at: .seconds(61)
        )
        #expect(machine.nextDeadline == .seconds(65))
        #expect(
            machine.handle(.timePassed, random: 0, at: .seconds(65))
                == [.tell(.lost(label: "bob", interface: 3))]
        )
        #expect(machine.nextDeadline == nil)
    }

    @Test func `a label that is taken is retried alone`() throws {
        var machine = try self.standing()
        #expect(machine.handle(.timePassed, random: 0, at: .seconds(5)) == [])
        let effects = machine.handle(
            .failed(self.id(2), .nameConflict, outage: .interrupted(code: -65548)),
            random: 20,
            at: .seconds(10)
        )
        #expect(
            effects == [
                .close(self.id(2)), .tell(.registrationFailed(.labelTaken)), .stand(.up),
            ]
        )
        #expect(machine.references == [self.id(1)])
        #expect(machine.nextDeadline == .milliseconds(10_500))
        #expect(
            self.openings(machine.handle(.timePassed, random: 0, at: .milliseconds(10_500)))
                == [self.id(3)]
        )
    }

    @Test func `an advert that Avahi forgets to confirm fails after 5 s`() throws {
        var machine = try self.machine()
        _ = machine.handle(.command(.advertise(try self.advert())), random: 20, at: .zero)
        _ = machine.handle(.opened(self.id(1)), random: 20, at: .zero)
        #expect(machine.nextDeadline == .seconds(5))
        #expect(
            machine.handle(.timePassed, random: 20, at: .seconds(5)).prefix(2)
                == [.close(self.id(1)), .tell(.registrationFailed(.noAnswer))]
        )
        #expect(machine.nextDeadline == .milliseconds(5500))
    }

    @Test func `several interfaces are one advert`() throws {
        var machine = try self.machine()
        _ = machine.handle(.command(.advertise(try self.advert([3, 4]))), random: 0, at: .zero)
        #expect(self.openings(machine.handle(.opened(self.id(1)), random: 0, at: .zero)).count == 1)
        _ = machine.handle(.opened(self.id(2)), random: 0, at: .zero)
        let confirmed = ServiceAnswer.registered(label: "ada")
        #expect(machine.handle(.answered(self.id(1), confirmed), random: 0, at: .zero) == [])
        #expect(
            machine.handle(.answered(self.id(2), confirmed), random: 0, at: .zero)
                == [.tell(.registered(label: "ada")), .stand(.up)]
        )
    }

    @Test func `a stranger's name that Avahi dislikes brings nothing down`() throws {
        var machine = try self.standing()
        let request = LookUp.Request(token: 1, label: "bob", interface: 3)
        let effects = machine.handle(.command(.lookUp(request)), random: 0, at: .seconds(2))
        let reference = try #require(self.openings(effects).first)
        #expect(
            machine.handle(
                .refused(reference, .unknown, outage: .interrupted(code: -65537)),
                random: 0,
                at: .seconds(2)
            ) == [.tell(.lookUpEnded(token: 1, .failed(.unresolved)))]
        )
        #expect(machine.references == [self.id(1), self.id(2)])
    }

    @Test func `a goodbye while the instance is resolved frees that, and nothing late is told`()
        throws
    {
        var machine = try self.standing()
        let there = ServiceAnswer.browsed(isAdded: true, label: "bob", interface: 3)
        let gone = ServiceAnswer.browsed(isAdded: false, label: "bob", interface: 3)
        _ = machine.handle(.answered(self.id(1), there), random: 0, at: .seconds(2))
        let request = LookUp.Request(token: 1, label: "bob", interface: 3)
        _ = machine.handle(.command(.lookUp(request)), random: 0, at: .seconds(2))
        _ = machine.handle(.opened(self.id(3)), random: 0, at: .seconds(2))
        #expect(
            machine.handle(.answered(self.id(1), gone), random: 0, at: .milliseconds(2_100)) == [
                .tell(.lost(label: "bob", interface: 3)), .close(self.id(3)),
                .tell(.lookUpEnded(token: 1, .failed(.goodbye))),
            ]
        )
        let late: [ServiceAnswer] = [
            .resolved(host: "bob.local", port: 1, text: TextRecord(), interface: 3),
            .failed(.unknown),
        ]
        for answer in late {
            let event = DiscoveryStateMachine.Event.answered(self.id(3), answer)
            #expect(machine.handle(event, random: 0, at: .milliseconds(2_101)) == [])
        }
        #expect(machine.references == [self.id(1), self.id(2)])
    }

    @Test func `a goodbye by one protocol of two leaves the look-up, that by both ends it`() throws
    {
        var machine = try self.standing()
        for _ in 0..<2 {
            let there = ServiceAnswer.browsed(isAdded: true, label: "bob", interface: 3)
            _ = machine.handle(.answered(self.id(1), there), random: 0, at: .seconds(2))
        }
        let request = LookUp.Request(token: 1, label: "bob", interface: 3)
        _ = machine.handle(.command(.lookUp(request)), random: 0, at: .seconds(2))
        _ = machine.handle(.opened(self.id(3)), random: 0, at: .seconds(2))
        let gone = DiscoveryStateMachine.Event.answered(
            self.id(1),
            .browsed(isAdded: false, label: "bob", interface: 3)
        )
        #expect(machine.handle(gone, random: 0, at: .seconds(2)) == [])
        #expect(machine.handle(gone, random: 0, at: .seconds(2)).count == 3)
    }

    @Test func `while everything is down a look-up fails at once`() throws {
        var machine = try self.standing()
        let failed = DiscoveryStateMachine.Event.failed(
            self.id(1),
            .unknown,
            outage: .noDaemon
        )
        let running = LookUp.Request(token: 1, label: "bob", interface: 3)
        _ = machine.handle(.command(.lookUp(running)), random: 0, at: .seconds(2))
        _ = machine.handle(.opened(self.id(3)), random: 0, at: .seconds(2))
        let ended = DiscoveryStateMachine.Effect.tell(
            .lookUpEnded(token: 1, .failed(.unavailable(.noDaemon)))
        )
        let fall = machine.handle(failed, random: 0, at: .seconds(2))
        #expect(fall.contains(ended) && fall.contains(.close(self.id(3))))
        #expect(machine.handle(.command(.lookUp(running)), random: 0, at: .seconds(2)) == [ended])
    }

    @Test func `a rebuild asks anew, starts look-ups over, and says nothing`() throws {
        var machine = try self.standing()
        let request = LookUp.Request(token: 1, label: "bob", interface: 3)
        _ = machine.handle(.command(.lookUp(request)), random: 0, at: .seconds(2))
        _ = machine.handle(.opened(self.id(3)), random: 0, at: .seconds(2))
        let effects = machine.handle(.command(.rebuild), random: 0, at: .seconds(9))
        #expect(effects.prefix(3) == [.close(self.id(1)), .close(self.id(2)), .close(self.id(3))])
        #expect(self.openings(effects) == [self.id(4)])
        _ = machine.handle(.opened(self.id(4)), random: 0, at: .seconds(9))
        let last = machine.handle(.opened(self.id(5)), random: 0, at: .seconds(9))
        #expect(
            last == [
                .open(
                    .resolve(
                        label: "bob",
                        type: try ServiceType("_paceline._tcp"),
                        interface: 3
                    ),
                    as: self.id(6)
                )
            ]
        )
    }

    @Test func `rebuilds come at most once a second`() throws {
        var machine = try self.standing()
        let first = machine.handle(.command(.rebuild), random: 0, at: .seconds(9))
        #expect(self.openings(first).count == 1)
        let second = machine.handle(.command(.rebuild), random: 0, at: .milliseconds(9100))
        #expect(self.openings(second) == [])
        #expect(machine.nextDeadline == .seconds(10))
        #expect(self.openings(machine.handle(.timePassed, random: 0, at: .seconds(10))).count == 1)
    }

    @Test func `answers to closed questions are nothing`() throws {
        var machine = try self.standing()
        _ = machine.handle(.command(.rebuild), random: 0, at: .seconds(9))
        for value: UInt64 in 3...4 {
            _ = machine.handle(.opened(self.id(value)), random: 0, at: .seconds(9))
        }
        let late = ServiceAnswer.browsed(isAdded: true, label: "bob", interface: 3)
        #expect(machine.handle(.answered(self.id(1), late), random: 0, at: .seconds(9)) == [])
        #expect(
            machine.handle(
                .failed(self.id(1), .unknown, outage: .noDaemon),
                random: 0,
                at: .seconds(9)
            ) == []
        )
    }

    @Test(arguments: 0...5)
    func `there are never more than 8 references, and 60 adverts are all looked up`(
        interfaces: Int
    ) throws {
        var machine = try self.machine()
        var open: Set<ReferenceID> = []
        var most = 0
        var ended = 0
        var now = Duration.zero
        var pending: [DiscoveryStateMachine.Event] = [
            .command(.browse),
            .command(.advertise(try self.advert((0..<interfaces).map { UInt32($0 + 2) }))),
        ]
        pending += (1...60).map {
            .command(.lookUp(LookUp.Request(token: $0, label: "p\($0)", interface: 3)))
        }
        while ended < 60 {
            if pending.isEmpty {
                now = max(now, try #require(machine.nextDeadline))
                pending = [.timePassed]
            }
            for effect in machine.handle(pending.removeFirst(), random: 0, at: now) {
                switch effect {
                case .open(let query, let id):
                    open.insert(id)
                    pending.insert(.opened(id), at: 0)
                    pending += FakeAvahi.answers(to: query).map { .answered(id, $0) }
                case .close(let id): #expect(open.remove(id) != nil)
                case .tell(.lookUpEnded(_, let outcome)):
                    ended += 1
                    #expect(outcome == .done)
                case .tell, .stand, .updateText: break
                }
                most = max(most, open.count)
            }
        }
        #expect(most <= DiscoveryStateMachine.referencesMaximum)
        #expect(open == Set(machine.references))
        #expect(now < .seconds(20))
    }
}
