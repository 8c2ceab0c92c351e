import EventLoop

/// Decides what a client of gpsd does next: a value without a socket and without a clock.
struct GPSStateMachine {
    /// What has happened.
    enum Input {
        case found([SocketAddress])
        case notFound(LoopError)
        case connected
        case refused(LoopError)
        /// Bytes have come, of whatever kind.
        case heard
        case report(GPSReport)
        case ended(StreamEnd)
        /// What was armed last has run out.
        case timeIsUp
        case closed
    }

    /// What is to be done, in this order; `tell` comes last, for whoever is told may close.
    enum Effect: Equatable {
        /// Find the host's addresses.
        case lookUp
        case connect(SocketAddress)
        case send(GPSRequest)
        /// Give up the connection, or the way to one.
        case disconnect
        /// Say `timeIsUp` after so long, instead of what was armed before.
        case arm(Duration)
        case tell(GPSEvent)
    }

    private enum State: Equatable {
        /// Leaves to `connecting`, or to `resting`.
        case lookingUp
        /// With the addresses that are left. Leaves to `greeting`, or to `resting`.
        case connecting(SocketAddress, then: ArraySlice<SocketAddress>)
        /// Until it says that it is gpsd. Leaves to `watching`, or to `resting`.
        case greeting
        /// Leaves to `resting`.
        case watching
        /// Leaves to `lookingUp`.
        case resting
        /// Stays so.
        case closed
    }

    private let address: GPSAddress
    private let times: GPSTimes
    private var state = State.lookingUp
    /// Failures in a row, without a fix between them.
    private var failures = 0
    /// The last failure that was told; `nil` once gpsd has greeted.
    private var toldFailure: String?
    /// How many receivers were told of on this connection.
    private var toldDevices: Int?
    /// Whether an answer to `?DEVICES;` is to come: one at a time, whatever gpsd says.
    private var isAsking = false
    /// Whether nothing was heard for the first half of the silence that there may be.
    private var isSilent = false

    init(address: GPSAddress, times: GPSTimes) {
        self.address = address
        self.times = times
    }

    /// Whether lines are of use.
    var listens: Bool {
        switch self.state {
        case .greeting, .watching: true
        case .lookingUp, .connecting, .resting, .closed: false
        }
    }

    /// What the first try begins with.
    mutating func begin() -> [Effect] {
        self.state = .lookingUp
        return [.lookUp]
    }

    /// Takes what has happened; what comes too late is nothing.
    mutating func handle(_ input: Input) -> [Effect] {
        switch input {
        case .found(let addresses): self.found(addresses)
        case .notFound(let error): self.fail(error.description, in: .lookingUp)
        case .connected: self.connected()
        case .refused(let error): self.tryNext(after: error.description)
        case .heard: self.heard()
        case .report(let report): self.take(report)
        case .ended(let end): self.ended(end)
        case .timeIsUp: self.timeIsUp()
        case .closed: self.close()
        }
    }

    // MARK: The way to gpsd

    private mutating func found(_ addresses: [SocketAddress]) -> [Effect] {
        guard self.state == .lookingUp, let first = addresses.first else { return [] }
        return self.connect(to: first, then: addresses.dropFirst())
    }

    private mutating func connect(
        to address: SocketAddress,
        then rest: ArraySlice<SocketAddress>
    ) -> [Effect] {
        self.state = .connecting(address, then: rest)
        return [.arm(self.times.connect), .connect(address)]
    }

    private mutating func tryNext(after failure: String) -> [Effect] {
        guard case .connecting(_, let rest) = self.state else { return [] }
        guard let next = rest.first else { return self.fail(failure) }
        return [.disconnect] + self.connect(to: next, then: rest.dropFirst())
    }

    private mutating func connected() -> [Effect] {
        guard case .connecting = self.state else { return [] }
        self.state = .greeting
        self.toldDevices = nil
        self.isAsking = false
        self.isSilent = false
        return [.arm(self.times.greeting)]
    }

    // MARK: What gpsd says

    private mutating func heard() -> [Effect] {
        guard self.state == .watching else { return [] }
        self.isSilent = false
        return [.arm(self.times.silence)]
    }

    private mutating func take(_ report: GPSReport) -> [Effect] {
        switch (self.state, report) {
        case (.greeting, .version(let release)):
            self.state = .watching
            self.toldFailure = nil
            return [
                .send(.watch), .arm(self.times.silence), .tell(.connected(release: release)),
            ]
        case (.watching, .fix(let fix)):
            self.failures = 0
            return [.tell(.fix(fix))]
        case (.watching, .devices(let count)):
            self.isAsking = false
            guard count != self.toldDevices else { return [] }
            self.toldDevices = count
            return [.tell(.devices(count))]
        case (.watching, .device): return self.askForDevices()
        case (.watching, .version), (.watching, .other), (.greeting, _), (.lookingUp, _),
            (.connecting, _), (.resting, _), (.closed, _):
            return []
        }
    }

    private mutating func askForDevices() -> [Effect] {
        guard !self.isAsking else { return [] }
        self.isAsking = true
        return [.send(.devices)]
    }

    // MARK: Failures

    private mutating func ended(_ end: StreamEnd) -> [Effect] {
        let why =
            switch end {
            case .closedByPeer: "closed the connection"
            case .failed(let error): "is gone: \(error)"
            }
        switch self.state {
        case .greeting:
            return self.fail("\(self.address) \(why), and had not said that it is gpsd.")
        case .watching: return self.fail("gpsd at \(self.address) \(why).")
        case .lookingUp, .connecting, .resting, .closed: return []
        }
    }

    private mutating func timeIsUp() -> [Effect] {
        switch self.state {
        case .connecting(let address, _):
            let limit = self.times.connect
            return self.tryNext(after: "Connecting to \(address) took over \(limit).")
        case .greeting:
            let limit = self.times.greeting
            return self.fail("\(self.address) did not say within \(limit) that it is gpsd.")
        case .watching where self.isSilent:
            let limit = self.times.silence * 2
            return self.fail("gpsd at \(self.address) has said nothing for \(limit).")
        case .watching:
            self.isSilent = true
            return self.askForDevices() + [.arm(self.times.silence)]
        case .resting: return self.begin()
        case .lookingUp, .closed: return []
        }
    }

    private mutating func fail(_ why: String, in state: State) -> [Effect] {
        self.state == state ? self.fail(why) : []
    }

    private mutating func fail(_ why: String) -> [Effect] {
        self.state = .resting
        let rest = self.times.rests[min(self.failures, self.times.rests.count - 1)]
        self.failures += 1
        var effects: [Effect] = [.disconnect, .arm(rest)]
        if self.toldFailure != why {
            self.toldFailure = why
            effects.append(.tell(.lost(why)))
        }
        return effects
    }

    private mutating func close() -> [Effect] {
        self.state = .closed
        return [.disconnect]
    }
}
