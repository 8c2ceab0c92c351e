import Geodesy
import Routes

/// Where a rider is some time after it was reported, as far as one can tell from that report.
///
/// Owner and receivers go by the same rule, so the owner knows what they show, and tells them when
/// it is wrong (dead reckoning, IEEE 1278). Along its owner's route a rider takes the bends; off it
/// goes straight on. Both for a short while only, then it stands still.
struct RiderPrediction: Equatable, Sendable {
    let report: RiderReport
    /// Where along the route it was, if it really was there.
    let progress: RiderReport.Progress?

    /// What follows from a report; `route` is its owner's.
    init(from report: RiderReport, on route: Route?) {
        self.report = report
        self.progress = report.progress.flatMap { progress in
            guard let route else { return nil }
            let away = route.point(at: progress.along).coordinate.metres(to: report.coordinate)
            return away <= RideLimits.besideRouteMaximum ? progress : nil
        }
    }

    /// Whether it stands still, so that there is nothing to predict.
    var isResting: Bool { self.report.speed == 0 }

    /// Place and course that many seconds after the report.
    func place(after seconds: Double, on route: Route?) -> (coordinate: Coordinate, course: Double?)
    {
        let here = (self.report.coordinate, self.report.course)
        guard seconds > 0, !self.isResting else { return here }
        if let route, let progress = self.progress {
            let metres = self.report.speed * min(seconds, RideLimits.routeMaximum)
            let along = progress.along + (progress.isForward ? metres : -metres)
            return route.place(at: along, isForward: progress.isForward)
        }
        guard let course = self.report.course else { return here }
        let ahead = Geodesic.destination(
            from: self.report.coordinate,
            azimuth: course,
            metres: self.report.speed * min(seconds, RideLimits.straightMaximum)
        )
        return ahead.map { ($0.coordinate, $0.azimuth) } ?? here
    }
}
