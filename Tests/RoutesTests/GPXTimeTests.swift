import Routes
import Testing

@Suite struct GPXTimeTests {
    private func time(_ text: String) -> Result<GPXTime, GPXTime.Fault> {
        Result { () throws(GPXTime.Fault) in try GPXTime(parsing: text) }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("2026-04-26T18:22:27+02:00", 1_777_220_547),
        ("2026-04-26T16:22:27Z", 1_777_220_547),
        ("2026-04-26T09:22:27-07:00", 1_777_220_547),
        ("2026-04-27T06:22:27+14:00", 1_777_220_547),
        ("2026-04-26T16:22:27-00:00", 1_777_220_547),
        (" \r\n\t2026-04-26T16:22:27Z\n ", 1_777_220_547),
        ("2000-02-29T00:00:00Z", 951_782_400),
        ("1969-12-31T23:59:59Z", -1),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("0000-12-31T23:59:59Z", -62_135_596_801),
        ("-0001-12-31T23:59:59Z", -62_167_219_201),
        ("12345-01-01T00:00:00Z", 327_403_382_400),
    ])
    func `every legal form has its second (jovandeginste/workout-tracker#798)`(
        text: String,
        seconds: Int64
    ) {
        #expect(self.time(text) == .success(GPXTime(seconds: seconds)))
    }

    @Test(arguments: [
        ("2023-04-25T07:58:06.001Z", 1_000_000),
        ("2023-04-25T07:58:06Z", 0),
        ("2023-04-25T07:58:06.5Z", 500_000_000),
        ("2023-04-25T09:58:06.123456+02:00", 123_456_000),
        ("2023-04-25T07:58:06.1234567899999Z", 123_456_789),
        ("2023-04-25T07:58:06.000000000", 0),
    ])
    func `with a fraction and without (vincentneo/CoreGPX#100)`(text: String, rest: UInt32) {
        #expect(self.time(text) == .success(GPXTime(seconds: 1_682_409_486, nanoseconds: rest)))
    }

    @Test func `without a zone it is UTC, as GPX says of all its times`() {
        #expect(self.time("2026-04-26T16:22:27") == .success(GPXTime(seconds: 1_777_220_547)))
    }

    @Test func `a leap second is the second after it, and is nowhere but before midnight UTC`() {
        let midnight = GPXTime(seconds: 1_483_228_800)
        #expect(self.time("2016-12-31T23:59:60Z") == .success(midnight))
        #expect(self.time("2017-01-01T00:59:60+01:00") == .success(midnight))
        #expect(self.time("2017-01-01T05:29:60+05:30") == .success(midnight))
        #expect(
            self.time("2016-12-31T23:59:60.25Z")
                == .success(GPXTime(seconds: 1_483_228_800, nanoseconds: 250_000_000))
        )
        #expect(self.time("2016-12-31T23:58:60Z") == .failure(.noLeapSecond))
        #expect(self.time("2016-12-31T23:59:60+01:00") == .failure(.noLeapSecond))
        #expect(self.time("2016-12-31T23:59:61Z") == .failure(.noSuchTimeOfDay))
    }

    @Test func `24 o'clock is the end of its day, to the second`() {
        #expect(self.time("2016-12-31T24:00:00Z") == .success(GPXTime(seconds: 1_483_228_800)))
        #expect(self.time("2016-12-31T24:00:00.000Z") == .success(GPXTime(seconds: 1_483_228_800)))
        #expect(self.time("2016-12-31T24:00:00.001Z") == .failure(.noSuchTimeOfDay))
        #expect(self.time("2016-12-31T24:00:01Z") == .failure(.noSuchTimeOfDay))
        #expect(self.time("2016-12-31T24:01:00Z") == .failure(.noSuchTimeOfDay))
        #expect(self.time("2016-12-31T25:00:00Z") == .failure(.noSuchTimeOfDay))
    }

    @Test(arguments: [
        "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2024-04-31T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z",
    ])
    func `a day that there is not is refused, and no other day (2024-02-30)`(text: String) {
        #expect(self.time(text) == .failure(.noSuchDay))
    }

    @Test(arguments: [
        "", "now", "2024-01-01", "2024-01-01 00:00:00Z", "2024-01-01T00:00Z", "24-01-01T00:00:00Z",
        "2024-1-1T00:00:00Z", "2024-01-01T0:00:00Z", "2024-01-01T00:00:00.Z",
        "2024-01-01t00:00:00z",
        "2024-01-01T00:00:00,5Z", "2024-01-01T00:00:00ZZ", "2024-01-01T00:00:00+1",
        "2024-01-01T00:00:00+0100", "2024-01-01T00:00:00 Z", "02024-01-01T00:00:00Z",
        "+2024-01-01T00:00:00Z", "1234567890-01-01T00:00:00Z", "２０２４-01-01T00:00:00Z",
    ])
    func `what is no time is refused`(text: String) {
        #expect(self.time(text) == .failure(.notDateTime))
    }

    @Test func `offsets go to 14 hours`() {
        #expect(self.time("2024-01-01T00:00:00+14:01") == .failure(.noSuchOffset))
        #expect(self.time("2024-01-01T00:00:00-15:00") == .failure(.noSuchOffset))
        #expect(self.time("2024-01-01T00:00:00+01:60") == .failure(.noSuchOffset))
    }

    @Test(arguments: [
        "1970-01-01T00:00:00Z", "2026-04-26T16:22:27.5Z", "2023-04-25T07:58:06.001Z",
        "1969-12-31T23:59:59.000000001Z", "0001-01-01T00:00:00Z", "-0044-03-15T12:00:00Z",
        "12345-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "2000-03-01T00:00:00Z",
    ])
    func `a time is written as it was read`(text: String) throws {
        #expect(try GPXTime(parsing: text).text == text)
    }

    @Test func `every day of 800 years is read back`() throws {
        var wrong = 0
        for day in -146_097..<146_097 {
            let time = GPXTime(seconds: Int64(day) * 86_400 + 43_200)
            if try GPXTime(parsing: time.text) != time { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func `times are ordered, and their difference is in seconds`() {
        let early = GPXTime(seconds: 10, nanoseconds: 900_000_000)
        let late = GPXTime(seconds: 11, nanoseconds: 100_000_000)
        #expect(early < late)
        #expect(abs(late.seconds(since: early) - 0.2) < 1e-9)
        #expect(abs(early.seconds(since: late) + 0.2) < 1e-9)
        #expect(!GPXTime(seconds: .max).text.isEmpty)
        #expect(!GPXTime(seconds: .min, nanoseconds: .max).text.isEmpty)
    }
}
