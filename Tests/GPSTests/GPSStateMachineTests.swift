import EventLoop
import Testing

@testable import GPS

@Suite struct GPSStateMachineTests {
    private static let addresses = [1, 2].map { SocketAddress.loopback(port: $0) }
    private static let refusal = LoopError.system(
        doing: "connecting",
        fault: SystemFault(number: 111)
    )
    private static let fix = GPSFix(mode: 3, latitude: 1, longitude: 2)

    private func machine() throws -> GPSStateMachine {
        var machine = GPSStateMachine(
            address: try #require(GPSAddress("gps.example:2947")),
            times: GPSTimes()
        )
        #expect(machine.begin() == [.lookUp])
        return machine
    }

    /// One that is greeted.
    private func watching() throws -> GPSStateMachine {
        var machine = try self.machine()
        _ = self.greet(&machine)
        return machine
    }

    private func greet(_ machine: inout GPSStateMachine) -> [GPSStateMachine.Effect] {
        _ = machine.handle(.found(Self.addresses))
        _ = machine.handle(.connected)
        return machine.handle(.report(.version(release: "3.22")))
    }

    private func rest(in effects: [GPSStateMachine.Effect]) -> Duration? {
        guard effects.first == .disconnect, case .arm(let rest) = effects.dropFirst().first else {
            return nil
        }
        return rest
    }

    // MARK: The way

    @Test func `looked up, connected and greeted, it asks to be told everything`() throws {
        var machine = try self.machine()
        #expect(!machine.listens)
        let found = machine.handle(.found(Self.addresses))
        #expect(found == [.arm(.seconds(5)), .connect(Self.addresses[0])])
        #expect(machine.handle(.connected) == [.arm(.seconds(10))])
        #expect(machine.listens)
        #expect(machine.handle(.heard) == [])
        #expect(
            machine.handle(.report(.version(release: "3.22")))
                == [.send(.watch), .arm(.seconds(15)), .tell(.connected(release: "3.22"))]
        )
        #expect(GPSRequest.watch.rawValue == #"?WATCH={"enable":true,"json":true};"#)
    }

    @Test func `nothing is believed before the greeting`() throws {
        var machine = try self.machine()
        _ = machine.handle(.found(Self.addresses))
        _ = machine.handle(.connected)
        for report: GPSReport in [.fix(Self.fix), .devices(1), .device, .other] {
            #expect(machine.handle(.report(report)) == [])
        }
    }

    @Test func `each address has its turn before the rest`() throws {
        var machine = try self.machine()
        _ = machine.handle(.found(Self.addresses))
        #expect(
            machine.handle(.timeIsUp)
                == [.disconnect, .arm(.seconds(5)), .connect(Self.addresses[1])]
        )
        #expect(
            machine.handle(.refused(Self.refusal))
                == [
                    .disconnect, .arm(.seconds(1)),
                    .tell(.lost("Connecting failed: connection refused (ECONNREFUSED, 111).")),
                ]
        )
        #expect(machine.handle(.timeIsUp) == [.lookUp])
    }

    @Test func `each failure has its sentence`() throws {
        func told(_ inputs: GPSStateMachine.Input...) throws -> GPSStateMachine.Effect? {
            var machine = try self.machine()
            return inputs.reduce([]) { machine.handle($1) }.last
        }
        let one = [Self.addresses[0]]
        let version = GPSStateMachine.Input.report(.version(release: ""))
        #expect(
            try told(.notFound(Self.refusal))
                == .tell(.lost("Connecting failed: connection refused (ECONNREFUSED, 111)."))
        )
        #expect(
            try told(.found(one), .timeIsUp)
                == .tell(.lost("Connecting to 127.0.0.1:1 took over 5.0 seconds."))
        )
        let silent = "gps.example:2947 did not say within 10.0 seconds that it is gpsd."
        #expect(try told(.found(one), .connected, .heard, .timeIsUp) == .tell(.lost(silent)))
        let shy = "gps.example:2947 closed the connection, and had not said that it is gpsd."
        #expect(try told(.found(one), .connected, .ended(.closedByPeer)) == .tell(.lost(shy)))
        #expect(
            try told(.found(one), .connected, version, .ended(.closedByPeer))
                == .tell(.lost("gpsd at gps.example:2947 closed the connection."))
        )
        #expect(
            try told(.found(one), .connected, version, .timeIsUp, .timeIsUp)
                == .tell(.lost("gpsd at gps.example:2947 has said nothing for 30.0 seconds."))
        )
    }

    // MARK: Silence

    @Test func `a gpsd that is silent is asked, and lost only when it doesn't answer`() throws {
        var machine = try self.watching()
        _ = machine.handle(.report(.devices(1)))
        // A receiver may be silent for ever: gpsd has nothing to say then.
        for _ in 0..<100 {
            #expect(machine.handle(.timeIsUp) == [.send(.devices), .arm(.seconds(15))])
            #expect(machine.handle(.heard) == [.arm(.seconds(15))])
            #expect(machine.handle(.report(.devices(1))) == [])
        }
        #expect(machine.handle(.timeIsUp) == [.send(.devices), .arm(.seconds(15))])
        #expect(self.rest(in: machine.handle(.timeIsUp)) == .seconds(1))
        #expect(!machine.listens)
    }

    @Test func `whatever is heard begins the silence anew`() throws {
        var machine = try self.watching()
        _ = machine.handle(.timeIsUp)
        #expect(machine.handle(.heard) == [.arm(.seconds(15))])
        // The answer is still to come, so it isn't asked twice; nor is it lost yet.
        #expect(machine.handle(.timeIsUp) == [.arm(.seconds(15))])
        #expect(machine.listens)
    }

    // MARK: Receivers

    @Test func `the number of receivers is told when it changes`() throws {
        var machine = try self.watching()
        #expect(machine.handle(.report(.devices(0))) == [.tell(.devices(0))])
        #expect(machine.handle(.report(.devices(0))) == [])
        #expect(machine.handle(.report(.device)) == [.send(.devices)])
        // One question at a time, however much gpsd has to say.
        #expect(machine.handle(.report(.device)) == [])
        #expect(machine.handle(.report(.devices(1))) == [.tell(.devices(1))])
        #expect(machine.handle(.report(.device)) == [.send(.devices)])
        // On a new connection it is told anew, and no old question is open.
        _ = machine.handle(.ended(.closedByPeer))
        _ = machine.handle(.timeIsUp)
        _ = self.greet(&machine)
        #expect(machine.handle(.report(.devices(1))) == [.tell(.devices(1))])
        #expect(machine.handle(.report(.device)) == [.send(.devices)])
    }

    // MARK: Trying again

    @Test func `the rests grow, and begin anew with a fix alone`() throws {
        var machine = try self.machine()
        func failed() -> Duration? {
            let rest = self.rest(in: machine.handle(.notFound(Self.refusal)))
            _ = machine.handle(.timeIsUp)
            return rest
        }
        for seconds in [1, 2, 4, 8, 15, 15, 15] { #expect(failed() == .seconds(seconds)) }
        // A greeting is no fix: gpsd may fall over its receiver each time.
        _ = self.greet(&machine)
        #expect(self.rest(in: machine.handle(.ended(.closedByPeer))) == .seconds(15))
        _ = machine.handle(.timeIsUp)
        _ = self.greet(&machine)
        #expect(machine.handle(.report(.fix(Self.fix))) == [.tell(.fix(Self.fix))])
        #expect(self.rest(in: machine.handle(.ended(.closedByPeer))) == .seconds(1))
        _ = machine.handle(.timeIsUp)
        #expect(failed() == .seconds(2))
    }

    @Test func `a failure is told once, until it is another or gpsd was there`() throws {
        var machine = try self.machine()
        func isTold(_ input: GPSStateMachine.Input) -> Bool {
            let effects = machine.handle(input)
            defer { _ = machine.handle(.timeIsUp) }
            return effects.contains { if case .tell(.lost) = $0 { true } else { false } }
        }
        let other = LoopError.system(doing: "connecting", fault: SystemFault(number: 113))
        #expect(isTold(.notFound(Self.refusal)))
        #expect(!isTold(.notFound(Self.refusal)))
        #expect(isTold(.notFound(other)))
        #expect(isTold(.notFound(Self.refusal)))
        _ = self.greet(&machine)
        #expect(isTold(.ended(.closedByPeer)))
        _ = self.greet(&machine)
        #expect(isTold(.ended(.closedByPeer)))
    }

    // MARK: Too late

    @Test func `what comes too late is nothing`() throws {
        let inputs: [GPSStateMachine.Input] = [
            .found(Self.addresses), .notFound(Self.refusal), .connected, .refused(Self.refusal),
            .heard, .report(.version(release: "")), .report(.fix(Self.fix)), .report(.device),
            .ended(.closedByPeer), .timeIsUp,
        ]
        var closed = try self.watching()
        #expect(closed.handle(.closed) == [.disconnect])
        for input in inputs { #expect(closed.handle(input) == []) }
        var resting = try self.watching()
        _ = resting.handle(.ended(.closedByPeer))
        for input in inputs.dropLast() { #expect(resting.handle(input) == []) }
        var watching = try self.watching()
        for input in inputs.prefix(4) { #expect(watching.handle(input) == []) }
        #expect(watching.handle(.report(.version(release: "another's"))) == [])
        #expect(watching.listens)
    }
}
