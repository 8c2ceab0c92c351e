import Determinism
import Geodesy

/// Makes a rider's position of a receiver's fixes, of which some are missing, late or wrong.
///
/// The age of a position is that of its fix, by this machine's steady clock: the fix that came
/// quickest of all tells how the receiver's clock and ours differ, so a wrong wall clock makes
/// nobody look old. The last position is kept when the fix is lost, and its age grows.
struct SatelliteReceiver: Equatable, Sendable {
    /// A fix that was believed.
    private struct Position: Equatable, Sendable {
        var coordinate: Coordinate
        /// The receiver's time.
        let time: WallTime?
        /// When it came.
        let received: Moment
        /// How old it was then.
        let age: Duration
        var speed: Double
        var course: Double?
    }

    /// A place that was refused as too far away, and when it came.
    private struct Outlier: Equatable, Sendable {
        let coordinate: Coordinate
        let received: Moment
    }

    private var position: Position?
    /// A second fix that agrees with this one is believed against the position.
    private var outlier: Outlier?
    /// The least difference that was seen between our steady clock and fixes' times.
    private var leastDelay: Duration?
    private(set) var hasFix = false
    /// How many fixes were refused.
    private(set) var refusedCount: UInt64 = 0

    // MARK: Bounds

    /// Ahead of the wall clock; more is no clock that is a little wrong.
    static let futureTolerance: Duration = .seconds(300)
    /// Behind the wall clock: receivers whose week has rolled over are 1,024 weeks behind.
    static let pastTolerance: Duration = .seconds(86_400)
    /// Metres; with more of an error the 100 m of help mean nothing.
    static let errorMaximum = 250.0
    /// Metres per second between two fixes, or as reported.
    static let speedMaximum = 100.0
    /// After so long without a believed fix, an earlier time begins a new order.
    ///
    /// So a single time
    /// from the future, within the tolerance, holds nobody up for longer.
    static let orderMemory: Duration = .seconds(10)
    /// Metres per second below which the course is noise, and the one before is kept.
    static let courseSpeedMinimum = 0.5

    // MARK: Fixes

    /// Takes a fix; `wall` is compared with its time and serves for nothing else.
    mutating func take(_ fix: SatelliteFix, at now: Moment, wall: WallTime) -> FixVerdict {
        guard fix.mode >= 2 else {
            self.hasFix = false
            return .noFix
        }
        do {
            let coordinate = try Self.coordinate(of: fix)
            try Self.checkError(fix)
            try Self.checkSpeed(fix)
            try Self.check(fix.time, against: wall)
            if let time = fix.time, let position, position.time == time {
                self.complete(position, with: fix, coordinate)
                self.hasFix = true
                return .merged
            }
            try self.checkOrder(of: fix, at: now)
            try self.checkDistance(to: coordinate, fix, at: now)
            self.accept(fix, coordinate, at: now)
            return .taken
        } catch {
            self.refusedCount &+= 1
            return .refused(error.why)
        }
    }

    /// The receiver, or the daemon that speaks for it, is gone.
    mutating func lose() { self.hasFix = false }

    private struct Refusal: Error {
        let why: String

        init(_ why: String) {
            self.why = why
        }
    }

    private static func finite(_ number: Double?) -> Double? {
        number.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func coordinate(of fix: SatelliteFix) throws(Refusal) -> Coordinate {
        guard let latitude = self.finite(fix.latitude), let longitude = self.finite(fix.longitude)
        else { throw Refusal("The fix has mode \(fix.mode) and no place.") }
        guard latitude != 0 || longitude != 0 || self.finite(fix.altitude) ?? 0 != 0 else {
            throw Refusal("The fix has 0 for everything, which is a receiver that knows nothing.")
        }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw Refusal(error.description)
        }
    }

    private static func checkError(_ fix: SatelliteFix) throws(Refusal) {
        guard let error = self.finite(fix.error), error > self.errorMaximum else { return }
        throw Refusal(
            "The fix may be \(error) m off; at most \(self.errorMaximum) m are taken."
        )
    }

    private static func checkSpeed(_ fix: SatelliteFix) throws(Refusal) {
        guard let speed = self.finite(fix.speed) else { return }
        guard (0...self.speedMaximum).contains(speed) else {
            throw Refusal(
                "The fix has a speed of \(speed) m/s; it must lie between 0 and"
                    + " \(self.speedMaximum) m/s."
            )
        }
    }

    private static func check(_ time: WallTime?, against wall: WallTime) throws(Refusal) {
        guard let time else { return }
        guard time <= wall.advanced(by: self.futureTolerance) else {
            throw Refusal(
                "The fix is of \(time.iso8601), more than"
                    + " \(self.futureTolerance.components.seconds) s after \(wall.iso8601), the"
                    + " time here."
            )
        }
        guard time.advanced(by: self.pastTolerance) >= wall else {
            throw Refusal(
                "The fix is of \(time.iso8601), more than"
                    + " \(self.pastTolerance.components.seconds) s before \(wall.iso8601), the"
                    + " time here."
            )
        }
    }

    /// The newest time wins; what comes late stays out.
    private func checkOrder(of fix: SatelliteFix, at now: Moment) throws(Refusal) {
        guard let time = fix.time, let position, let newest = position.time, time < newest,
            now - position.received <= Self.orderMemory
        else { return }
        throw Refusal(
            "The fix is of \(time.iso8601), before the one of \(newest.iso8601) that is known."
        )
    }

    /// A single jump is a fault of the receiver; two fixes that agree are a place.
    private mutating func checkDistance(
        to coordinate: Coordinate,
        _ fix: SatelliteFix,
        at now: Moment
    ) throws(Refusal) {
        guard let position else { return }
        let seconds = Self.seconds(from: position, to: fix, at: now)
        let metres = position.coordinate.metres(to: coordinate)
        // At least a second, so that two fixes at once divide by nothing and may differ a little.
        guard metres > Self.speedMaximum * max(1, seconds) else {
            self.outlier = nil
            return
        }
        if let outlier {
            let since = max(1, (now - outlier.received).milliseconds / 1_000)
            if outlier.coordinate.metres(to: coordinate) <= Self.speedMaximum * since {
                self.outlier = nil
                self.position = nil
                return
            }
        }
        self.outlier = Outlier(coordinate: coordinate, received: now)
        let (way, time) = (Int(metres), Int(min(seconds, 1e9)))
        throw Refusal(
            "The fix is \(way) m from the one \(time) s before; nobody rides that fast."
        )
    }

    /// By the receiver's clock where both have its time, else by ours.
    private static func seconds(
        from position: Position,
        to fix: SatelliteFix,
        at now: Moment
    ) -> Double {
        guard let before = position.time?.milliseconds, let after = fix.time?.milliseconds,
            after > before
        else { return (now - position.received).milliseconds / 1_000 }
        return Double(after - before) / 1_000
    }

    private mutating func accept(_ fix: SatelliteFix, _ coordinate: Coordinate, at now: Moment) {
        let before = self.position
        let line = before.map { Geodesic(from: $0.coordinate, to: coordinate) }
        let seconds = before.map { Self.seconds(from: $0, to: fix, at: now) } ?? 0
        // Of two fixes in less than half a second the distance is noise.
        let measured = line.flatMap { seconds >= 0.5 ? $0.metres / seconds : nil }
        let speed = Self.finite(fix.speed) ?? measured ?? before?.speed ?? 0
        var position = Position(
            coordinate: coordinate,
            time: fix.time,
            received: now,
            age: self.age(of: fix, after: before, at: now),
            speed: min(speed, Self.speedMaximum),
            course: before?.course
        )
        if position.speed >= Self.courseSpeedMinimum {
            let course = Self.course(fix.track) ?? line?.azimuths?.end
            position.course = course ?? position.course
        }
        self.position = position
        self.hasFix = true
    }

    /// How long the fix was under way, beyond what the quickest took.
    private mutating func age(
        of fix: SatelliteFix,
        after before: Position?,
        at now: Moment
    ) -> Duration {
        guard let time = fix.time else { return .zero }
        // Fits: the time was compared with the wall clock.
        let delay: Duration = now.sinceStart - .milliseconds(Int64(clamping: time.milliseconds))
        let isNewOrder = before?.time.map { time < $0 } ?? false
        let least = isNewOrder ? delay : min(self.leastDelay ?? delay, delay)
        self.leastDelay = least
        return delay - least
    }

    /// gpsd sends an epoch in several pieces, the first without a track.
    private mutating func complete(
        _ position: Position,
        with fix: SatelliteFix,
        _ coordinate: Coordinate
    ) {
        var position = position
        position.speed = Self.finite(fix.speed) ?? position.speed
        if position.speed >= Self.courseSpeedMinimum {
            position.course = Self.course(fix.track) ?? position.course
        }
        // A correction of the place, not a movement.
        if position.coordinate.metres(to: coordinate) <= Self.speedMaximum {
            position.coordinate = coordinate
        }
        self.position = position
    }

    private static func course(_ track: Double?) -> Double? {
        guard let track = self.finite(track), (0...360).contains(track) else { return nil }
        return track < 360 ? track : 0
    }

    // MARK: The position

    /// Where the rider is; `nil` before the first fix that was believed.
    func place(at now: Moment) -> PersonPlace? {
        self.position.map { position in
            PersonPlace(
                coordinate: position.coordinate,
                // Without a fix nobody knows how it moves; a receiver may just fall silent.
                speed: self.hasFix && now - position.received <= Self.orderMemory
                    ? position.speed : 0,
                course: position.course,
                age: position.age + max(.zero, now - position.received)
            )
        }
    }
}
