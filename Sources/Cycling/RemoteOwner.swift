import Determinism
import Peers
import Routes

/// What is known of one other owner: its riders, its route and its clock.
struct RemoteOwner: Equatable, Sendable {
    /// Whether it is a member now.
    private(set) var isHere = true
    private(set) var riders: [UInt32: RemoteRider] = [:]
    private var introductions = RiderIntroductions()
    private(set) var clock = OwnerClock()
    /// The route that it rides.
    private(set) var route: Route?
    private(set) var routeName: DisplayName?
    private(set) var routeHash: RouteHash?
    private var routeVersion: UInt64 = 0
    private var routeTakenAt: Moment?
    /// A route that came too soon after the last one.
    private var nextRoute: RideRoute?
    private var tombstones = RiderTombstones()

    // MARK: Coming and going

    /// It is a member again, perhaps as another instance: whatever it counts begins anew.
    mutating func returned() {
        self.isHere = true
        self.clock = OwnerClock()
        self.routeVersion = 0
        self.tombstones = RiderTombstones()
        self.introductions.beginAnew()
        for number in self.riders.keys { self.riders[number]?.beginAnew() }
    }

    mutating func left(forgettingRiders isForgetting: Bool) {
        self.isHere = false
        if isForgetting { self.riders = [:] }
        let riders = self.riders
        self.introductions.keep { riders[$0] != nil }
    }

    // MARK: Riders

    /// Who that rider is; `nil` until it was introduced.
    func introduction(of number: UInt32) -> RiderIntroduction? { self.introductions[number] }

    mutating func introduce(_ introduced: [RiderIntroduction], version: UInt64) {
        let riders = self.riders
        self.introductions.insert(introduced, version: version) { riders[$0] != nil }
    }

    /// Buries all riders but those, unless they were introduced after that version.
    mutating func keepOnly(_ numbers: Set<UInt32>, version: UInt64) {
        for (number, rider) in self.riders where !numbers.contains(number) {
            guard self.introductions.version(of: number) ?? 0 <= version else { continue }
            self.bury(number, version: rider.version)
        }
    }

    /// Whether a report of that version says something new.
    mutating func hear(
        _ report: RiderReport,
        of number: UInt32,
        version: UInt64,
        at now: Moment
    ) -> RemoteRiders.Outcome {
        let known = max(
            self.riders[number]?.version ?? 0,
            self.tombstones.version(of: number) ?? 0
        )
        guard version > known else { return .older }
        guard self.clock.hears(version: version, at: now.sinceStart.milliseconds) else {
            return .ahead
        }
        self.tombstones.remove(number)
        self.riders[number, default: RemoteRider(heardAt: now)].hear(
            report,
            version: version,
            on: self.route,
            at: now
        )
        return .taken
    }

    /// A rider is no more, by the version of its removal.
    mutating func bury(_ number: UInt32, version: UInt64) {
        guard version >= self.riders[number]?.version ?? 0 else { return }
        self.riders[number] = nil
        self.tombstones.insert(number, version: version)
    }

    /// Forgets the rider of the highest number: there is no room for it any more.
    mutating func dropLast() {
        if let number = self.riders.keys.max() { self.riders[number] = nil }
    }

    /// Buries whom nothing was heard of for too long.
    mutating func buryGone(at now: Moment) {
        for (number, rider) in self.riders
        where now - rider.heardAt >= RideLimits.goneAfter {
            self.bury(number, version: rider.version)
        }
    }

    /// The clock of the owner at that moment in milliseconds; +∞ when it is not known.
    func clock(at now: Moment) -> Double {
        self.clock.offset.map { now.sinceStart.milliseconds + $0 } ?? .infinity
    }

    // MARK: Its route

    /// Notes a route that it says to ride from a version on, `nil` for none.
    ///
    /// Whether it says something new.
    mutating func noteRoute(_ route: RideRoute?, version: UInt64) -> Bool {
        guard version >= self.routeVersion else { return false }
        self.routeVersion = version
        self.nextRoute = route
        guard let route else {
            // To look at all riders again costs more than a peer's few bytes that say it twice.
            if self.route != nil { self.ride(nil, as: nil) }
            return false
        }
        guard route.hash == self.routeHash else { return true }
        self.routeName = route.name
        self.nextRoute = nil
        return false
    }

    /// The route that is to be taken in now, as enough time has passed since the last one.
    mutating func dueRoute(at now: Moment) -> RideRoute? {
        if let taken = self.routeTakenAt, now - taken < RideLimits.routeInterval { return nil }
        guard let route = self.nextRoute.take() else { return nil }
        self.routeTakenAt = now
        return route
    }

    mutating func ride(_ route: Route?, as shared: RideRoute?) {
        self.route = route
        self.routeName = shared?.name
        self.routeHash = shared?.hash
        for number in self.riders.keys { self.riders[number]?.reroute(on: route) }
    }
}
