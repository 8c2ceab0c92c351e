import Geodesy
import Wire

extension ByteReader {
    /// Takes latitude and longitude in whole 1e-7°, four bytes each, and checks their ranges.
    mutating func readCoordinate() throws(WireError) -> Coordinate {
        let latitude = Int32(bitPattern: try self.readUInt32())
        return try Coordinate(
            checking: (latitude, Int32(bitPattern: try self.readUInt32()))
        )
    }
}

extension ByteWriter {
    /// Writes latitude and longitude in whole 1e-7°, four bytes each.
    mutating func write(_ place: Coordinate) {
        let (latitude, longitude) = place.tenMillionths
        self.write(UInt32(bitPattern: latitude))
        self.write(UInt32(bitPattern: longitude))
    }
}
