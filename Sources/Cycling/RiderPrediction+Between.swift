import Geodesy
import Routes

extension RiderPrediction {
    /// Place, speed and course between two reports, of which this is the earlier.
    ///
    /// Along the owner's route where both are on it, no farther apart than `metresMaximum`; else on
    /// the geodesic, which knows neither an antimeridian nor a pole.
    func place(
        towards later: RiderPrediction,
        fraction: Double,
        metresMaximum: Double,
        on route: Route?
    ) -> (coordinate: Coordinate, speed: Double, course: Double?) {
        let speed = self.report.speed + (later.report.speed - self.report.speed) * fraction
        if let route, let from = self.progress, let to = later.progress {
            let way = route.way(from: from.along, to: to.along)
            if way != 0, abs(way) <= metresMaximum {
                let place = route.place(at: from.along + way * fraction, isForward: way > 0)
                return (place.coordinate, speed, place.course)
            }
        }
        return (self.straight(to: later, fraction), speed, self.course(to: later, fraction))
    }

    private func straight(to later: RiderPrediction, _ fraction: Double) -> Coordinate {
        let start = self.report.coordinate
        let line = Geodesic(from: start, to: later.report.coordinate)
        guard let azimuth = line.azimuths?.start else { return start }
        let reached = Geodesic.destination(
            from: start,
            azimuth: azimuth,
            metres: line.metres * fraction
        )
        return reached?.coordinate ?? start
    }

    /// The mean on the shorter way round; of one that is not known, the other.
    private func course(to later: RiderPrediction, _ fraction: Double) -> Double? {
        guard let start = self.report.course else { return later.report.course }
        guard let end = later.report.course else { return start }
        return Azimuth.between(start, end, fraction: fraction)
    }
}
