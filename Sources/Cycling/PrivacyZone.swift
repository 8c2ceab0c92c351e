public import Geodesy
public import Peers

/// A circle within which nothing of a person's rider leaves this machine.
///
/// Were the circle that others see the true one, the edge where somebody vanishes and appears would
/// show its centre, the home. So what is hidden is a larger circle about another centre, which lies
/// anywhere within half the radius, as the zone's random bytes say, and stays for as long as the
/// zone is there: were it drawn anew each time, the mean of many edges would show the home again.
public struct PrivacyZone: Equatable, Sendable {
    /// Why a zone can't be.
    public enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case radius(Double)
        case place(CoordinateError)
        case randomBytes(Int)

        public var description: String {
            switch self {
            case .radius(let metres):
                "A zone has a radius of \(Int(PrivacyZone.radii.lowerBound)) m to"
                    + " \(Int(PrivacyZone.radii.upperBound)) m, not of \(metres) m."
            case .place(let error): error.description
            case .randomBytes(let count):
                "A zone needs \(PrivacyZone.randomByteCount) random bytes, not \(count)."
            }
        }
    }

    /// Metres of a radius.
    ///
    /// Less hides no house, more hides a city.
    public static let radii = 50.0...20_000.0
    public static let randomByteCount = 16

    public let name: DisplayName
    /// As it was asked for.
    public let center: Coordinate
    /// Metres, as it was asked for.
    public let radius: Double
    /// What its hidden centre was drawn with, for whoever stores the zone.
    public let randomBytes: [UInt8]
    /// The centre of what is hidden.
    let hiddenCenter: Coordinate

    /// Makes a zone; the bytes come from the system's generator, and are kept with it.
    public init(
        name: DisplayName,
        latitude: Double,
        longitude: Double,
        radius: Double,
        randomBytes: [UInt8]
    ) throws(Fault) {
        guard Self.radii.contains(radius) else { throw .radius(radius) }
        guard randomBytes.count == Self.randomByteCount else {
            throw .randomBytes(randomBytes.count)
        }
        do {
            self.center = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw .place(error)
        }
        self.name = name
        self.radius = radius
        self.randomBytes = randomBytes
        // The root makes every spot within the shift equally likely.
        let metres = radius / 2 * Self.share(randomBytes[..<8]).squareRoot()
        let azimuth = 360 * Self.share(randomBytes[8...])
        let shifted = Geodesic.destination(from: self.center, azimuth: azimuth, metres: metres)
        self.hiddenCenter = shifted?.coordinate ?? self.center
    }

    /// Metres: covers all of the true circle, wherever the centre has been moved to.
    var hiddenRadius: Double { self.radius * 1.5 }

    /// Whether somebody there can't be seen.
    public func hides(_ place: Coordinate) -> Bool {
        self.hiddenCenter.metres(to: place) <= self.hiddenRadius
    }

    /// Eight bytes as a number from 0 up to but not including 1.
    private static func share(_ bytes: ArraySlice<UInt8>) -> Double {
        let word = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(word >> 11) * 0x1p-53
    }
}
