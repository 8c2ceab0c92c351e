import Geodesy

/// Directions of riders on a route.
enum RouteCourse {
    /// The course of somebody who rides against an azimuth; both 0 to 360 without 360.
    static func reversed(_ azimuth: Double) -> Double {
        Azimuth.between(azimuth, azimuth + 180, fraction: 1)
    }
}
