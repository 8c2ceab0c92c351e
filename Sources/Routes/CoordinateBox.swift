public import Geodesy

/// The smallest box of latitudes and longitudes around some places.
///
/// It may lie across the antimeridian: riders at 179.99 and −179.99 are 0.02° apart, not 359.98.
public struct CoordinateBox: Equatable, Sendable {
    /// Degrees; never more than `north`.
    public let south: Double
    public let north: Double
    /// Degrees, −180 to 180; more than `east` when the box lies across the antimeridian.
    public let west: Double
    public let east: Double

    /// The box around the places; `nil` when there are none.
    ///
    /// Its sides in the east and west are at the widest gap between two longitudes.
    public init?(around places: [Coordinate]) {
        let latitudes = places.map(\.latitude)
        let longitudes = places.map(\.longitude).sorted()
        guard
            let south = latitudes.min(), let north = latitudes.max(),
            let first = longitudes.first, let last = longitudes.last
        else { return nil }
        var (west, east) = (first, last)
        var widest = first + 360 - last
        for (low, high) in zip(longitudes, longitudes.dropFirst()) where high - low > widest {
            widest = high - low
            (west, east) = (high, low)
        }
        self.south = south
        self.north = north
        self.west = west
        self.east = east
    }

    /// Degrees from its west side to its east side, 0 to 360.
    public var width: Double {
        self.west <= self.east ? self.east - self.west : self.east - self.west + 360
    }

    /// Degrees from its south side to its north side, 0 to 180.
    public var height: Double { self.north - self.south }
}
