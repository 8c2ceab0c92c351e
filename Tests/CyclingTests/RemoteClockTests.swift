import Testing

@testable import Cycling

/// How far another's clock is ahead, by the rule of Quake 3.
@Suite struct RemoteClockTests {
    private static func hears(
        _ clock: inout OwnerClock,
        _ version: UInt64,
        at milliseconds: Double
    ) -> Bool {
        clock.hears(version: version, at: milliseconds)
    }

    @Test func `the first report sets it`() {
        var clock = OwnerClock()
        #expect(clock.offset == nil)
        #expect(Self.hears(&clock, 5_000, at: 1_000))
        #expect(clock.offset == 4_000)
    }

    @Test(arguments: [
        (501.0, 501.0), (-501, -501), (500, 250), (-500, -250), (101, 50.5), (-101, -50.5),
        (100, 1), (-100, -2), (0.5, 0.5), (-1.5, -1.5), (0, 0),
    ])
    func `more than 500 ms resets it, more than 100 ms halves it, else it drifts`(
        difference: Double,
        moved: Double
    ) {
        var clock = OwnerClock()
        _ = clock.hears(version: 10_000, at: 10_000)
        #expect(Self.hears(&clock, 11_000, at: 11_000 - difference))
        #expect(clock.offset == moved)
    }

    @Test func `riders of one tick count once, and older reports not at all`() {
        var clock = OwnerClock()
        _ = clock.hears(version: 1_000, at: 1_000)
        for _ in 0..<50 { #expect(Self.hears(&clock, 2_000, at: 1_950)) }
        #expect(clock.offset == 1)
        #expect(Self.hears(&clock, 1_500, at: 1_200))
        #expect(clock.offset == 1)
    }

    @Test func `one report from the future changes nothing, two that agree are believed`() {
        var clock = OwnerClock()
        _ = clock.hears(version: 1_000, at: 1_000)
        #expect(!Self.hears(&clock, 3_601_000, at: 2_000))
        #expect(clock.offset == 0)
        // The next right one clears the suspicion.
        #expect(Self.hears(&clock, 3_000, at: 3_000))
        #expect(!Self.hears(&clock, 3_604_000, at: 4_000))
        // All riders of that tick are one report.
        #expect(!Self.hears(&clock, 3_604_000, at: 4_000))
        // Two that don't agree with each other.
        #expect(!Self.hears(&clock, 7_205_000, at: 5_000))
        // This daemon was suspended for two hours: the next one agrees.
        #expect(Self.hears(&clock, 7_206_000, at: 6_000))
        #expect(clock.offset == 7_200_000)
    }

    @Test func `10 s ahead are believed, and no more`() {
        var clock = OwnerClock()
        _ = clock.hears(version: 1_000, at: 1_000)
        #expect(!Self.hears(&clock, 21_001, at: 11_000))
        #expect(Self.hears(&clock, 21_000, at: 11_000))
        #expect(clock.offset == 10_000)
    }
}
