import Determinism
import Geodesy
import Peers
import Wire

// What others say.
extension SharedRide {
    // MARK: Members

    mutating func joined(_ peer: PeerID, _ name: DisplayName) {
        self.members[peer] = name
        self.forgetCounts(of: peer)
        self.others.joined(peer)
    }

    mutating func left(_ peer: PeerID, _ cause: LeaveCause) {
        self.members[peer] = nil
        self.forgetCounts(of: peer)
        self.budgets = self.budgets.filter { owner, budget in
            self.members[owner] != nil || !budget.isWhole(at: self.moment)
        }
        self.others.left(peer, cause)
    }

    private mutating func forgetCounts(of peer: PeerID) {
        self.repairs[peer] = nil
        self.calls[peer] = nil
        self.own.forgetCalls(of: peer)
    }

    mutating func renamed(_ peer: PeerID, _ name: DisplayName) {
        guard peer == self.me else {
            if self.members[peer] != nil { self.members[peer] = name }
            return
        }
        self.name = name
        self.carryOut(.renamed(name))
    }

    // MARK: The state lane

    mutating func heard(_ body: [UInt8], key: UInt64, version: UInt64, from peer: PeerID) {
        do throws(WireError) {
            let rider = try RemoteRiders.rider(ofKey: key, of: peer)
            let wasThere = self.others.contains(rider)
            let outcome = try self.others.heard(
                body,
                key: key,
                version: version,
                from: peer,
                at: self.moment
            )
            guard outcome == .taken, !wasThere, self.others.introduction(of: rider) != nil else {
                return
            }
            self.tell(of: peer, .joined(self.named(self.others.label(of: rider))))
        } catch {
            self.effects.append(.violation(peer, why: "a state of the ride: \(error)"))
        }
    }

    mutating func removed(key: UInt64, version: UInt64, from peer: PeerID) {
        do throws(WireError) {
            let rider = try RemoteRiders.rider(ofKey: key, of: peer)
            let wasThere = self.others.contains(rider)
            try self.others.removed(key: key, version: version, from: peer)
            if wasThere { self.tellIfGone([rider]) }
        } catch {
            self.effects.append(.violation(peer, why: "the end of a rider: \(error)"))
        }
    }

    // MARK: The reliable lane

    mutating func heard(_ body: [UInt8], from peer: PeerID, isSnapshot: Bool) {
        let message: RideMessage
        do throws(WireError) {
            message = try RideMessage.decode(body)
        } catch {
            self.effects.append(.violation(peer, why: "a message of the ride: \(error)"))
            return
        }
        guard (message.kind == .snapshot) == isSnapshot else {
            let lane = isSnapshot ? "in a snapshot" : "outside a snapshot"
            self.effects.append(
                .violation(peer, why: "a message of the ride of kind \(message.kind) \(lane)")
            )
            return
        }
        guard self.members[peer] != nil else { return }
        switch message {
        case .introduction(_, let riders):
            self.heard(message, introducing: riders, from: peer)
        case .snapshot(_, let riders, _):
            let known = self.others.riders(of: peer)
            self.heard(message, introducing: riders, from: peer)
            self.tellIfGone(known)
        case .route:
            self.others.told(message, from: peer, at: self.moment)
        case .helpArrived(let number, let call, let place):
            self.heardHelpArrived(RiderID(owner: peer, number: number), call: call, at: place)
        case .fixed(let number, let count, let helper):
            self.heardFixed(RiderID(owner: peer, number: number), count: count, by: helper)
        }
    }

    private mutating func heard(
        _ message: RideMessage,
        introducing riders: [RiderIntroduction],
        from peer: PeerID
    ) {
        let ids = riders.map { RiderID(owner: peer, number: $0.number) }
        let new = ids.filter {
            self.others.contains($0) && self.others.introduction(of: $0) == nil
        }
        self.others.told(message, from: peer, at: self.moment)
        for rider in new { self.tell(of: peer, .joined(self.named(self.others.label(of: rider)))) }
    }

    /// Tells people of those among others' riders that are there no more; who was never introduced
    /// was never told of.
    private mutating func tellIfGone(_ riders: [RiderID]) {
        for rider in riders where !self.others.contains(rider) {
            guard self.others.introduction(of: rider) != nil else { continue }
            self.tell(of: rider.owner, .left(self.named(self.others.label(of: rider))))
        }
    }

    private mutating func heardHelpArrived(_ rider: RiderID, call: UInt64, at place: Coordinate) {
        guard call > self.calls[rider.owner] ?? 0 else { return }
        self.calls[rider.owner] = call
        let label = self.others.label(of: rider)
        guard self.tell(of: rider.owner, .helpArrived(self.named(label))) else { return }
        let sighting = RiderSighting(label, status: .helpin, coordinate: place)
        self.carryOut(.helpArrived(sighting, call: call))
    }

    private mutating func heardFixed(_ rider: RiderID, count: UInt64, by helper: RiderID?) {
        guard count > self.repairs[rider.owner] ?? 0 else { return }
        self.repairs[rider.owner] = count
        let label = self.others.label(of: rider)
        let helping = helper.map(self.label)
        let notice = RideNotice.fixed(self.named(label), by: helping.map(self.named))
        guard self.tell(of: rider.owner, notice), let helping else { return }
        self.carryOut(.fixedElsewhere(label, by: helping))
    }

    private func label(of rider: RiderID) -> RiderLabel {
        guard rider.owner == self.me else { return self.others.label(of: rider) }
        return self.own.label(of: rider) ?? RemoteRiders.fallbackLabel(of: rider)
    }

    /// Tells people here of what a peer said, while it does not say too much.
    @discardableResult
    private mutating func tell(of peer: PeerID, _ notice: RideNotice) -> Bool {
        // 64 at once, which is what a peer has on joining with a crowd of riders, then four a
        // second: one that says more is still heard, but nobody is told of it.
        let whole = Budget(of: 64, perSecond: 4, at: self.moment)
        guard self.budgets[peer, default: whole].take(at: self.moment) else { return false }
        self.effects.append(.tell(notice))
        return true
    }
}
