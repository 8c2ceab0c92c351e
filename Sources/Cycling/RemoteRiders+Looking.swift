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
    /// At most `OwnRiderLimits.othersMaximum` of either kind. The first of each owner come first,
    /// then the second: who has many does not crowd out the others.
    public func sightings(at now: Moment) -> [RiderSighting] {
        let ranked = self.ownersHere.flatMap { self.stranded(of: $0, at: now) }.sorted {
            ($0.rank, $0.id) < ($1.rank, $1.id)
        }
        var counts: [RiderStatus: Int] = [:]
        // Only now where they are: a rider's place costs more than all of this.
        return ranked.compactMap { rider in
            counts[rider.status, default: 0] += 1
            guard counts[rider.status, default: 0] <= OwnRiderLimits.othersMaximum else {
                return nil
            }
            return self.shown(rider.id, at: now).map { shown in
                RiderSighting(
                    self.label(of: rider.id),
                    status: shown.status,
                    coordinate: shown.coordinate,
                    speed: shown.speed
                )
            }
        }
    }

    /// A rider with a flat or Helpin', and how many of the same owner and kind come up to it.
    private typealias Stranded = (rank: Int, id: RiderID, status: RiderStatus)

    private func stranded(of owner: PeerID, at now: Moment) -> [Stranded] {
        guard let known = self.owner(owner) else { return [] }
        var ranks: [RiderStatus: Int] = [:]
        let waiting = known.riders.filter { _, rider in
            let status = rider.report?.status
            let isLive = now - rider.heardAt < RideLimits.liveMaximum
            return isLive && (status == .flat || status == .helpin)
        }
        return waiting.sorted { $0.key < $1.key }.compactMap { number, rider in
            guard let status = rider.report?.status else { return nil }
            ranks[status, default: 0] += 1
            let id = RiderID(owner: owner, number: number)
            return (ranks[status, default: 0], id, status)
        }
    }
}
