import Determinism
import Testing

@Suite struct TimeTests {
    @Test(arguments: [
        (UInt64(0), "1970-01-01T00:00:00.000Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
        (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
        (1_796_027_777_042, "2026-11-30T08:36:17.042Z"),
        (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a wall time reads as ISO 8601`(milliseconds: UInt64, text: String) {
        #expect(WallTime(milliseconds: milliseconds).iso8601 == text)
    }

    @Test func `a wall time is clamped to what it holds`() {
        let time = WallTime(milliseconds: 1_000)
        #expect(time.advanced(by: .seconds(-2)).milliseconds == 0)
        #expect(time.advanced(by: .milliseconds(-1)).milliseconds == 999)
        let last = WallTime(milliseconds: .max)
        #expect(last.advanced(by: .seconds(1)).milliseconds == .max)
    }

    @Test func `durations become nanoseconds, clamped`() {
        #expect(Duration.milliseconds(1_500).wholeNanoseconds == 1_500_000_000)
        #expect(Duration.nanoseconds(-3).wholeNanoseconds == -3)
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    }

    @Test func `the earlier of two deadlines may be none`() {
        let one = Moment.zero + .seconds(1)
        #expect(Moment.earliest(nil, nil) == nil)
        #expect(Moment.earliest(one, nil) == one)
        #expect(Moment.earliest(nil, one) == one)
        #expect(Moment.earliest(one, .zero) == .zero)
        #expect(one - .zero == .seconds(1))
    }

    @Test(arguments: [
        ("", UInt64(0xCBF2_9CE4_8422_2325)), ("a", 0xAF63_DC4C_8601_EC8C),
        ("foobar", 0x8594_4171_F739_67E8),
    ])
    func `the stable hash is FNV-1a`(text: String, value: UInt64) {
        var hash = StableHash()
        for byte in text.utf8 { hash.combine(byte) }
        #expect(hash.value == value)
    }

    @Test func `neighbours do not run together in a stable hash`() {
        var (one, two) = (StableHash(), StableHash())
        one.combine("ab")
        one.combine("c")
        two.combine("a")
        two.combine("bc")
        #expect(one != two)
    }
}
