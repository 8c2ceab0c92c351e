import Determinism
import Testing

@Suite struct CivilDateTests {
    @Test(arguments: [
        (Int64(0), "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"),
        (11_017, "2000-03-01"),
        (-719_528, "0000-01-01"), (-719_529, "-0001-12-31"), (-25_509, "1900-02-28"),
        (-25_508, "1900-03-01"), (2_932_896, "9999-12-31"), (2_932_897, "10000-01-01"),
    ])
    func `a number of days is a date, and back`(days: Int64, text: String) throws {
        let date = CivilDate(daysSince1970: days)
        #expect(date.iso8601 == text)
        #expect(date.daysSince1970 == days)
        #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
    }

    @Test(arguments: [
        (Int64(2023), Int64(2), Int64(29)), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31),
        (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2024, 1, 32), (1_000_000_000, 1, 1),
        (.max, 1, 1), (2024, .min, 1), (2024, 1, .max),
    ])
    func `a date that no calendar has is none`(year: Int64, month: Int64, day: Int64) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `days without end are clamped`() {
        #expect(CivilDate(daysSince1970: .max) == CivilDate(daysSince1970: 1_000_000_000_000))
        #expect(CivilDate(daysSince1970: .min) == CivilDate(daysSince1970: -1_000_000_000_000))
    }
}
