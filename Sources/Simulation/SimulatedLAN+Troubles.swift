import Determinism
import Links
import SessionEngine

// Trouble: who can't reach whom, what breaks, and how it ends.
extension SimulatedLAN {
    // MARK: Obstacles

    func reaches(_ one: Int, _ two: Int) -> Bool {
        self.obstacles[one * self.daemons.count + two] == 0
            && self.daemons[one].isPowered && self.daemons[two].isPowered
    }

    func isObstructed(_ one: Int, _ two: Int, since moment: Moment) -> Bool {
        let pair = one * self.daemons.count + two
        return self.obstacles[pair] > 0 && self.obstructedSince[pair] <= moment
    }

    mutating func addObstacle(from one: Int, to two: Int) {
        let pair = one * self.daemons.count + two
        if self.obstacles[pair] == 0 { self.obstructedSince[pair] = self.now }
        self.obstacles[pair] += 1
    }

    /// Takes away one obstacle; what it held back goes on when TCP next tries.
    public mutating func removeObstacle(from one: Int, to two: Int) {
        let pair = one * self.daemons.count + two
        guard self.obstacles[pair] > 0 else { return }
        self.obstacles[pair] -= 1
        guard self.obstacles[pair] == 0 else { return }
        self.resend(from: one, to: two)
    }

    /// What was held back between two machines goes on, when TCP next tries.
    private mutating func resend(from one: Int, to two: Int) {
        for link in self.daemons[one].connections.keys.sorted() {
            guard let id = self.daemons[one].connections[link],
                let side = self.side(of: link, at: one, in: id),
                self.connections[id][side.other].daemon == two
            else { continue }
            let moment = self.after(self.jitter(.seconds(2)))
            self.queue.add(.retransmit(id, side), at: moment)
        }
    }

    // MARK: When it strikes

    mutating func scheduleTroubles() {
        guard self.configuration.plan != FaultPlan() else { return }
        for fault in Fault.allCases
        where fault.strikesByItself && self.configuration.plan[fault] > 0 {
            let moment = self.after(self.between(.seconds(10), .seconds(200)))
            self.queue.add(.trouble(fault), at: moment)
        }
        self.queue.add(.second, at: self.after(.seconds(1)))
    }

    mutating func strikeAtRandom() {
        guard !self.isQuiet else { return }
        for fault in Fault.allCases where fault.strikesByItself {
            let rate = self.configuration.plan[fault]
            if rate > 0, self.generator.happens(perMille: rate) { self.strike(fault) }
        }
        self.queue.add(.second, at: self.after(.seconds(1)))
    }

    mutating func strike(_ fault: Fault) {
        switch fault {
        case .reset, .silentLink, .silentDirection: self.breakLink(fault)
        case .partition: self.partition()
        case .oneWay: self.blockOneWay()
        default: self.troubleMachine(fault)  // tidy-ok: the kinds of one machine.
        }
    }

    private mutating func anyone(where isMeant: (SimulatedDaemon) -> Bool) -> Int? {
        let candidates = self.daemons.filter(isMeant).map(\.index)
        guard !candidates.isEmpty else { return nil }
        return candidates[self.generator.within(0...candidates.count - 1)]
    }

    private mutating func breakLink(_ fault: Fault) {
        guard let index = self.anyone(where: { $0.isRunning && !$0.connections.isEmpty }) else {
            // Nothing to break at the moment: later.
            self.queue.add(.trouble(fault), at: self.after(.seconds(2)))
            return
        }
        let links = self.daemons[index].connections.keys.sorted()
        let link = links[self.generator.within(0...links.count - 1)]
        guard let id = self.daemons[index].connections[link],
            let side = self.side(of: link, at: index, in: id)
        else { return }
        self.tally.note(fault)
        self.tear(id, from: side, fault)
    }

    /// Breaks the link of a daemon with another: `reset`, `silentLink` or `silentDirection`.
    public mutating func breakLink(_ fault: Fault, from one: Int, to two: Int) {
        guard let link = self.engines[one].election(with: self.daemons[two].peer)?.link,
            let id = self.daemons[one].connections[link],
            let side = self.side(of: link, at: one, in: id)
        else { return }
        self.tear(id, from: side, fault)
    }

    private mutating func tear(_ id: Int, from side: Side, _ fault: Fault) {
        self.connections[id][side].isSilent = true
        guard fault != .silentDirection else { return }
        self.connections[id][side.other].isSilent = true
        guard fault == .reset else { return }
        for end in [side, side.other] {
            let moment = self.after(self.jitter(.milliseconds(50)))
            self.queue.add(.arrive(id, end, Parcel(bytes: [], ending: .reset)), at: moment)
        }
    }

    private mutating func partition() {
        let isLeft = self.daemons.map { _ in self.generator.happens(perMille: 500) }
        guard isLeft.contains(true), isLeft.contains(false) else {
            self.queue.add(.trouble(.partition), at: self.now)
            return
        }
        self.tally.note(.partition)
        let end = self.after(self.between(.seconds(1), .seconds(40)))
        for one in isLeft.indices {
            for two in isLeft.indices where isLeft[one] != isLeft[two] {
                self.addObstacle(from: one, to: two)
                self.queue.add(.heal(one, two), at: end)
            }
        }
    }

    private mutating func blockOneWay() {
        let one = self.generator.within(0...self.daemons.count - 1)
        let step = self.generator.within(1...max(1, self.daemons.count - 1))
        let two = (one + step) % self.daemons.count
        guard one != two else { return }
        self.tally.note(.oneWay)
        self.addObstacle(from: one, to: two)
        self.queue.add(.heal(one, two), at: self.after(self.between(.seconds(1), .seconds(40))))
    }

    private mutating func troubleMachine(_ fault: Fault) {
        guard let index = self.anyone(where: \.isRunning) else {
            self.queue.add(.trouble(fault), at: self.after(.seconds(2)))
            return
        }
        self.tally.note(fault)
        switch fault {
        case .frozen: self.freeze(index, for: self.between(.seconds(7), .seconds(60)))
        case .stall: self.freeze(index, for: self.between(.milliseconds(100), .seconds(6)))
        case .killed:
            self.kill(index)
            self.start(index, in: self.between(.milliseconds(20), .seconds(20)))
        case .powerCut:
            self.cutPower(of: index)
            self.start(index, in: self.between(.seconds(2), .seconds(30)))
        case .stopped:
            self.stop(index)
            self.start(index, in: self.between(.seconds(2), .seconds(20)))
        case .movedAddress: self.move(index)
        default: break  // tidy-ok: the other kinds strike elsewhere.
        }
    }

    // MARK: When it ends

    mutating func quieten() {
        self.isQuiet = true
        for one in self.daemons.indices {
            for two in self.daemons.indices where one != two {
                let pair = one * self.daemons.count + two
                while self.obstacles[pair] > (self.permanent.contains(pair) ? 1 : 0) {
                    self.removeObstacle(from: one, to: two)
                }
            }
        }
        for index in self.daemons.indices {
            if self.daemons[index].isFrozen { self.thaw(index) }
            self.queue.add(.start(index), at: self.after(.seconds(2)))
        }
        self.refreshAdverts()
    }
}
