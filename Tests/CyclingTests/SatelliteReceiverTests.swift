import Determinism
import Geodesy
import GeodesyTesting
import Testing

@testable import Cycling

/// What gpsd says, right and wrong: ride.md 3.4 and cases 40 to 50 of its part 4.
@Suite struct SatelliteReceiverTests {
    private var receiver = SatelliteReceiver()

    /// A fix with the time of the receiver's clock; a second late by this machine's.
    private func fix(
        _ seconds: Double?,
        north metres: Double = 0,
        speed: Double? = nil,
        track: Double? = nil
    ) -> SatelliteFix {
        SatelliteFix(
            mode: 3,
            time: seconds.map { Samples.wall.advanced(by: .seconds($0)) },
            latitude: 52 + metres / 111_267,
            longitude: 13,
            altitude: 60,
            speed: speed,
            track: track
        )
    }

    @discardableResult
    private mutating func take(_ fix: SatelliteFix, at seconds: Double) -> FixVerdict {
        self.receiver.take(
            fix,
            at: .seconds(seconds),
            wall: Samples.wall.advanced(by: .seconds(seconds))
        )
    }

    private func place(at seconds: Double) -> PersonPlace? {
        self.receiver.place(at: .seconds(seconds))
    }

    private func isRefused(_ verdict: FixVerdict) -> Bool {
        if case .refused = verdict { true } else { false }
    }

    private func metres(at seconds: Double) -> Double {
        ((self.place(at: seconds)?.coordinate.latitude ?? 0) - 52) * 111_267
    }

    @Test mutating func `Debian's gpsd as measured: no fix, a fix without time, then two an epoch`()
    {
        #expect(self.take(SatelliteFix(mode: 1), at: 0) == .noFix)
        #expect(self.place(at: 0) == nil)
        #expect(self.take(self.fix(nil), at: 1) == .taken)
        #expect(self.place(at: 1)?.age == .zero)
        #expect(self.take(self.fix(2, north: 5.5, speed: 5.549), at: 2) == .taken)
        #expect(self.take(self.fix(2, north: 5.5, speed: 5.556, track: 0), at: 2.5) == .merged)
        let place = self.place(at: 2.5)
        #expect(place?.speed == 5.556)
        #expect(place?.course == 0)
        #expect(place?.age == .milliseconds(500))
    }

    @Test mutating func `without a fix the last place stays, and its age grows`() {
        self.take(self.fix(0, speed: 5), at: 0)
        #expect(self.take(SatelliteFix(mode: 1), at: 10) == .noFix)
        #expect(self.place(at: 60)?.age == .seconds(60))
        #expect(self.place(at: 60)?.speed == 0)
        #expect(!self.receiver.hasFix)
        self.take(self.fix(61, north: 20), at: 61)
        #expect(self.receiver.hasFix && self.place(at: 61)?.age == .zero)
        self.receiver.lose()
        #expect(self.place(at: 71)?.age == .seconds(10))
    }

    @Test mutating func `nobody knows how one moves whose receiver has fallen silent`() {
        self.take(self.fix(0, speed: 6), at: 0)
        #expect(self.place(at: 10)?.speed == 6)
        #expect(self.place(at: 10.1)?.speed == 0)
    }

    @Test mutating func `fields that are missing or no numbers are absent, and crash nothing`() {
        #expect(self.isRefused(self.take(SatelliteFix(mode: 3), at: 0)))
        var fix = self.fix(1)
        fix.latitude = .nan
        #expect(self.isRefused(self.take(fix, at: 1)))
        fix = self.fix(2, speed: .nan, track: .infinity)
        fix.altitude = .nan
        fix.error = .nan
        #expect(self.take(fix, at: 2) == .taken)
        #expect(self.place(at: 2)?.speed == 0)
        #expect(self.place(at: 2)?.course == nil)
        #expect(self.receiver.refusedCount == 2)
    }

    @Test(arguments: [(91.0, 0.0), (0, 540), (.infinity, 0), (52, -181)])
    mutating func `what is no place on earth is refused`(latitude: Double, longitude: Double) {
        let fix = SatelliteFix(mode: 2, latitude: latitude, longitude: longitude)
        #expect(self.isRefused(self.take(fix, at: 0)))
        #expect(self.place(at: 0) == nil)
    }

    @Test mutating func `a fix of nothing but zeros is not believed, but Null Island's buoy is`() {
        let zeros = SatelliteFix(mode: 3, latitude: 0, longitude: 0, altitude: 0, speed: 0)
        #expect(self.isRefused(self.take(zeros, at: 0)))
        #expect(self.place(at: 0) == nil)
        var buoy = zeros
        buoy.altitude = 2
        #expect(self.take(buoy, at: 1) == .taken)
        // Greenwich is a longitude like any other.
        var other = SatelliteReceiver()
        let greenwich = SatelliteFix(mode: 2, latitude: 51.5371, longitude: 0)
        #expect(other.take(greenwich, at: .zero, wall: Samples.wall) == .taken)
    }

    @Test mutating func `a time in the future, or 1024 weeks back, is refused and blocks no other`()
    {
        self.take(self.fix(0), at: 0)
        for seconds in [301.5, 31_536_000, -619_315_200, -86_402] {
            #expect(self.isRefused(self.take(self.fix(1 + seconds), at: 1)))
        }
        #expect(self.take(self.fix(2, north: 10), at: 2) == .taken)
        #expect(abs(self.metres(at: 2) - 10) < 0.1)
    }

    @Test mutating func `a time that is a little ahead holds others up for seconds, not for ever`()
    {
        self.take(self.fix(0), at: 0)
        #expect(self.take(self.fix(200, north: 1), at: 1) == .taken)
        #expect(self.isRefused(self.take(self.fix(2, north: 2), at: 2)))
        #expect(self.take(self.fix(12, north: 12), at: 12) == .taken)
        #expect(abs(self.metres(at: 12) - 12) < 0.1)
        #expect(self.place(at: 12)?.age == .zero)
    }

    @Test mutating func `the newest time wins; what comes late stays out`() {
        self.take(self.fix(10, north: 30), at: 10)
        #expect(self.isRefused(self.take(self.fix(8, north: 20), at: 10.5)))
        #expect(abs(self.metres(at: 11) - 30) < 0.1)
    }

    @Test mutating func `the same fix sent again is no younger`() {
        self.take(self.fix(0), at: 0)
        #expect(self.take(self.fix(0), at: 8) == .merged)
        #expect(self.place(at: 8)?.age == .seconds(8))
        // An old time that comes late is as old as it is.
        #expect(self.take(self.fix(5, north: 3), at: 9) == .taken)
        #expect(self.place(at: 9)?.age == .seconds(4))
    }

    @Test mutating func `a wrong wall clock makes no fix look old`() {
        for second in 0..<5 {
            let verdict = self.receiver.take(
                self.fix(Double(second)),
                at: .seconds(Double(second)),
                wall: Samples.wall.advanced(by: .seconds(200 + second))
            )
            #expect(verdict == .taken)
            #expect(self.place(at: Double(second))?.age == .zero)
        }
    }

    @Test(arguments: [-1, 100.5, 1e9])
    mutating func `absurd speeds are refused`(speed: Double) {
        #expect(self.isRefused(self.take(self.fix(0, speed: speed), at: 0)))
    }

    @Test mutating func `a jump is refused, and two fixes that agree are a place`() {
        self.take(self.fix(0), at: 0)
        #expect(self.isRefused(self.take(self.fix(1, north: 5_000), at: 1)))
        #expect(self.take(self.fix(2, north: 10), at: 2) == .taken)
        #expect(self.isRefused(self.take(self.fix(3, north: 5_000), at: 3)))
        #expect(self.take(self.fix(4, north: 5_005), at: 4) == .taken)
        #expect(abs(self.metres(at: 4) - 5_005) < 0.5)
    }

    @Test mutating func `two fixes without time at one moment divide by nothing`() {
        self.take(self.fix(nil), at: 0)
        #expect(self.take(self.fix(nil, north: 30), at: 0) == .taken)
        #expect(self.place(at: 0)?.speed == 0)
        #expect(self.take(self.fix(nil, north: 40), at: 2) == .taken)
        #expect(abs((self.place(at: 2)?.speed ?? 0) - 5) < 0.01)
    }

    @Test mutating func `who stands keeps its course, and never looks south for lack of one`() {
        self.take(self.fix(0, speed: 4, track: 77), at: 0)
        self.take(self.fix(1, speed: 0, track: 180), at: 1)
        #expect(self.place(at: 1)?.course == 77)
        self.take(self.fix(2, speed: 0), at: 2)
        #expect(self.place(at: 2)?.course == 77)
        self.take(self.fix(3, north: 6, speed: 6), at: 3)
        #expect(abs((self.place(at: 3)?.course ?? 90) - 0) < 1e-6)
        self.take(self.fix(4, north: 6, speed: 6, track: 360), at: 4)
        #expect(self.place(at: 4)?.course == 0)
    }

    @Test mutating func `a fix that may be anywhere in town is refused`() {
        var fix = self.fix(0)
        fix.error = 300
        #expect(self.isRefused(self.take(fix, at: 0)))
        fix.error = 12
        #expect(self.take(fix, at: 0) == .taken)
    }
}
