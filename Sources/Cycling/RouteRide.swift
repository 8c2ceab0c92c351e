import Gameplay
import Routes

/// The component that says where along the route a simulant is, and how it moves.
///
/// It moves by metres, at its own speed. What is stored changes once a second; what lies between is
/// computed from it, so any rate of ticks leads to the same place.
struct RouteRide: Component, Equatable {
    /// Somebody ahead whom it rides to.
    struct Errand: Equatable, Sendable {
        let target: RiderID
        /// Where along the route that is, in metres.
        let along: Double
    }

    /// Metres from the route's start.
    var along: Double
    /// Whether Cruisin' makes the distance grow; turned at the ends of an open route.
    var isForward: Bool
    /// Metres per second at which it likes to ride.
    let speed: Double
    /// Metres per second at which it rides now.
    var pace: Double
    /// The way it rides, or rode last.
    var direction = RideDirection.outward
    var isMoving = false
    var errand: Errand?

    /// Whether the distance grows as it rides.
    var isAscending: Bool { (self.direction == .outward) == self.isForward }

    init(along: Double, isForward: Bool, speed: Double) {
        self.along = along
        self.isForward = isForward
        self.speed = speed
        self.pace = speed
    }

    /// How close to somebody it stops: beside a bicycle that lies there.
    private static let stopGap = 3.0

    /// How far ahead somebody is beside whom one stands: the gap, and half a metre for rounding.
    static let besideMetres = stopGap + 0.5

    /// Where it will be that many seconds later, if nothing happens.
    func after(_ seconds: Double, on route: Route) -> RouteRide {
        guard self.isMoving, route.metres > 0 else { return self }
        var step = self.pace * seconds
        if let errand, let ahead = self.ahead(to: errand.along, on: route) {
            step = min(step, max(0, ahead - Self.stopGap))
        }
        var moved = self
        let along = self.isAscending ? self.along + step : self.along - step
        if along >= 0, along < route.metres {
            moved.along = along
        } else if route.isClosed {
            moved.along = route.distance(of: along)
        } else {
            // Unfolded, the way there and back is a round.
            let round = 2 * route.metres
            let rest = along.truncatingRemainder(dividingBy: round)
            let place = rest < 0 ? rest + round : rest
            moved.along = min(place, round - place)
            if place > route.metres { moved.isForward.toggle() }
        }
        return moved
    }

    /// How far it has to ride to that place along the route; `nil` where it lies behind.
    func ahead(to along: Double, on route: Route) -> Double? {
        let distance = self.isAscending ? along - self.along : self.along - along
        if route.isClosed { return route.distance(of: distance) }
        return distance >= 0 ? distance : nil
    }

    /// Whether it has come to whom it rode to.
    func hasArrived(on route: Route) -> Bool {
        guard let errand else { return false }
        guard let ahead = self.ahead(to: errand.along, on: route) else { return true }
        return ahead <= Self.besideMetres
    }
}
