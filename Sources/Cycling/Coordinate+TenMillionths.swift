import Geodesy
import Wire

extension Coordinate {
    /// The place in whole 1e-7°, 1.1 cm of latitude: rounded, and 180° east is −180°.
    var tenMillionths: (latitude: Int32, longitude: Int32) {
        let longitude = Int32((self.longitude * 1e7).rounded())
        return (
            Int32((self.latitude * 1e7).rounded()),
            longitude == Self.halfTurn ? -Self.halfTurn : longitude
        )
    }

    /// The place at whole 1e-7°, which must be in range.
    ///
    /// Division and not a product, so that the nearest number of all to the decimal one comes out.
    init(tenMillionths place: (latitude: Int32, longitude: Int32)) {
        do {
            try self.init(
                latitude: Double(place.latitude) / 1e7,
                longitude: Double(place.longitude) / 1e7
            )
        } catch {
            preconditionFailure("\(place) was checked before and is no place: \(error)")
        }
    }

    /// The place at whole 1e-7° that a peer sent; 180° east is taken as −180°.
    init(checking place: (latitude: Int32, longitude: Int32)) throws(WireError) {
        try Self.check(place.latitude, "latitude", atMost: Self.quarterTurn)
        try Self.check(place.longitude, "longitude", atMost: Self.halfTurn)
        self.init(tenMillionths: place)
    }

    private static func check(
        _ value: Int32,
        _ what: String,
        atMost highest: Int32
    ) throws(WireError) {
        guard (-highest...highest).contains(value) else {
            throw .outOfRange(
                what: "\(what) in 1e-7°",
                value: Int64(value),
                lowest: -Int64(highest),
                highest: Int64(highest)
            )
        }
    }

    /// 180° in 1e-7°.
    static let halfTurn: Int32 = 1_800_000_000
    /// 90° in 1e-7°.
    static let quarterTurn: Int32 = 900_000_000
}
