package import Geodesy

/// A place that is known to be one.
package func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    do {
        return try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
        preconditionFailure("\(latitude), \(longitude): \(error)")
    }
}
