import Routes

/// Flat riders in the order of their places along the route, for those who come by.
struct Lookout {
    struct Flat {
        let label: RiderLabel
        /// Metres from the route's start.
        let along: Double
        /// Whether somebody rides to it.
        var isTaken = false
    }

    let route: Route
    private var flats: [Flat] = []

    init(route: Route) {
        self.route = route
    }

    /// How many who are taken a rider looks past.
    private static let lookMaximum = 8

    var isEmpty: Bool { self.flats.isEmpty }

    mutating func add(_ label: RiderLabel, at along: Double) {
        self.flats.append(Flat(label: label, along: along))
    }

    /// To be called once all are there; those whom somebody rides to already are taken.
    mutating func sort(without taken: Set<RiderID>) {
        self.flats.sort { ($0.along, $0.label.id) < ($1.along, $1.label.id) }
        for index in self.flats.indices where taken.contains(self.flats[index].label.id) {
            self.flats[index].isTaken = true
        }
    }

    /// The next one ahead in sight that nobody rides to, and how far it is.
    ///
    /// Not one beside the rider: it may have given up there just now.
    func next(before ride: RouteRide) -> (index: Int, metres: Double)? {
        let count = self.flats.count
        var place = self.firstIndex(after: ride.along, includingSame: ride.isAscending)
        for _ in 0..<min(count, Self.lookMaximum) {
            if !ride.isAscending { place -= 1 }
            if self.route.isClosed { place = (place + count) % count }
            guard self.flats.indices.contains(place) else { return nil }
            let ahead = ride.ahead(to: self.flats[place].along, on: self.route)
            guard let ahead, ahead < StopRule.sightMetres else { return nil }
            if !self.flats[place].isTaken, ahead > RouteRide.besideMetres { return (place, ahead) }
            if ride.isAscending { place += 1 }
        }
        return nil
    }

    /// Has somebody ride there.
    mutating func take(_ index: Int) -> Flat {
        self.flats[index].isTaken = true
        return self.flats[index]
    }

    /// The first at that place or beyond; without those at it, beyond.
    private func firstIndex(after along: Double, includingSame: Bool) -> Int {
        var (low, high) = (0, self.flats.count)
        while low < high {
            let middle = (low + high) / 2
            let value = self.flats[middle].along
            let isBefore = includingSame ? value < along : value <= along
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
