import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Links
import Testing
import Wire

/// A rider's report on the state lane.
@Suite struct SharingStateTests {
    private typealias Samples = SharingSamples

    private static let cruising = Samples.report(
        at: place(37.33182, -122.03118),
        speed: 6.7308,
        course: 90.25,
        progress: RiderReport.Progress(along: 1_234.5, isForward: true)
    )
    private static let everything = Samples.report(
        .flat,
        at: place(-16.5, 179.999),
        course: 359.99,
        progress: RiderReport.Progress(along: 6.3, isForward: false),
        fixAge: .seconds(172_800),
        uncertainty: 364.2
    )

    /// Made by hand: the flags, the two degrees, the speed, the course, the distance, and so on.
    private static let cruisingBytes: [UInt8] = [
        0x19, 0x16, 0x40, 0x62, 0x38, 0xB7, 0x43, 0x85, 0x08, 0x00, 0x1A, 0x4B, 0x23, 0x41, 0x00,
        0x00, 0x30, 0x39,
    ]
    private static let everythingBytes: [UInt8] = [
        0xFC, 0xF6, 0x2A, 0x4C, 0xC0, 0x6B, 0x49, 0xAA, 0xF0, 0x00, 0x00, 0x00, 0x8C, 0x9F, 0x00,
        0x00, 0x00, 0x3F, 0x0A, 0x4C, 0xB8, 0x00, 0x01, 0x6D,
    ]

    @Test func `a report has its golden bytes, and comes back from them`() throws {
        #expect(RideState(Self.cruising).encoded == Self.cruisingBytes)
        #expect(RideState(Self.everything).encoded == Self.everythingBytes)
        let cruising = try RideState(decoding: Self.cruisingBytes).report
        #expect(cruising.status == .cruisin)
        #expect(cruising.coordinate == place(37.33182, -122.03118))
        #expect(cruising.speed == 6.731)
        #expect(cruising.course == 90.25)
        #expect(cruising.progress == RiderReport.Progress(along: 1_234.5, isForward: true))
        #expect(cruising.fixAge == .zero && cruising.uncertainty == 0)
        let all = try RideState(decoding: Self.everythingBytes).report
        #expect(all.fixAge == .seconds(172_800))
        #expect(all.uncertainty == 365, "rounded up, to stay true")
        #expect(all.progress == RiderReport.Progress(along: 6.3, isForward: false))
        #expect(all.coordinate == place(-16.5, 179.999))
    }

    @Test func `degrees are rounded and not truncated, on both sides of 0 (Critical Maps)`() {
        for (exact, rounded) in [
            (12.34567896, 12.345679), (-12.34567896, -12.345679), (0.00000006, 0.0000001),
            (-0.00000006, -0.0000001), (0.00000004, 0),
        ] {
            let report = RideState(Samples.report(at: place(exact, exact))).report
            #expect(report.coordinate == place(rounded, rounded))
        }
    }

    @Test func `what is rounded up to 180 degrees or a full turn is -180 and north`() throws {
        let state = RideState(
            Samples.report(at: place(0, 179.99999999), speed: 1, course: 359.996)
        )
        #expect(state.report.coordinate == place(0, -180))
        #expect(state.report.course == 0)
        #expect(try RideState(decoding: state.encoded) == state)
        for course in [-90.0, 630] {
            let report = Samples.report(at: place(0, 0), course: course)
            #expect(RideState(report).report.course == 270)
        }
    }

    @Test func `what is no number never travels, and what is too much is the most there is`() {
        let odd = Samples.report(
            at: place(0, 0),
            speed: .nan,
            course: .infinity,
            progress: RiderReport.Progress(along: -.infinity, isForward: true),
            fixAge: .seconds(-1),
            uncertainty: .infinity
        )
        let report = RideState(odd).report
        #expect(report.speed == 0 && report.course == nil)
        #expect(report.progress?.along == 0)
        #expect(report.fixAge == .zero && report.uncertainty == 65_535)
        let fast = RideState(Samples.report(at: place(0, 0), speed: 1e300)).report
        #expect(fast.speed == 100)
        let old = Samples.report(at: place(0, 0), fixAge: .seconds(1 << 40))
        #expect(RideState(old).report.fixAge == .milliseconds(UInt32.max))
    }

    // MARK: Bad input

    /// The golden bytes with other ones from an index on.
    private static func changed(_ index: Int, _ bytes: [UInt8]) -> [UInt8] {
        var changed = Self.everythingBytes
        changed.replaceSubrange(index..<index + bytes.count, with: bytes)
        return changed
    }

    private static func degrees(_ degrees: Double) -> [UInt8] {
        let value = UInt32(bitPattern: Int32(degrees * 1e7))
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    @Test(arguments: [
        ("a status of 0", Self.changed(0, [0xF8])),
        ("a status of 6", Self.changed(0, [0xFE])),
        ("latitude 91", Self.changed(1, Self.degrees(91))),
        ("latitude -90.0000001", Self.changed(1, Self.degrees(-90.000_000_1))),
        ("longitude 180.0000001", Self.changed(5, Self.degrees(180.000_000_1))),
        ("longitude -200", Self.changed(5, Self.degrees(-200))),
        ("100.001 m/s", Self.changed(9, [0x01, 0x86, 0xA1])),
        ("course 360", Self.changed(12, [0x8C, 0xA0])),
        ("a fix age that is there and 0", Self.changed(18, [0, 0, 0, 0])),
        ("an uncertainty that is there and 0", Self.changed(22, [0, 0])),
        ("backward on no route", [0x21] + Self.cruisingBytes[1..<12]),
        ("a byte behind", Self.everythingBytes + [0]),
    ])
    func `what is out of range is refused (ride 4, case 6)`(what: String, bytes: [UInt8]) {
        #expect(throws: WireError.self, "\(what)") { try RideState(decoding: bytes) }
    }

    @Test func `a longitude of 180 is taken as -180`() throws {
        let state = try RideState(decoding: Self.changed(5, Self.degrees(180)))
        #expect(state.report.coordinate.longitude == -180)
    }

    @Test func `every truncated prefix is refused`() {
        for bytes in [Self.cruisingBytes, Self.everythingBytes] {
            for count in 0..<bytes.count {
                #expect(throws: WireError.self) {
                    try RideState(decoding: Array(bytes[..<count]))
                }
            }
        }
    }

    @Test func `whatever bytes are read have one form, and are a report in range`() throws {
        var dice = SeededGenerator(seed: 3)
        var taken = 0
        for round in 0..<20_000 {
            var bytes = round.isMultiple(of: 2) ? Self.everythingBytes : Self.cruisingBytes
            for _ in 0...dice.within(0...3) {
                bytes[dice.within(0...bytes.count - 1)] = dice.bytes(1)[0]
            }
            guard let state = try? RideState(decoding: bytes) else { continue }
            taken += 1
            #expect(state.encoded == bytes || state.report.coordinate.longitude == -180)
            #expect(RideState(state.report) == state, "quantising twice changes nothing")
            #expect((0...100).contains(state.report.speed))
            #expect((0..<360).contains(state.report.course ?? 0))
        }
        #expect(taken > 2_000)
    }

    // MARK: The budget

    /// The bytes of a whole frame, a fortnight after the start.
    private static func frameBytes(_ report: RiderReport, number: UInt64) -> Int {
        let message = LinkMessage.state(
            StateMessage(
                key: StateKey(activity: RideActivity.number, key: number),
                version: 1_209_600_000,
                body: RideState(report).encoded
            )
        )
        return FrameEncoder.encodedCount(
            Frame(
                kind: message.kind.rawValue,
                lane: .state,
                sequence: nil,
                payload: message.payload
            )
        )
    }

    @Test func `a body has at most 24 bytes, and a moving rider's frame at most 62`() {
        #expect(RideState(Self.everything).encoded.count == RideState.bytesMaximum)
        #expect(Self.frameBytes(Self.cruising, number: 23) == 37)
        // A person with a receiver of satellites and less precision, with a number of 10 digits.
        #expect(Self.frameBytes(Self.everything, number: 4_000_000_000) == 48)
    }

    @Test func `four riders in one TLS record take at most 70 bytes each`() {
        let record = 22 + 4 * Self.frameBytes(Self.cruising, number: 4)
        #expect(record <= 4 * 70)
        #expect(record == 170)
    }
}
