import Determinism
import Routes

extension RemoteOwner {
    /// One of its riders as it is shown now; `nil` when there is nothing to show.
    func shown(
        _ id: RiderID,
        at now: Moment,
        from own: RoutePosition?,
        along route: Route?
    ) -> ShownRider? {
        let clock = self.clock(at: now)
        guard let rider = self.riders[id.number], let report = rider.report,
            let place = rider.place(at: clock, on: self.route)
        else { return nil }
        let lastHeard = now - rider.heardAt
        guard lastHeard < RideLimits.goneAfter else { return nil }
        return ShownRider(
            id: id,
            introduction: self.introduction(of: id.number),
            status: report.status,
            coordinate: place.coordinate,
            speed: place.speed,
            course: place.course,
            uncertainty: report.uncertainty,
            fixAge: report.fixAge + max(lastHeard, Self.age(of: rider, at: clock)),
            lastHeard: lastHeard,
            isLive: self.isHere && lastHeard < RideLimits.liveMaximum,
            gap: own.flatMap { own in
                route.flatMap { route in
                    RoutePosition(of: place.coordinate, speed: place.speed, on: route)
                        .map { RouteGap(from: own, to: $0, on: route) }
                }
            }
        )
    }

    /// How many of its riders `shown` has something of.
    func shownCount(at now: Moment) -> Int {
        self.riders.values.count { rider in
            rider.report != nil && now - rider.heardAt < RideLimits.goneAfter
        }
    }

    /// How old the newest report is by its owner's clock: one that was held up is older than the
    /// time since it came.
    private static func age(of rider: RemoteRider, at clock: Double) -> Duration {
        guard let sent = rider.sent, sent.isFinite, clock.isFinite else { return .zero }
        return .milliseconds(max(0, clock - sent))
    }
}
