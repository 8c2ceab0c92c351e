import Determinism
import Geodesy
public import Wire

/// A rider's report as it travels: quantised, and 12 to 24 bytes long.
///
/// It is the body of a state on the state lane, whose key is the rider's number and whose version
/// is the report's time: its owner's milliseconds since its instance began. Both sides go by the
/// quantised values, so they predict the same. Protocol.md, section 24.2.
public struct RideState: Equatable, Sendable {
    /// What the rider is doing.
    public let status: RiderStatus
    /// Whole 1e-7°.
    private let coordinate: Coordinate
    /// Millimetres per second.
    private let speed: UInt32
    /// 1/100°, below 36,000.
    private let course: UInt16?
    private let progress: Progress?
    /// Milliseconds; that many or more at `UInt32.max`.
    private let fixAge: UInt32
    /// Metres; that many or more at `UInt16.max`.
    private let uncertainty: UInt16

    /// Where along the owner's route: whole decimetres.
    private struct Progress: Equatable {
        let along: UInt32
        let isForward: Bool
    }

    /// The longest body.
    public static let bytesMaximum = 24

    /// The report that it stands for.
    public var report: RiderReport {
        RiderReport(
            status: self.status,
            coordinate: self.coordinate,
            speed: Double(self.speed) / 1_000,
            course: self.course.map { Double($0) / 100 },
            progress: self.progress.map {
                RiderReport.Progress(along: Double($0.along) / 10, isForward: $0.isForward)
            },
            fixAge: .milliseconds(self.fixAge),
            uncertainty: Double(self.uncertainty)
        )
    }
}

// MARK: Quantising

extension RideState {
    /// The nearest to a report that can travel.
    ///
    /// Numbers are rounded, never truncated, which would pull all riders towards 0°, 0°. The
    /// uncertainty is rounded up, so that it stays true. A speed that is no number or negative
    /// becomes 0, one above `RideLimits.speedMaximum` becomes that.
    public init(_ report: RiderReport) {
        self.status = report.status
        self.coordinate = Coordinate(tenMillionths: report.coordinate.tenMillionths)
        self.speed = Self.whole(report.speed, per: 1_000, atMost: Self.speedMaximum)
        self.course = report.course.flatMap { Self.hundredths(ofDegrees: $0) }
        self.progress = report.progress.map {
            Progress(
                along: Self.whole($0.along, per: 10, atMost: UInt32.max),
                isForward: $0.isForward
            )
        }
        self.fixAge = Self.whole(report.fixAge.milliseconds, per: 1, atMost: UInt32.max)
        self.uncertainty = Self.whole(
            report.uncertainty.rounded(.up),
            per: 1,
            atMost: UInt16.max
        )
    }

    private static let speedMaximum = UInt32(RideLimits.speedMaximum * 1_000)

    /// A number in units of which `scale` make 1: rounded, from 0 to `highest`; 0 if it is none.
    private static func whole<Whole: FixedWidthInteger>(
        _ value: Double,
        per scale: Double,
        atMost highest: Whole
    ) -> Whole {
        guard value > 0 else { return 0 }
        let scaled = (value * scale).rounded()
        return scaled < Double(highest) ? Whole(scaled) : highest
    }

    private static func hundredths(ofDegrees course: Double) -> UInt16? {
        guard course.isFinite else { return nil }
        // What is rounded up to a full turn is north again.
        return UInt16((Azimuth.normalized(course) * 100).rounded()) % Self.turn
    }

    /// A full turn in 1/100°.
    private static let turn: UInt16 = 36_000
}

// MARK: On the wire

extension RideState {
    /// The bits of the first byte, above the three of the status.
    private enum Flag {
        static let status: UInt8 = 0b0000_0111
        static let course: UInt8 = 0b0000_1000
        static let progress: UInt8 = 0b0001_0000
        static let backward: UInt8 = 0b0010_0000
        static let fixAge: UInt8 = 0b0100_0000
        static let uncertainty: UInt8 = 0b1000_0000
    }

    /// The bytes: one form for each value.
    public var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.reserve(Self.bytesMaximum)
        writer.write(self.flags)
        writer.write(self.coordinate)
        writer.write(UInt8(self.speed >> 16))
        writer.write(UInt16(truncatingIfNeeded: self.speed))
        if let course = self.course { writer.write(course) }
        if let progress = self.progress { writer.write(progress.along) }
        if self.fixAge > 0 { writer.write(self.fixAge) }
        if self.uncertainty > 0 { writer.write(self.uncertainty) }
        return writer.bytes
    }

    private var flags: UInt8 {
        var flags = UInt8(self.status.rawValue)
        if self.course != nil { flags |= Flag.course }
        if let progress = self.progress {
            flags |= progress.isForward ? Flag.progress : Flag.progress | Flag.backward
        }
        if self.fixAge > 0 { flags |= Flag.fixAge }
        if self.uncertainty > 0 { flags |= Flag.uncertainty }
        return flags
    }

    /// Reads what `encoded` writes, and refuses all else.
    ///
    /// A longitude of exactly 180° is taken as −180°.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        let flags = try reader.readUInt8()
        let status = UInt64(flags & Flag.status)
        guard let status = RiderStatus(rawValue: status) else {
            throw .unknownValue(what: "status of a rider", value: status)
        }
        self.status = status
        self.coordinate = try reader.readCoordinate()
        let speed = UInt32(try reader.readUInt8()) << 16 | UInt32(try reader.readUInt16())
        self.speed = try Self.inRange(speed, "speed in mm/s", 0, Self.speedMaximum)
        self.course =
            flags & Flag.course == 0
            ? nil : try Self.inRange(reader.readUInt16(), "course in 1/100°", 0, Self.turn - 1)
        self.progress = try Self.progress(flags, from: &reader)
        self.fixAge =
            flags & Flag.fixAge == 0
            ? 0 : try Self.inRange(reader.readUInt32(), "fix age in ms", 1, .max)
        self.uncertainty =
            flags & Flag.uncertainty == 0
            ? 0 : try Self.inRange(reader.readUInt16(), "uncertainty in m", 1, .max)
        guard reader.remaining == 0 else { throw .trailingBytes(count: reader.remaining) }
    }

    private static func progress(
        _ flags: UInt8,
        from reader: inout ByteReader
    ) throws(WireError) -> Progress? {
        let isBackward = flags & Flag.backward != 0
        guard flags & Flag.progress != 0 else {
            guard !isBackward else {
                throw .invalid(what: "direction", why: "it says backward, but on no route")
            }
            return nil
        }
        return Progress(along: try reader.readUInt32(), isForward: !isBackward)
    }

    private static func inRange<Whole: FixedWidthInteger>(
        _ value: Whole,
        _ what: String,
        _ lowest: Whole,
        _ highest: Whole
    ) throws(WireError) -> Whole {
        guard (lowest...highest).contains(value) else {
            throw .outOfRange(
                what: what,
                value: Int64(value),
                lowest: Int64(lowest),
                highest: Int64(highest)
            )
        }
        return value
    }
}
