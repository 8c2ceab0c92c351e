import Determinism
import Geodesy
import Routes

/// Another's rider: its last reports, and what follows from them.
struct RemoteRider: Equatable, Sendable {
    /// A report and when it was made.
    private struct Heard: Equatable {
        /// Milliseconds of the owner's clock; −∞ when that clock is no more.
        var sent: Double
        var prediction: RiderPrediction
    }

    /// The oldest first.
    private var reports: [Heard] = []
    /// The version of the newest report, 0 for none.
    private(set) var version: UInt64 = 0
    /// When the newest report came here.
    private(set) var heardAt: Moment
    /// Milliseconds between two reports, on average; 1/8 of each new interval goes in.
    private var interval = RideLimits.movingHeartbeat.milliseconds

    init(heardAt now: Moment) {
        self.heardAt = now
    }

    // MARK: What its owner says

    /// Takes a report that is newer than all before.
    mutating func hear(_ report: RiderReport, version: UInt64, on route: Route?, at now: Moment) {
        let heard = Heard(
            sent: Double(version),
            prediction: RiderPrediction(from: self.settled(report), on: route)
        )
        if let last = self.reports.last {
            let milliseconds = heard.sent - last.sent
            if self.isReached(heard, from: last) {
                let interval = min(milliseconds, RideLimits.movingHeartbeat.milliseconds)
                self.interval += (interval - self.interval) / 8
            } else {
                self.reports = []
            }
        }
        self.reports.append(heard)
        if self.reports.count > RideLimits.reportsMaximum { self.reports.removeFirst() }
        self.version = version
        self.heardAt = now
    }

    /// Whether one gets from report to report at a possible speed; who was put elsewhere by hand
    /// does not slide there across the map.
    private func isReached(_ heard: Heard, from last: Heard) -> Bool {
        let seconds = (heard.sent - last.sent) / 1_000
        guard seconds.isFinite else { return false }
        let metres = last.prediction.report.coordinate.metres(
            to: heard.prediction.report.coordinate
        )
        return metres <= max(RideLimits.errorMaximum, seconds * RideLimits.speedMaximum)
    }

    /// A report with what the one before it says better.
    ///
    /// Who stands does not move by the trembling of a receiver of satellites, and has the course
    /// that it came with.
    private func settled(_ report: RiderReport) -> RiderReport {
        guard let last = self.reports.last?.prediction else { return report }
        let isStill =
            report.speed == 0 && last.isResting
            && last.report.coordinate.metres(to: report.coordinate) <= RideLimits.errorMaximum
        return RiderReport(
            status: report.status,
            coordinate: isStill ? last.report.coordinate : report.coordinate,
            speed: report.speed,
            course: report.course ?? last.report.course,
            progress: report.progress,
            fixAge: report.fixAge,
            uncertainty: report.uncertainty
        )
    }

    /// Its owner has another route, or begins anew: what is known of it is looked at again.
    mutating func reroute(on route: Route?) {
        for index in self.reports.indices {
            let report = self.reports[index].prediction.report
            self.reports[index].prediction = RiderPrediction(from: report, on: route)
        }
    }

    /// Its owner's versions and clock begin anew; it stays where it is until it is reported.
    mutating func beginAnew() {
        self.reports = self.reports.suffix(1)
        for index in self.reports.indices { self.reports[index].sent = -.infinity }
        self.version = 0
    }

    // MARK: What is shown of it

    /// The newest report.
    var report: RiderReport? { self.reports.last?.prediction.report }

    /// Place, speed and course, where `clock` is its owner's clock now, in milliseconds.
    func place(
        at clock: Double,
        on route: Route?
    ) -> (coordinate: Coordinate, speed: Double, course: Double?)? {
        guard let first = self.reports.first else { return nil }
        let delay = min(
            self.interval * RideLimits.delayIntervals,
            RideLimits.delayMaximum * 1_000
        )
        let time = max(clock - delay, first.sent)
        guard let index = self.reports.lastIndex(where: { $0.sent <= time }) else { return nil }
        let from = self.reports[index]
        guard index + 1 < self.reports.count else {
            let place = from.prediction.place(after: (time - from.sent) / 1_000, on: route)
            return (place.coordinate, from.prediction.report.speed, place.course)
        }
        let to = self.reports[index + 1]
        return from.prediction.place(
            towards: to.prediction,
            fraction: (time - from.sent) / (to.sent - from.sent),
            metresMaximum: (to.sent - from.sent) / 1_000 * RideLimits.speedMaximum,
            on: route
        )
    }

    /// When the newest report was made, in milliseconds of its owner's clock.
    var sent: Double? { self.reports.last?.sent }
}
