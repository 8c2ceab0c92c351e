import Cycling
import Determinism
import Geodesy
import Peers
import Routes
import SessionEngine

// The ride: who rides where, and what people do about it.
extension SimulatedLAN {
    /// The built-in loop with few points, so that it costs little to measure; for all.
    static let route: RideRoute = {
        do {
            let center = try Coordinate(latitude: 37.33182, longitude: -122.03118)
            let points = SyntheticCityLoop(around: center).points.enumerated()
            let few = points.filter { $0.offset % 39 == 0 }.map(\.element)
            return try RideRoute(name: DisplayName("loop"), Route([few], isClosed: true))
        } catch {
            preconditionFailure("A part of the built-in loop is no route: \(error)")
        }
    }()

    /// What the ride of a daemon that starts begins with; `nil` where nobody rides.
    mutating func rideSetup() -> RideSetup? {
        guard self.configuration.ridesPerMille > 0 else { return nil }
        let dice = self.generator.happens(perMille: 500) ? DiceMode.tutorial : .party
        do {
            return try RideSetup(
                route: Self.route,
                seed: self.generator.next(),
                simulants: self.generator.within(0...2),
                settings: RideSettings(dice: dice)
            )
        } catch {
            preconditionFailure("The route that all share can't be ridden: \(error)")
        }
    }

    /// Somebody does something about the ride.
    mutating func riderActs(at index: Int) {
        self.command(.ride(self.anyRideCommand()), at: index)
        self.checkRides { $0.note(index, on: $1) }
    }

    private mutating func anyRideCommand() -> RideCommand {
        switch self.generator.within(0...19) {
        case 0...5:
            // A few places, so that helpers and those who need help meet.
            let spot = Self.route.parts[0][self.generator.within(0...2)]
            return .here(latitude: spot.latitude, longitude: spot.longitude)
        case 6...8: return .status(.flat)
        case 9...11: return .status(.helpin)
        case 12: return .status(.cruisin)
        case 13: return .status(.breather)
        case 14: return .away
        case 15...16: return .simulants(self.generator.within(0...2))
        case 17: return .invisible(true)
        default: return .invisible(false)  // tidy-ok: the rest of the dice.
        }
    }

    // MARK: Checking

    /// Lets the checker of the ride look at all the rest.
    mutating func checkRides(_ look: (inout RideChecker, SimulatedLAN) -> Void) {
        guard self.configuration.ridesPerMille > 0 else { return }
        var rides = self.rides
        // Else the checker's tables would be copied each time.
        self.rides = RideChecker()
        look(&rides, self)
        self.rides = rides
    }

    /// Notes what others may see of a daemon's riders whenever its log has grown: whenever one of
    /// them has changed, for however short a time.
    mutating func noteRides(of index: Int) {
        guard self.configuration.ridesPerMille > 0,
            let lines = self.engines[index].ride?.own.log.count,
            lines != self.daemons[index].rideLines
        else { return }
        self.daemons[index].rideLines = lines
        self.checkRides { $0.note(index, on: $1) }
    }

    mutating func lookAtRides() {
        self.queue.add(.look, at: self.after(RideChecker.interval))
        self.checkRides { $0.look(at: $1) }
    }

    /// The one link that two daemons hold with each other, while both do, seen from the first.
    func bond(_ one: Int, _ two: Int) -> RideChecker.Bond? {
        guard self.daemons[one].isRunning, self.daemons[two].isRunning,
            let mine = self.engines[one].election(with: self.daemons[two].peer)?.link,
            let theirs = self.engines[two].election(with: self.daemons[one].peer)?.link,
            let end = self.otherEnd(of: mine, at: one), end.daemon == two, end.link == theirs,
            let id = self.daemons[one].connections[mine]
        else { return nil }
        return RideChecker.Bond(connection: id, delay: self.connections[id].delay)
    }

    /// Whether what one of the two says on their link gets to the other.
    func carries(_ bond: RideChecker.Bond, _ one: Int, _ two: Int) -> Bool {
        self.reaches(one, two) && self.reaches(two, one)
            && self.connections[bond.connection].ends.allSatisfy { !$0.isSilent && $0.held.isEmpty }
    }
}
