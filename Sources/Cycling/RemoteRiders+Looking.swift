public import Determinism
public import Peers

// Who the others' riders are, and what is seen of them.
extension RemoteRiders {
    /// Whether a rider is reported.
    public func contains(_ rider: RiderID) -> Bool {
        self.owner(rider.owner)?.riders[rider.number] != nil
    }

    /// The riders of one owner that are reported, in the order of their numbers.
    func riders(of owner: PeerID) -> [RiderID] {
        (self.owner(owner)?.riders.keys.sorted() ?? []).map { RiderID(owner: owner, number: $0) }
    }

    /// What each rider of an owner does, by number, as it is shown; of those gone nothing.
    ///
    /// As `shown(at:)` has it, without the cost of where they are.
    public func statuses(of owner: PeerID, at now: Moment) -> [UInt32: RiderStatus] {
        guard let known = self.owner(owner) else { return [:] }
        return known.riders.compactMapValues { rider in
            now - rider.heardAt < RideLimits.goneAfter ? rider.report?.status : nil
        }
    }

    /// Who a rider is; `nil` until its owner has said so.
    public func introduction(of rider: RiderID) -> RiderIntroduction? {
        self.owner(rider.owner)?.introduction(of: rider.number)
    }

    /// What a rider is called; before its owner has said so, by its number.
    public func label(of rider: RiderID) -> RiderLabel {
        self.introduction(of: rider).map { RiderLabel(id: rider, name: $0.name) }
            ?? Self.fallbackLabel(of: rider)
    }

    static func fallbackLabel(of rider: RiderID) -> RiderLabel {
        do throws(DisplayName.Problem) {
            return RiderLabel(id: rider, name: try DisplayName("rider \(rider.number)"))
        } catch {
            preconditionFailure("“rider \(rider.number)” is no name: \(error)")
        }
    }

    /// Riders that need help, or stand ready to give it: what the owners here decide by.
    ///
    /// The first of each owner come first, then the second: who has many does not crowd out the
    /// others where only so many are looked at.
    public func sightings(at now: Moment) -> [RiderSighting] {
        var ranked: [(rank: Int, sighting: RiderSighting)] = []
        for owner in self.ownersHere {
            var ranks: [RiderStatus: Int] = [:]
            for rider in self.stranded(of: owner, at: now) {
                ranks[rider.status, default: 0] += 1
                ranked.append((ranks[rider.status, default: 0], rider))
            }
        }
        return ranked.sorted {
            ($0.rank, $0.sighting.rider.id) < ($1.rank, $1.sighting.rider.id)
        }
        .map(\.sighting)
    }

    private func stranded(of owner: PeerID, at now: Moment) -> [RiderSighting] {
        guard let known = self.owner(owner) else { return [] }
        return known.riders.keys.sorted().compactMap { number in
            let id = RiderID(owner: owner, number: number)
            let status = known.riders[number]?.report?.status
            guard status == .flat || status == .helpin, let shown = self.shown(id, at: now),
                shown.isLive
            else { return nil }
            return RiderSighting(
                self.label(of: id),
                status: shown.status,
                coordinate: shown.coordinate,
                speed: shown.speed
            )
        }
    }
}
