import Determinism
import Testing

@testable import GPS

/// What Debian's gpsd 3.22 has said to a client, and what nobody should.
@Suite struct GPSDecoderTests {
    private static let device = "udp://127.0.0.1:10110"
    private static let bare = #"{"class":"TPV","device":"udp://127.0.0.1:10110","mode":1}"#
    private static let timeless =
        #"{"class":"TPV","device":"udp://127.0.0.1:10110","mode":3,"lat":37.332120500,"#
        + #""lon":-122.031180000,"altHAE":30.0000,"altMSL":60.0000,"alt":60.0000,"magvar":13.1,"#
        + #""geoidSep":-30.000,"eph":17.100}"#
    private static let first =
        #"{"class":"TPV","device":"udp://127.0.0.1:10110","mode":3,"#
        + #""time":"2026-11-30T20:20:32.230Z","ept":0.005,"lat":37.332170667,"lon":-122.031180000,"#
        + #""altHAE":30.0000,"altMSL":60.0000,"alt":60.0000,"epv":27.600,"magvar":13.1,"#
        + #""speed":5.568,"climb":0.000,"epc":55.20,"geoidSep":-30.000,"eph":17.100,"sep":28.500}"#
    private static let second =
        #"{"class":"TPV","device":"udp://127.0.0.1:10110","mode":3,"#
        + #""time":"2026-11-30T20:20:32.230Z","ept":0.005,"lat":37.332170667,"lon":-122.031180000,"#
        + #""altHAE":30.0000,"altMSL":60.0000,"alt":60.0000,"epv":27.600,"track":0.0000,"#
        + #""magtrack":13.1106,"magvar":13.1,"speed":5.556,"climb":0.000,"epc":55.20,"#
        + #""geoidSep":-30.000,"eph":17.100,"sep":28.500}"#
    private static let noise =
        #"{"class":"GST","device":"udp://127.0.0.1:10110","time":"2026-11-30T20:20:32.230Z","#
        + #""rms":1.200,"major":2.000,"minor":1.000,"orient":45.000,"lat":1.500,"lon":1.300,"#
        + #""alt":2.900}"#
    private static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    private static let devices =
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"udp://127.0.0.1:10110","#
        + #""activated":"2026-11-30T20:20:23.694Z"}]}"#
    private static let changed =
        #"{"class":"DEVICE","path":"udp://127.0.0.1:10110","driver":"NMEA0183","#
        + #""activated":"2026-11-30T20:20:25.231Z"}"#
    private static let watch =
        #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"#
        + #""timing":false,"split24":false,"pps":false}"#
    private static let measured = [
        bare, timeless, first, second, noise, version, devices, changed, watch,
    ]

    /// What a line is decoded to by a decoder that knows nothing; `nil` for malformed.
    private func decode(_ line: String) -> GPSReport? { self.decode(Array(line.utf8)) }

    private func decode(_ line: [UInt8]) -> GPSReport? {
        let decoder = GPSDecoder()
        // tidy-ok: what is malformed has nothing more to say.
        return try? decoder.decode(line)
    }

    private func fix(_ members: String) -> GPSFix? {
        guard case .fix(let fix) = self.decode(#"{"class":"TPV",\#(members)}"#) else { return nil }
        return fix
    }

    // MARK: What gpsd says

    @Test func `a receiver without a fix says its mode and nothing more`() {
        #expect(self.decode(Self.bare) == .fix(GPSFix(mode: 1, device: Self.device)))
    }

    @Test func `the first place has neither a time nor a speed`() {
        let fix = GPSFix(
            mode: 3,
            latitude: 37.332_120_5,
            longitude: -122.031_18,
            altitude: 60,
            error: 17.1,
            device: Self.device
        )
        #expect(self.decode(Self.timeless) == .fix(fix))
    }

    @Test func `one epoch comes twice, the second time with the track`() {
        var fix = GPSFix(
            mode: 3,
            timeMilliseconds: 1_796_070_032_230,
            latitude: 37.332_170_667,
            longitude: -122.031_18,
            altitude: 60,
            speed: 5.568,
            error: 17.1,
            device: Self.device
        )
        #expect(self.decode(Self.first) == .fix(fix))
        fix.track = 0
        fix.speed = 5.556
        #expect(self.decode(Self.second) == .fix(fix))
    }

    @Test func `metres of standard deviation are no place`() {
        #expect(self.decode(Self.noise) == .other)
    }

    @Test func `greeting, receivers and their changes are told apart`() {
        #expect(self.decode(Self.version) == .version(release: "3.22"))
        #expect(self.decode(Self.devices) == .devices(1))
        #expect(self.decode(#"{"class":"DEVICES","devices":[]}"#) == .devices(0))
        #expect(self.decode(Self.changed) == .device)
        #expect(self.decode(Self.watch) == .other)
        #expect(self.decode(#"{"class":"FUTURE","lat":1,"lon":2,"mode":3}"#) == .other)
    }

    @Test func `more receivers than libgps has room for are counted all the same`() {
        let list = Array(repeating: #"{"class":"DEVICE","path":"/dev/x"}"#, count: 9)
        let line = #"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"#
        #expect(self.decode(line) == .devices(9))
    }

    @Test func `nothing of one line is left in the next`() throws {
        let decoder = GPSDecoder()
        for before in Self.measured {
            for line in Self.measured {
                _ = try decoder.decode(Array(before.utf8))
                #expect(try decoder.decode(Array(line.utf8)) == self.decode(line))
            }
        }
    }

    @Test func `a mode without a place has none, whatever else is said`() {
        let place = #""lat":51.5,"lon":-0.1,"altMSL":9"#
        #expect(self.fix(#""mode":1,\#(place)"#) == GPSFix(mode: 1))
        #expect(self.fix(#""mode":0,\#(place)"#) == GPSFix(mode: 0))
        #expect(self.fix(place) == GPSFix(mode: 0))
        #expect(self.fix(#""mode":2,\#(place)"#)?.latitude == 51.5)
    }

    // MARK: Truncated

    @Test(arguments: measured)
    func `a line cut off at any byte is no report`(line: String) {
        let bytes = Array(line.utf8)
        for count in 0..<bytes.count {
            #expect(self.decode(Array(bytes[..<count])) == nil, "\(count) bytes of \(line)")
            // gpsd ends what it has cut with CR LF: to libgps the number before it is whole.
            #expect(self.decode(bytes[..<count] + Array("\r".utf8)) == nil)
        }
        #expect(self.decode(bytes) != nil)
    }

    @Test func `a line that runs into the next is no report`() {
        #expect(self.decode(Self.second.dropLast(9) + Self.second) == nil)
        #expect(self.decode(Self.second + Self.second) == nil)
    }

    // MARK: Members

    @Test func `members may come in any order, with unknown ones of any kind between them`() {
        let line =
            #"{ "lon" : -0.1, "jam":7, "sats":[{"a":{"lat":9}},[]], "new":{"lat":1,"mode":1}, "#
            + #""aVeryLongNameThatIsLongerThanAnyThatLibgpsKnowsOf":"\"class\":\"GST\"", "#
            + #""ant":null, "x":true, "mode":3, "lat":51.5, "class" : "TPV" }"#
        #expect(
            self.decode(line) == .fix(GPSFix(mode: 3, latitude: 51.5, longitude: -0.1))
        )
    }

    @Test(arguments: ["null", "true", "false", "\"51.5\"", "[51.5]", "{\"a\":51.5}", "\"\""])
    func `a value that is no number is absent`(value: String) {
        let fix = self.fix(
            #""mode":3,"lat":\#(value),"lon":\#(value),"altMSL":\#(value),"speed":\#(value),"#
                + #""track":\#(value),"eph":\#(value),"time":\#(value),"device":null"#
        )
        #expect(fix == GPSFix(mode: 3))
    }

    @Test func `what is said twice is not believed`() {
        #expect(self.fix(#""mode":3,"lat":1,"lat":2,"lon":3"#) == nil)
        // libgps turns in a circle over this one.
        #expect(self.decode(#"{"class":"TPV","a":[1],"class":"TPV"}"#) == nil)
        #expect(self.decode(#"{"class":"TPV","class":"TPV"}"#) == nil)
    }

    @Test(arguments: ["-1", "4", "33", "3.0", "3e0", "null", "\"3\"", "99999999999999999999", "03"])
    func `a mode that gpsd doesn't have is no report`(mode: String) {
        #expect(self.fix(#""mode":\#(mode),"lat":1,"lon":2"#) == nil)
    }

    @Test(arguments: ["NaN", "nan", "Infinity", "-inf", "-", "1.", ".5", "+1", "0x1F", "01", "1e"])
    func `a number that JSON doesn't have is no report`(number: String) {
        #expect(self.fix(#""mode":3,"lat":\#(number),"lon":2"#) == nil)
    }

    @Test func `enormous numbers are passed on, or absent, and never others`() {
        func latitude(_ number: String) -> Double? {
            self.fix(#""mode":3,"lat":\#(number),"lon":2"#)?.latitude
        }
        #expect(latitude("1e300") == 1e300)
        #expect(latitude("-1000.5") == -1_000.5)
        #expect(latitude("1e999") == nil)
        #expect(latitude("1E+999") == nil)
        #expect(latitude("5e4294967297") == nil)
        #expect(latitude("5e-4294967295") == nil)
        #expect(latitude("5E-4294967295") == nil)
        #expect(latitude(String(repeating: "9", count: 400)) == nil)
        #expect(latitude("0." + String(repeating: "0", count: 400) + "1") == nil)
        #expect(latitude("-0.0")?.sign == .minus)
    }

    @Test func `a place keeps its nine decimals`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let units = generator.within(-180_000_000_000...180_000_000_000)
            let (whole, part) = (abs(units) / 1_000_000_000, abs(units) % 1_000_000_000)
            let sign = units < 0 ? "-" : ""
            let text = "\(sign)\(whole).\(String("00000000\(part)".suffix(9)))"
            let exact = try #require(Double(text))
            let read = try #require(self.fix(#""mode":3,"lat":1,"lon":\#(text)"#)?.longitude)
            #expect(abs(read - exact) < 1e-12, "\(text)")
        }
    }

    // MARK: Times

    @Test func `each millisecond is the one that was said`() {
        for millisecond in 0..<1_000 {
            let fraction = String("00\(millisecond)".suffix(3))
            let fix = self.fix(#""mode":3,"time":"2026-11-30T20:20:32.\#(fraction)Z""#)
            #expect(fix?.timeMilliseconds == 1_796_070_032_000 + Int64(millisecond))
        }
    }

    @Test(arguments: [
        ("2126-03-01T00:00:00Z", 4_927_996_800_000),
        ("2007-04-16T20:20:32.230Z", 1_176_754_832_230),
        ("1970-01-01T00:00:01.000Z", 1_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ("2024-02-29T12:00:00.000Z", 1_709_208_000_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ("2026-11-30T20:20:32.999999999Z", 1_796_070_033_000),
    ])
    func `a time is passed on however far away it is`(text: String, milliseconds: Int64) {
        #expect(self.fix(#""mode":3,"time":"\#(text)""#)?.timeMilliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "hello", "0001-01-01T00:00:00Z", "1967-12-31T00:00:00Z",
        "2026-11-30", "2026-11-30T20:20:32", "2026-11-30T20:20:32+01:00",
        "2023-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-04-00T00:00:00Z", "2026-04-01T24:00:00Z", "2026-04-01T00:60:00Z",
        "2026-04-01T00:00:61Z", "2026-04-01T00:00:00.Z", "2026-04-01T00:00:00.0000000001Z",
        "2026-04-01T00:00:00,5Z", "20260-04-01T00:00:00Z", " 2026-04-01T00:00:00Z",
        "2026-04-01T00:00:00.5Z5", "2026-04-01T00:00:00.-5Z", "٢٠٢٦-04-01T00:00:00Z",
        #"2026-04-01T00:00:00\u005a"#,
    ])
    func `a time that there isn't is absent, and the place stays`(text: String) {
        let fix = self.fix(#""mode":3,"lat":1,"lon":2,"time":"\#(text)""#)
        #expect(fix == GPSFix(mode: 3, latitude: 1, longitude: 2))
    }

    // MARK: Texts

    @Test func `the name of a device is text, whatever was escaped in it`() {
        func device(_ text: String) -> String? {
            self.fix(#""device":"\#(text)","mode":1"#)?.device
        }
        #expect(device(#"\/dev\/\"x\"\\"#) == #"/dev/"x"\"#)
        #expect(device("/dev/é") == "/dev/é")
        // libgps makes one byte of each escape, which needn't be UTF-8.
        #expect(device(#"a\u00e9"#) == "a\u{FFFD}")
        #expect(device(#"a\u0000b"#) == "a")
        #expect(device("") == nil)
        #expect(device(String(repeating: "x", count: 127)) == String(repeating: "x", count: 127))
        // A longer one is not worth the place.
        #expect(device(String(repeating: "x", count: 128)) == nil)
        #expect(self.fix(#""device":"\#(String(repeating: "x", count: 128))","mode":3"#)?.mode == 3)
    }

    @Test func `a version that is not said is empty`() {
        func release(_ line: String) -> String? {
            guard case .version(let release) = self.decode(line) else { return nil }
            return release
        }
        let long = String(repeating: "x", count: 63)
        #expect(release(#"{"class":"VERSION"}"#) == "")
        #expect(release(#"{"class":"VERSION","release":3.22}"#) == "")
        #expect(release(#"{"class":"VERSION","release":"\#(long)"}"#) == long)
        #expect(release(#"{"class":"VERSION","release":"\#(long)x"}"#) == "")
    }

    // MARK: No report at all

    @Test(arguments: [
        "", " ", "{}", "[]", "{", "}", "null", "{\"class\"}", "{\"class\":}", "{\"class\":1}",
        "{\"class\":\"TPV\",}", "{\"class\":\"TPV\"}x", "{\"class\":\"TPV\"} {\"class\":\"TPV\"}",
        "{,\"class\":\"TPV\"}", "{\"class\":\"TPV\" \"mode\":3}", "{\"class\":\"TPV\",5}",
        "{\"class\":\"TPV\",x\"class\":\"TPV\"}", "{\"class\":\"TPV\",\"a\":\"\\x\"}",
        "{\"class\":\"TPV\",\"a\":\"\\u12g4\"}", "{\"class\":\"TPV\",\"a\":\"\t\"}",
        "{\"class\":\"TPV\",\"a\":tru}", "{\"class\":\"TPV\",\"a\":[1,]}", "{'class':'TPV'}",
        "{\"x\":{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}}", "{\"class\":\"DEVICES\"}",
        "{\"class\":\"DEVICES\",\"devices\":{}}", "HTTP/1.1 400 Bad Request", "\u{FEFF}{}",
    ])
    func `what is not one object with a class is no report`(line: String) {
        #expect(self.decode(line) == nil)
    }

    @Test func `zero bytes and what is no UTF-8 are no report`() {
        let line = Array(Self.second.utf8)
        for byte: UInt8 in [0, 0x80, 0xC0, 0xFF] {
            for place in 0...line.count {
                var bytes = line
                bytes.insert(byte, at: place)
                #expect(self.decode(bytes) == nil, "\(byte) at \(place)")
            }
        }
    }

    @Test func `deep nesting ends neither the stack nor the line before it is too deep`() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            func nested(_ depth: Int) -> String {
                #"{"class":"TPV","mode":1,"a":"# + String(repeating: open, count: depth) + "1"
                    + String(repeating: close, count: depth) + "}"
            }
            #expect(self.decode(nested(15)) == .fix(GPSFix(mode: 1)))
            #expect(self.decode(nested(16)) == nil)
            #expect(self.decode(nested(100_000)) == nil)
            #expect(self.decode(String(repeating: open, count: 1_000_000)) == nil)
        }
    }

    // MARK: Anything

    @Test func `random bytes are no report`() {
        var generator = SeededGenerator(seed: 40)
        for _ in 0..<5_000 {
            let count = generator.within(0...200)
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            #expect(self.decode(bytes) == nil)
        }
    }

    @Test func `no change of a few bytes makes a place of what is none`() {
        var generator = SeededGenerator(seed: 45)
        let alphabet = Array(#"{}[]":,\.-+eE0123456789truefalsn classTPVGSTlaono"#.utf8) + [0, 255]
        for _ in 0..<20_000 {
            var bytes = Array(Self.measured[generator.within(0...8)].utf8)
            for _ in 0...generator.within(0...3) {
                let place = generator.within(0...bytes.count - 1)
                let byte = alphabet[generator.within(0...alphabet.count - 1)]
                switch generator.within(0...2) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: bytes.remove(at: place)
                }
            }
            guard case .fix(let fix) = self.decode(bytes) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect((0...3).contains(fix.mode), "\(text)")
            for number in [
                fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.track, fix.error,
            ] {
                #expect(number?.isFinite ?? true, "\(text)")
            }
            // The number must stand there: nothing is made up, and nothing is cut.
            if let latitude = fix.latitude {
                let said = text.matches(of: /"lat"\s*:\s*(-?[0-9][-+0-9.eE]*)/)
                    .compactMap { Double($0.1) }
                let isSaid = said.contains { abs($0 - latitude) <= abs($0) * 1e-12 }
                #expect(isSaid, "\(text)")
            }
        }
    }
}
