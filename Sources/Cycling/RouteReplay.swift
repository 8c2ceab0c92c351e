import Geodesy
public import Routes

/// Rides a route as a person: in the file's own times where it has them, else at one speed.
///
/// Its clock runs while its rider is riding: forward in Cruisin', backward in Returnin', and stands
/// in every other state. Time in the file never runs backward: a point that claims to be before the
/// one before it counts as at the same time. Points without a time lie between those that have one.
/// Where a segment ends the rider stands at its last point until the next begins, at most
/// `gapMaximum`, and its position ages meanwhile: nobody knows where it was.
public struct RouteReplay: Equatable, Sendable {
    /// A point of the schedule.
    private struct Mark: Equatable, Sendable {
        /// Since the ride's start.
        let seconds: Double
        /// Metres from the route's start.
        let along: Double
        /// Whether nothing is known between the mark before and this one.
        let isAfterGap: Bool
    }

    /// Why something can't be ridden.
    public enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case route(RouteError)
        /// Metres per second.
        case speed(Double)

        public var description: String {
            switch self {
            case .route(let error): error.description
            case .speed(let value):
                "A speed of \(RouteReplay.kilometresPerHour(value)) km/h can't be ridden; it must"
                    + " be more than 0 and at most"
                    + " \(RouteReplay.kilometresPerHour(RouteReplay.speedMaximum)) km/h."
            }
        }
    }

    /// What people say, to a tenth.
    static func kilometresPerHour(_ metresPerSecond: Double) -> Double {
        (metresPerSecond * 36).rounded() / 10
    }

    /// Seconds; a night between two days of a tour is nothing to wait for.
    public static let gapMaximum = 60.0
    /// Metres per second: 360 km/h, beyond which no bicycle has been ridden alone.
    public static let speedMaximum = 100.0

    public let route: Route
    /// Metres per second where there are no times.
    public let speed: Double
    /// In the order of time; empty without times.
    private let marks: [Mark]
    /// Seconds of riding, outward less back.
    private var clock = 0.0

    /// Rides a route at a speed in metres per second.
    public init(_ route: Route, speed: Double) throws(Fault) {
        try self.init(route, speed: speed, marks: [])
    }

    /// Rides a file: in its times, unless it has fewer than two that differ or they aren't wanted;
    /// else at the speed in metres per second.
    public init(
        _ document: GPXDocument,
        speed: Double,
        usesTimes: Bool = true,
        isClosed: Bool = false
    ) throws(Fault) {
        let route: Route
        do {
            route = try Route(document, isClosed: isClosed)
        } catch {
            throw .route(error)
        }
        let marks = usesTimes ? Self.marks(of: document.riddenParts, on: route) : []
        let isTimed = marks.count > 1 && marks.last?.seconds ?? 0 > 0
        try self.init(route, speed: speed, marks: isTimed ? marks : [])
    }

    private init(_ route: Route, speed: Double, marks: [Mark]) throws(Fault) {
        guard speed > 0, speed <= Self.speedMaximum else { throw .speed(speed) }
        self.route = route
        self.speed = speed
        self.marks = marks
    }

    /// Whether the file's own times are ridden.
    public var isTimed: Bool { !self.marks.isEmpty }

    // MARK: The schedule

    private static func marks(of parts: [[GPXPoint]], on route: Route) -> [Mark] {
        var marks: [Mark] = []
        var legs = route.legs[...]
        var along = 0.0
        var (previous, shift): (GPXTime?, Double) = (nil, 0)
        for part in parts {
            var isFirstOfPart = true
            for (index, point) in part.enumerated() {
                // The route has no legs for points that repeat the one before.
                if index > 0, let leg = legs.first,
                    leg.segment.start == part[index - 1].coordinate,
                    leg.segment.end == point.coordinate
                {
                    legs = legs.dropFirst()
                    along = leg.from + leg.segment.metres
                }
                guard let time = point.time else { continue }
                let passed = max(0, previous.map { time.seconds(since: $0) } ?? 0)
                let isAfterGap = isFirstOfPart && previous != nil
                shift += isAfterGap ? min(passed, Self.gapMaximum) : passed
                marks.append(Mark(seconds: shift, along: along, isAfterGap: isAfterGap))
                previous = max(time, previous ?? time)
                isFirstOfPart = false
            }
        }
        return marks
    }

    // MARK: Riding

    /// The ride after that many seconds more.
    func after(_ seconds: Double, riding: RideDirection?) -> RouteReplay {
        var replay = self
        switch riding {
        case .outward: replay.clock = min(self.clock + seconds, self.end)
        case .back: replay.clock = max(self.clock - seconds, self.start)
        case nil: break
        }
        return replay
    }

    /// Round a closed route without times it goes on for ever, in both directions.
    private var isEndless: Bool { !self.isTimed && self.route.isClosed }

    private var start: Double { self.isEndless ? -.infinity : 0 }

    private var end: Double {
        if self.isEndless { return .infinity }
        return self.marks.last?.seconds ?? self.route.metres / self.speed
    }

    /// Whether it has come to the end that it rides to.
    func isOver(riding: RideDirection?) -> Bool {
        switch riding {
        case .outward: self.clock >= self.end
        case .back: self.clock <= self.start
        case nil: false
        }
    }

    /// Where the rider is, on this route.
    func place(riding: RideDirection?) -> PersonPlace {
        let (along, speed, age) = self.state
        let isBack = riding == .back
        let point = self.route.place(at: along, isForward: !isBack)
        let isStanding = riding == nil || self.isOver(riding: riding)
        return PersonPlace(
            coordinate: point.coordinate,
            speed: isStanding ? 0 : min(speed, Self.speedMaximum),
            course: point.course,
            progress: RiderReport.Progress(
                along: self.route.distance(of: along),
                isForward: !isBack
            ),
            age: .seconds(age)
        )
    }

    /// Metres along, metres per second, and seconds since that was known.
    private var state: (along: Double, speed: Double, age: Double) {
        guard let first = self.marks.first, let last = self.marks.last else {
            return (self.clock * self.speed, self.speed, 0)
        }
        // The first mark behind the clock.
        var (low, high) = (0, self.marks.count)
        while low < high {
            let middle = (low + high) / 2
            if self.marks[middle].seconds <= self.clock { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return (first.along, 0, 0) }
        guard low < self.marks.count else { return (last.along, 0, 0) }
        let (before, behind) = (self.marks[low - 1], self.marks[low])
        let passed = self.clock - before.seconds
        // Just before the jump, which belongs to where the next segment begins.
        if behind.isAfterGap { return (before.along.nextDown, 0, passed) }
        // More than 0, as the clock lies between both.
        let duration = behind.seconds - before.seconds
        let metres = behind.along - before.along
        return (before.along + metres * passed / duration, metres / duration, 0)
    }
}
