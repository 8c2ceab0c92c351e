import Determinism
import Discovery
import Peers
import SessionEngine

// DNS-SD: adverts that come late, twice, never or too long; look-ups that answer likewise.
extension SimulatedLAN {
    mutating func advertise(_ index: Int) {
        guard self.daemons[index].label == nil else { return }
        let isTaken = self.daemons.contains { other in
            other.index != index && other.peer == self.daemons[index].peer && other.label != nil
        }
        let isRenamed = !self.isQuiet && self.tally.strikes(.renamedAdvert, &self.generator)
        let label = self.daemons[index].peer.description + (isTaken || isRenamed ? " #2" : "")
        self.daemons[index].label = label
        self.post(.advertRegistered(label: label), to: index, in: self.jitter(.milliseconds(900)))
        for observer in self.daemons.indices { self.announce(index, to: observer) }
    }

    /// What a browser that starts hears of those that are there.
    mutating func browse(_ observer: Int) {
        for index in self.daemons.indices where index != observer {
            self.announce(index, to: observer)
        }
    }

    func advertKeys(_ label: String, doubled: Bool) -> [AdvertKey] {
        (doubled ? [1, 2, 3] : [1]).map { AdvertKey(label: label, interface: $0) }
    }

    private mutating func announce(_ index: Int, to observer: Int) {
        guard let label = self.daemons[index].label, !self.daemons[observer].isDown,
            self.reaches(index, observer)
        else { return }
        if index != observer, !self.isQuiet, self.tally.strikes(.lostAdvert, &self.generator) {
            return
        }
        var delay = self.between(.milliseconds(5), .milliseconds(120))
        if !self.isQuiet, self.tally.strikes(.lateAdvert, &self.generator) {
            delay = self.between(.seconds(1), .seconds(20))
        }
        let isDoubled = !self.isQuiet && self.tally.strikes(.doubledAdvert, &self.generator)
        let run = self.daemons[observer].run
        for key in self.advertKeys(label, doubled: isDoubled) {
            // Once per protocol: the same key twice.
            for _ in 0..<(isDoubled ? 2 : 1) {
                let moment = self.after(delay + self.jitter(.milliseconds(15)))
                self.queue.add(.advert(observer, run: run, key, isFound: true), at: moment)
            }
        }
    }

    mutating func hear(_ key: AdvertKey, isFound: Bool, by observer: Int) {
        if isFound {
            self.daemons[observer].heard.insert(key)
            self.handle(.advertFound(key), by: observer)
        } else {
            guard self.daemons[observer].heard.remove(key) != nil else { return }
            self.handle(.advertLost(key), by: observer)
        }
    }

    /// A daemon takes its advert back, and says so.
    mutating func withdraw(_ index: Int) {
        guard let label = self.daemons[index].label else { return }
        self.daemons[index].label = nil
        for observer in self.daemons.indices where self.reaches(index, observer) {
            if !self.isQuiet, self.tally.strikes(.undeadAdvert, &self.generator) { continue }
            self.retract(label, at: observer, in: self.between(.milliseconds(1), .seconds(1)))
        }
    }

    /// A daemon is gone without a word: its advert lives on for as long as caches keep it.
    mutating func abandonAdvert(_ index: Int) {
        guard let label = self.daemons[index].label else { return }
        self.daemons[index].label = nil
        for observer in self.daemons.indices {
            self.retract(label, at: observer, in: self.between(.seconds(1), .seconds(120)))
        }
    }

    private mutating func retract(_ label: String, at observer: Int, in delay: Duration) {
        let run = self.daemons[observer].run
        for key in self.advertKeys(label, doubled: true) {
            self.queue.add(.advert(observer, run: run, key, isFound: false), at: self.after(delay))
        }
    }

    /// Every browser learns what it has missed, and what is no longer true.
    mutating func refreshAdverts() {
        for observer in self.daemons.indices {
            for key in self.daemons[observer].heard.sorted()
            where !self.daemons.contains(where: { $0.label == key.label }) {
                let run = self.daemons[observer].run
                let moment = self.after(self.jitter(.seconds(5)))
                self.queue.add(.advert(observer, run: run, key, isFound: false), at: moment)
            }
            self.browse(observer)
        }
    }

    // MARK: Look-ups

    mutating func lookUp(_ token: LookUpToken, _ advert: AdvertKey, by index: Int) {
        self.daemons[index].lookUps.insert(token)
        let run = self.daemons[index].run
        func answer(_ event: SessionEvent, in delay: Duration) {
            self.queue.add(.lookUpEvent(index, run: run, token, event), at: self.after(delay))
        }
        if !self.isQuiet, self.tally.strikes(.endlessLookUp, &self.generator) { return }
        let owner =
            self.daemons.first { $0.label == advert.label }
            ?? self.daemons.first { advert.peer == $0.peer }
        guard let owner, self.reaches(owner.index, index),
            self.isQuiet || !self.tally.strikes(.failedLookUp, &self.generator)
        else {
            return answer(.lookUpEnded(token, failure: "no answer within 5 s"), in: .seconds(5))
        }
        var delay = self.between(.milliseconds(1), .milliseconds(40))
        if !self.isQuiet, self.tally.strikes(.lateLookUp, &self.generator) {
            delay = self.between(.seconds(1), .seconds(6))
        }
        var endpoint = owner.endpoint
        if let former = owner.formerEndpoint, !self.isQuiet,
            self.tally.strikes(.staleLookUp, &self.generator)
        {
            endpoint = former
        }
        answer(.lookUpResolved(token, name: self.engines[owner.index].local.name), in: delay)
        answer(.lookUpFound(token, endpoint), in: delay + .milliseconds(1))
        answer(.lookUpEnded(token, failure: nil), in: delay + .milliseconds(2))
    }

    /// Something for an engine, after a while.
    mutating func post(_ event: SessionEvent, to index: Int, in delay: Duration) {
        let run = self.daemons[index].run
        self.queue.add(.event(index, run: run, event), at: self.after(delay))
    }
}
