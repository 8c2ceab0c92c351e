public import Determinism
import Geodesy
public import Routes

/// Decides when an owner tells others of its riders, so that little is said and all see much.
///
/// A rider is reported when it is new, when its status changes, when it comes to rest or starts,
/// when what receivers see is wrong by more than `RideLimits.errorMaximum`, and at a heartbeat. The
/// heartbeats of all riders are one, so that their states travel together. What is told here has
/// gone through the owner's privacy before.
public struct RidePublisher: Equatable, Sendable {
    /// What receivers know of a rider.
    private struct Told: Equatable {
        let version: UInt64
        /// The version of the report that all have: the time from which they predict.
        let toldAll: UInt64
        let prediction: RiderPrediction
    }

    /// The owner's route, of which receivers are told by a message; `nil` for none.
    public var route: Route? {
        didSet {
            self.told = self.told.mapValues { told in
                let prediction = RiderPrediction(from: told.prediction.report, on: self.route)
                return Told(
                    version: told.version,
                    toldAll: told.toldAll,
                    prediction: prediction
                )
            }
        }
    }
    private var told: [UInt32: Told] = [:]
    /// The highest version of a removal: who comes back has a higher one.
    private var removed: UInt64 = 0
    private var movingBeat: Moment?
    private var restingBeat: Moment?
    /// Riders of the last tick for which there was no room.
    public private(set) var leftOut = 0

    public init(route: Route? = nil) {
        self.route = route
    }

    /// What is to be told after a tick: `riders` are all riders of this owner with their reports.
    ///
    /// In the order of the numbers, removals last. At most `RideLimits.ridersMaximum` riders are
    /// told of; who is known already keeps its place. Moments must not go back.
    public mutating func tick(
        _ riders: [UInt32: RiderReport],
        at now: Moment
    ) -> [RidePublication] {
        let gone = self.told.keys.filter { riders[$0] == nil }.sorted()
        let removals = gone.map { self.remove($0, at: now) }
        let beats = (
            moving: Self.beats(&self.movingBeat, every: RideLimits.movingHeartbeat, at: now),
            resting: Self.beats(&self.restingBeat, every: RideLimits.restingHeartbeat, at: now)
        )
        self.leftOut = 0
        var states: [RidePublication] = []
        for (number, report) in riders.sorted(by: { $0.key < $1.key }) {
            let state = RideState(report)
            if let told = self.told[number] {
                let beat = state.report.speed == 0 ? beats.resting : beats.moving
                guard beat || self.isNews(state.report, after: told, at: now) else { continue }
            } else if self.told.count >= RideLimits.ridersMaximum {
                self.leftOut += 1
                continue
            }
            states.append(self.tell(state, of: number, at: now))
        }
        return states + removals
    }

    /// All riders, for a link that has just begun: `riders` are those of this moment.
    ///
    /// Sent to one peer alone; what the others know stays what it was.
    public mutating func everything(
        _ riders: [UInt32: RiderReport],
        at now: Moment
    ) -> [RidePublication] {
        self.told.keys.sorted().compactMap { number in
            guard let told = self.told[number], let report = riders[number] else { return nil }
            let version = self.version(after: told.version, at: now)
            self.told[number] = Told(
                version: version,
                toldAll: told.toldAll,
                prediction: told.prediction
            )
            return .state(number: number, version: version, body: RideState(report).encoded)
        }
    }

    // MARK: One rider

    private func isNews(_ report: RiderReport, after told: Told, at now: Moment) -> Bool {
        let known = told.prediction.report
        guard report.status == known.status, report.uncertainty == known.uncertainty,
            (report.speed == 0) == told.prediction.isResting
        else { return true }
        let seconds = (now.sinceStart.milliseconds - Double(told.toldAll)) / 1_000
        let seen = told.prediction.place(after: seconds, on: self.route).coordinate
        return seen.metres(to: report.coordinate) > RideLimits.errorMaximum
    }

    private mutating func tell(
        _ state: RideState,
        of number: UInt32,
        at now: Moment
    ) -> RidePublication {
        let version = self.version(after: self.told[number]?.version ?? self.removed, at: now)
        let prediction = RiderPrediction(from: state.report, on: self.route)
        self.told[number] = Told(version: version, toldAll: version, prediction: prediction)
        return .state(number: number, version: version, body: state.encoded)
    }

    private mutating func remove(_ number: UInt32, at now: Moment) -> RidePublication {
        let last = self.told.removeValue(forKey: number)?.version ?? self.removed
        let version = self.version(after: last, at: now)
        self.removed = max(self.removed, version)
        return .removal(number: number, version: version)
    }

    // MARK: Times

    /// Milliseconds since this instance began, but always more than before.
    private func version(after last: UInt64, at now: Moment) -> UInt64 {
        max(last + 1, UInt64(max(0, now.nanoseconds)) / 1_000_000)
    }

    /// Whether a heartbeat is due; the next one is a whole number of intervals later.
    private static func beats(
        _ next: inout Moment?,
        every interval: Duration,
        at now: Moment
    ) -> Bool {
        guard let due = next else {
            next = now + interval
            return true
        }
        guard now + RideLimits.heartbeatSlack >= due else { return false }
        let late = max(.zero, now - due)
        next = due + interval * (Int(late / interval) + 1)
        return true
    }
}
