import Control

/// What this daemon hears from a gpsd.
///
/// Loop-confined.
final class SatelliteDesk {
    struct Place {
        init?(_ text: String) { nil }
    }

    func open(_ place: Place) {}
    var json: JSONValue { .null }
}
