import Geodesy
import Wire

/// Writes the points of one part of a route in few bytes: as steps of whole 1e-7°.
///
/// Each point is two numbers, its latitude and its longitude less those of the point before it, the
/// first less 0°, 0°. Steps east and west go the shorter way round, so that the antimeridian is no
/// jump. A number is zigzag-coded (0, −1, 1, −2, … as 0, 1, 2, 3, …), then written in groups of
/// seven bits, the lowest first; all bytes but the last have their top bit set. There is one form
/// for each.
enum PointCoding {
    /// The most bytes that a point takes: two numbers of 33 bits.
    static let pointBytesMaximum = 10

    static func encoded(_ points: [Coordinate]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.count * 4)
        var last = (latitude: Int64(0), longitude: Int64(0))
        for point in points {
            let place = point.tenMillionths
            let (latitude, longitude) = (Int64(place.latitude), Int64(place.longitude))
            Self.append(latitude - last.latitude, to: &bytes)
            Self.append(Self.wrapped(longitude - last.longitude), to: &bytes)
            last = (latitude, longitude)
        }
        return bytes
    }

    /// Reads what `encoded` writes, and refuses all else: no point, too many, another form, or a
    /// step off the globe.
    static func decoded(
        _ bytes: [UInt8],
        atMost pointsMaximum: Int
    ) throws(WireError) -> [Coordinate] {
        var reader = ByteReader(bytes)
        var points: [Coordinate] = []
        var last = (latitude: Int64(0), longitude: Int64(0))
        repeat {
            guard points.count < pointsMaximum else {
                throw .countTooLarge(count: UInt64(points.count + 1), accepted: pointsMaximum)
            }
            last.latitude += try Self.readNumber(from: &reader)
            let step = try Self.readNumber(from: &reader)
            guard Self.wrapped(step) == step else {
                throw .invalid(what: "step of a route", why: "\(step) is the longer way round")
            }
            last.longitude = Self.wrapped(last.longitude + step)
            let quarter = Int64(Coordinate.quarterTurn)
            guard (-quarter...quarter).contains(last.latitude) else {
                throw .outOfRange(
                    what: "latitude in 1e-7°",
                    value: last.latitude,
                    lowest: -quarter,
                    highest: quarter
                )
            }
            points.append(
                Coordinate(tenMillionths: (Int32(last.latitude), Int32(last.longitude)))
            )
        } while reader.remaining > 0
        return points
    }

    /// The same longitude, or step, from −180° to 180° without 180° itself.
    private static func wrapped(_ degrees: Int64) -> Int64 {
        let half = Int64(Coordinate.halfTurn)
        if degrees >= half { return degrees - 2 * half }
        return degrees < -half ? degrees + 2 * half : degrees
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func readNumber(from reader: inout ByteReader) throws(WireError) -> Int64 {
        var number: UInt64 = 0
        for index in 0..<Self.numberBytesMaximum {
            let byte = try reader.readUInt8()
            number |= UInt64(byte & 0x7F) << UInt64(7 * index)
            guard byte & 0x80 == 0 else { continue }
            guard byte != 0 || index == 0 else {
                throw .notShortestForm(value: number, bytes: index + 1)
            }
            return Int64(number >> 1) ^ -Int64(number & 1)
        }
        throw .integerTooLarge(value: number, accepted: 1 << 35)
    }

    /// 35 bits.
    private static let numberBytesMaximum = 5
}
