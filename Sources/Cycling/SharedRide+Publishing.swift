import Determinism
import Peers
import Wire

// What others are told of the riders here.
extension SharedRide {
    /// Tells all members what they don't know yet.
    mutating func publish() {
        let reports = self.own.reports(at: self.moment)
        self.introduce(reports.map(\.rider))
        self.shareRoute(of: reports.map(\.report))
        let publications = self.publisher.tick(
            Dictionary(uniqueKeysWithValues: reports.map { ($0.rider.id.number, $0.report) }),
            at: self.moment
        )
        self.send(publications, to: nil)
    }

    /// Tells a member all, at the beginning of its link.
    mutating func tellAll(to peer: PeerID) {
        let reports = self.own.reports(at: self.moment)
        // Who has ridden into a zone since the last second is named to nobody any more.
        let numbers = Set(reports.map(\.rider.id.number))
        let message = RideMessage.snapshot(
            version: self.said,
            self.introduced.values.filter { numbers.contains($0.number) }
                .sorted { $0.number < $1.number },
            self.isRouteShared ? self.route : nil
        )
        self.effects.append(
            .sendSnapshot(body: message.encoded, version: self.said, to: peer)
        )
        let publications = self.publisher.everything(
            Dictionary(uniqueKeysWithValues: reports.map { ($0.rider.id.number, $0.report) }),
            at: self.moment
        )
        self.send(publications, to: peer)
    }

    private mutating func introduce(_ riders: [RiderLabel]) {
        var new: [RiderIntroduction] = []
        for rider in riders {
            let number = rider.id.number
            let introduction = RiderIntroduction(
                number: number,
                kind: number == RiderID.person ? .person : .simulant,
                name: rider.name
            )
            guard self.introduced[number] != introduction else { continue }
            self.introduced[number] = introduction
            new.append(introduction)
        }
        // Who is gone keeps no place: others know its name as long as they need it.
        if self.introduced.count > riders.count {
            let numbers = Set(riders.map(\.id.number))
            self.introduced = self.introduced.filter { numbers.contains($0.key) }
        }
        guard !new.isEmpty else { return }
        self.said += 1
        self.broadcast(.introduction(version: self.said, new))
    }

    private mutating func shareRoute(of reports: [RiderReport]) {
        guard !self.isRouteShared, reports.contains(where: { $0.progress != nil }) else { return }
        self.isRouteShared = true
        self.said += 1
        self.broadcast(.route(version: self.said, self.route))
    }

    private mutating func send(_ publications: [RidePublication], to peer: PeerID?) {
        for publication in publications {
            switch publication {
            case .state(let number, let version, let body):
                self.effects.append(
                    .sendState(key: UInt64(number), version: version, body: body, to: peer)
                )
            case .removal(let number, let version):
                self.effects.append(.sendRemoval(key: UInt64(number), version: version))
            }
        }
    }
}
