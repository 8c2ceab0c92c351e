import Testing

@testable import ServiceDiscovery

struct LookUpQueueTests {
    private let fourBytes: [UInt8] = [10, 77, 0, 2]
    private let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 9, count: 14)

    private func id(_ value: UInt64) -> ReferenceID { ReferenceID(value: value) }

    /// A queue with one look-up, token 1, that holds reference 1.
    private func resolving() throws -> LookUpQueue {
        var queue = LookUpQueue(type: try ServiceType("_paceline._tcp"))
        #expect(queue.add(LookUp.Request(token: 1, label: "bob", interface: 3)) == [])
        #expect(queue.nextQuery(as: self.id(1), slots: 3, at: .zero) != nil)
        return queue
    }

    /// The same look-up asking for addresses with references 2 and 3.
    private func gathering() throws -> LookUpQueue {
        var queue = try self.resolving()
        _ = queue.answered(self.id(1), self.resolved(), at: .zero)
        for value: UInt64 in 2...3 {
            #expect(queue.nextQuery(as: self.id(value), slots: 3, at: .zero) != nil)
        }
        return queue
    }

    private func resolved(
        host: String = "bob.local",
        port: UInt16 = 7433,
        interface: UInt32 = 3
    ) -> ServiceAnswer {
        .resolved(host: host, port: port, text: TextRecord(), interface: interface)
    }

    @Test func `an answer frees the resolve and asks for both families on that interface`() throws {
        var queue = try self.resolving()
        let step = queue.answered(self.id(1), self.resolved(), at: .zero)
        #expect(step.close == [self.id(1)])
        #expect(
            step.events == [
                .resolved(
                    token: 1,
                    host: "bob.local",
                    port: 7433,
                    text: TextRecord(),
                    interface: 3
                )
            ]
        )
        #expect(
            queue.nextQuery(as: self.id(2), slots: 3, at: .zero)
                == .addresses(host: "bob.local", family: .v4, interface: 3)
        )
        #expect(
            queue.nextQuery(as: self.id(3), slots: 3, at: .zero)
                == .addresses(host: "bob.local", family: .v6, interface: 3)
        )
        #expect(queue.nextQuery(as: self.id(4), slots: 3, at: .zero) == nil)
    }

    @Test func `the first address is told at once and the other family may follow`() throws {
        var queue = try self.gathering()
        let first = queue.answered(
            self.id(2),
            .address(bytes: self.fourBytes, interface: 3),
            at: .seconds(1)
        )
        #expect(
            first.events == [
                .address(
                    token: 1,
                    ServiceAddress(bytes: self.fourBytes, scope: 0, port: 7433),
                    interface: 3
                )
            ]
        )
        #expect(queue.nextDeadline == .seconds(1) + LookUp.otherFamilyPatience)
        let second = queue.answered(
            self.id(3),
            .address(bytes: self.linkLocal, interface: 3),
            at: .seconds(1)
        )
        #expect(
            second.events == [
                .address(
                    token: 1,
                    ServiceAddress(bytes: self.linkLocal, scope: 3, port: 7433),
                    interface: 3
                )
            ]
        )
        #expect(queue.nextDeadline == .seconds(1) + LookUp.furtherAddressPatience)
        let end = queue.timePassed(at: .seconds(2))
        #expect(end.events == [.lookUpEnded(token: 1, .done)])
        #expect(end.close == [self.id(2), self.id(3)])
        #expect(queue.isEmpty)
    }

    @Test func `an address that comes once per protocol is told once`() throws {
        var queue = try self.gathering()
        let answer = ServiceAnswer.address(bytes: self.fourBytes, interface: 3)
        #expect(queue.answered(self.id(2), answer, at: .zero).events.count == 1)
        #expect(queue.answered(self.id(2), answer, at: .zero) == LookUp.Step())
    }

    @Test func `another interface's answers say nothing`() throws {
        var queue = try self.resolving()
        #expect(
            queue.answered(self.id(1), self.resolved(interface: 4), at: .zero) == LookUp.Step()
        )
        queue = try self.gathering()
        let other = ServiceAnswer.address(bytes: self.fourBytes, interface: 4)
        #expect(queue.answered(self.id(2), other, at: .zero) == LookUp.Step())
    }

    @Test func `data of the wrong length is no address`() throws {
        var queue = try self.gathering()
        let swapped = ServiceAnswer.address(bytes: self.linkLocal, interface: 3)
        #expect(queue.answered(self.id(2), swapped, at: .zero) == LookUp.Step())
    }

    @Test func `nobody answers within 5 s`() throws {
        var queue = try self.resolving()
        #expect(queue.timePassed(at: .milliseconds(4999)) == LookUp.Step())
        let end = queue.timePassed(at: .seconds(5))
        #expect(end.events == [.lookUpEnded(token: 1, .failed(.unresolved))])
        #expect(end.close == [self.id(1)])
    }

    @Test func `the host tells no address within 3 s`() throws {
        var queue = try self.gathering()
        let end = queue.timePassed(at: .seconds(3))
        #expect(end.events == [.lookUpEnded(token: 1, .failed(.noAddress(host: "bob.local")))])
    }

    @Test func `Avahi's single failure of a resolve frees it and ends the look-up`() throws {
        var queue = try self.resolving()
        let end = queue.answered(self.id(1), .failed(.unknown), at: .seconds(5))
        #expect(end.events == [.lookUpEnded(token: 1, .failed(.unresolved))])
        #expect(end.close == [self.id(1)])
    }

    @Test func `one family's failure leaves the other`() throws {
        var queue = try self.gathering()
        #expect(
            queue.answered(self.id(2), .failed(.unknown), at: .zero)
                == LookUp.Step(close: [self.id(2)])
        )
        let end = queue.answered(self.id(3), .failed(.unknown), at: .zero)
        #expect(end.events == [.lookUpEnded(token: 1, .failed(.noAddress(host: "bob.local")))])
    }

    @Test(
        arguments: [("bob.example.com", 7433), ("bob.local", 0), ("local", 7433)]
            as [(String, UInt16)]
    )
    func `a host outside local or a port of 0 is not asked for`(host: String, port: UInt16) throws {
        var queue = try self.resolving()
        let end = queue.answered(self.id(1), self.resolved(host: host, port: port), at: .zero)
        #expect(end.events == [.lookUpEnded(token: 1, .failed(.unusableHost(host)))])
        #expect(end.close == [self.id(1)])
    }

    @Test func `a cancelled look-up frees its references and hears nothing late`() throws {
        var queue = try self.gathering()
        let end = queue.cancel(1)
        #expect(end.events == [.lookUpEnded(token: 1, .cancelled)])
        #expect(end.close == [self.id(2), self.id(3)])
        let late = ServiceAnswer.address(bytes: self.fourBytes, interface: 3)
        #expect(queue.answered(self.id(2), late, at: .zero) == LookUp.Step())
        #expect(queue.cancel(1) == LookUp.Step())
    }

    @Test func `a goodbye ends the look-ups of that instance on that interface only`() throws {
        var queue = try self.resolving()
        _ = queue.add(LookUp.Request(token: 2, label: "bob", interface: 4))
        _ = queue.add(LookUp.Request(token: 3, label: "eve", interface: 3))
        let step = queue.goodbye(BrowseTable.Sight(label: "bob", interface: 3))
        #expect(step.events == [.lookUpEnded(token: 1, .failed(.goodbye))])
        #expect(!queue.isEmpty)
    }

    @Test func `only as many run as there are slots, the newest first`() throws {
        var queue = LookUpQueue(type: try ServiceType("_paceline._tcp"))
        for token: UInt64 in 1...5 {
            _ = queue.add(LookUp.Request(token: token, label: "p\(token)", interface: 3))
        }
        for value: UInt64 in 1...5 { _ = queue.nextQuery(as: self.id(value), slots: 2, at: .zero) }
        #expect(queue.running.map(\.request.token) == [5, 4])
        _ = queue.cancel(5)
        _ = queue.add(LookUp.Request(token: 6, label: "p6", interface: 3))
        _ = queue.nextQuery(as: self.id(9), slots: 2, at: .zero)
        #expect(queue.running.map(\.request.token) == [4, 6])
        _ = queue.restart()
        for value: UInt64 in 10...14 {
            _ = queue.nextQuery(as: self.id(value), slots: 2, at: .zero)
        }
        #expect(queue.running.map(\.request.token) == [4, 6])
    }

    @Test func `the oldest of too many gives way`() throws {
        var queue = LookUpQueue(type: try ServiceType("_paceline._tcp"))
        var events: [DiscoveryEvent] = []
        for token in 0...UInt64(LookUpQueue.waitingMaximum) {
            events += queue.add(LookUp.Request(token: token, label: "bob", interface: 3))
        }
        #expect(events == [.lookUpEnded(token: 0, .failed(.crowdedOut))])
    }

    @Test(arguments: [("", 3), ("a\0b", 3), ("bob", 0), ("bob", UInt32.max)] as [(String, UInt32)])
    func `what can't exist is not asked for`(label: String, interface: UInt32) throws {
        var queue = LookUpQueue(type: try ServiceType("_paceline._tcp"))
        #expect(
            queue.add(LookUp.Request(token: 1, label: label, interface: interface))
                == [.lookUpEnded(token: 1, .failed(.invalidRequest))]
        )
        #expect(queue.isEmpty)
    }

    @Test func `a token in use is ignored`() throws {
        var queue = try self.resolving()
        let before = queue
        #expect(queue.add(LookUp.Request(token: 1, label: "eve", interface: 3)) == [])
        #expect(queue == before)
    }
}
