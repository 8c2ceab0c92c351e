import Geodesy
import Routes

extension Route {
    /// The place that far along, and the course of who rides there in that direction.
    func place(
        at metres: Double,
        isForward: Bool
    ) -> (coordinate: Coordinate, course: Double?) {
        let point = self.point(at: metres)
        let course = point.azimuth.map { isForward ? $0 : Azimuth.normalized($0 + 180) }
        return (point.coordinate, course)
    }

    /// The way in metres from one distance to another, negative backwards; round a closed route the
    /// shorter one.
    func way(from start: Double, to end: Double) -> Double {
        let way = self.distance(of: end) - self.distance(of: start)
        guard self.isClosed, abs(way) > self.metres / 2 else { return way }
        return way > 0 ? way - self.metres : way + self.metres
    }
}
