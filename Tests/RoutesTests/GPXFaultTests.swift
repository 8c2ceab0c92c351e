import GeodesyTesting
import Routes
import Testing

/// What other readers of GPX got wrong, by the reports of it.
@Suite struct GPXFaultTests {
    private static func point(_ content: String) throws -> GPXPoint {
        try GPXReading.points("<trkpt lat=\"1\" lon=\"2\">\(content)</trkpt>")[0]
    }

    private static func refusal(_ content: String) -> String? {
        GPXReading.refusal("<gpx><trk><trkseg>\n\(content)</trkseg></trk></gpx>")
    }

    @Test func `19: a file without times loads with all its points (OpenCPN#2680)`() throws {
        let points = try GPXReading.points(
            (0..<5).map { "<trkpt lat=\"\($0)\" lon=\"0\"/>" }.joined(separator: "\n")
        )
        #expect(points.count == 5)
        #expect(points.allSatisfy { $0.time == nil && $0.elevation == nil })
    }

    @Test func `20: only the last point lacks its time, and only that one (gpx-interpolate#4)`()
        throws
    {
        let points = try GPXReading.points(
            """
            <trkpt lat="1" lon="2"><time>2026-04-26T16:22:27Z</time></trkpt>
            <trkpt lat="1" lon="2"><time>2026-04-26T16:22:28Z</time></trkpt>
            <trkpt lat="1" lon="2"/>
            """
        )
        #expect(points.map { $0.time?.seconds } == [1_777_220_547, 1_777_220_548, nil])
    }

    @Test func `21, 22: times with and without a fraction are both read (CoreGPX#100)`() throws {
        let first = try Self.point("<time>2023-04-25T07:58:06.001Z</time>").time
        let second = try Self.point("<time>2023-04-25T07:58:06Z</time>").time
        #expect(first == GPXTime(seconds: 1_682_409_486, nanoseconds: 1_000_000))
        #expect(second == GPXTime(seconds: 1_682_409_486))
    }

    @Test func `24: two points in one second give no speed of infinity (PHP-GPX-Ingest#6)`() throws
    {
        let times = [6, 7, 7, 8]
        let points = times.enumerated().map { index, second in
            "<trkpt lat=\"0\" lon=\"\(Double(index) / 10_000)\">"
                + "<time>2023-04-25T07:58:0\(second)Z</time></trkpt>"
        }
        let tally = try GPXReading.track("<trkseg>\(points.joined())</trkseg>").tally
        #expect(abs(tally.trackMetres - 33.396) < 0.001)
        #expect(tally.trackSeconds == 2)
        #expect(abs((tally.meanSpeed ?? 0) - 16.698) < 0.001)
        let still = try GPXReading.track("<trkseg>\(points[1])\(points[2])</trkseg>").tally
        #expect(still.meanSpeed == nil)
    }

    @Test func `25: times that go backwards keep the file's order and are counted (GPXLab#29)`()
        throws
    {
        let points = ["45.214", "45.164", "45.114", "45.5"].map {
            "<trkpt lat=\"1\" lon=\"1\"><time>2023-04-25T07:58:\($0)Z</time></trkpt>"
        }
        let reading = try GPXReading.track("<trkseg>\(points.joined())</trkseg>")
        let nanoseconds = reading.document.tracks[0].segments[0].map { $0.time?.nanoseconds }
        #expect(nanoseconds == [214_000_000, 164_000_000, 114_000_000, 500_000_000])
        #expect(reading.tally.timesBackwards == 2)
        #expect(abs(reading.tally.trackSeconds - 0.386) < 1e-9)
    }

    @Test func `26: two segments of one point are 0 m, not the gap between (gpx-player#30)`() throws
    {
        let reading = try GPXReading.track(
            """
            <trkseg><trkpt lat="0" lon="0"><time>2023-04-25T07:00:00Z</time></trkpt></trkseg>
            <trkseg><trkpt lat="0" lon="1"><time>2023-04-25T08:00:00Z</time></trkpt></trkseg>
            """
        )
        #expect(reading.tally.trackMetres == 0)
        #expect(reading.tally.trackSeconds == 0)
        let route = try Route(reading.document)
        #expect(route.metres == 0)
        #expect(route.point(at: 10).coordinate == place(0, 0))
    }

    @Test func `27: a comma in a longitude is an error with its line, not 7 (GoldenCheetah#2913)`()
    {
        #expect(
            Self.refusal("<trkpt lat=\"51.5\" lon=\"7,93\"/>")
                == "Line 2 has the lon “7,93”, which is no decimal number such as 51.5371."
        )
    }

    @Test func `28: a comma in somebody's extension is not our business (OsmAnd#16106)`() throws {
        let point = try Self.point("<extensions><speed>7,93</speed></extensions>")
        #expect(point == GPXPoint(place(1, 2)))
    }

    @Test(arguments: ["nan", "NaN", "-nan", "INF", "-Infinity"])
    func `30: an elevation of NaN is absent (fit2gpx#15)`(text: String) throws {
        #expect(try Self.point("<ele>\(text)</ele>").elevation == nil)
    }

    @Test func `30: but a latitude of NaN is an error, as is an elevation of 7,93`() {
        #expect(
            Self.refusal("<trkpt lat=\"nan\" lon=\"1\"/>")
                == "Line 2 has the lat “nan”, which is no decimal number such as 51.5371."
        )
        #expect(
            Self.refusal("<trkpt lat=\"1\" lon=\"1\">\n<ele>7,93</ele></trkpt>")
                == "Line 3 has the elevation “7,93”, which is no decimal number such as 51.5371."
        )
    }

    @Test func `31: exponents are read (OsmAnd#4664)`() throws {
        #expect(try Self.point("<ele>-6.5537536E-4</ele>").elevation == -6.5537536e-4)
        let points = try GPXReading.points("<trkpt lat=\"5.1E1\" lon=\"-6.0E-4\"/>")
        #expect(points[0].coordinate == place(51, -0.0006))
    }

    @Test func `32: elevations may lack, at first, in part and by an empty tag (leaflet-gpx#127)`()
        throws
    {
        let points = try GPXReading.points(
            """
            <trkpt lat="1" lon="2"/><trkpt lat="1" lon="2"><ele/></trkpt>
            <trkpt lat="1" lon="2"><ele>  </ele><time/></trkpt>
            <trkpt lat="1" lon="2"><ele> 5 </ele></trkpt>
            """
        )
        #expect(points.map(\.elevation) == [nil, nil, nil, 5])
    }

    @Test func `33: 0 is a value: latitude, longitude, elevation (GPXParser.js#21)`() throws {
        let points = try GPXReading.points(
            "<trkpt lat=\"51.5371\" lon=\"0\"/><trkpt lat=\"0\" lon=\"0.0\"><ele>0</ele></trkpt>"
        )
        #expect(points.map(\.coordinate) == [place(51.5371, 0), place(0, 0)])
        #expect(points[1].elevation == 0)
    }

    @Test func `35: a file with an entity is refused by its DOCTYPE (gpx-parser#12)`() {
        #expect(
            GPXReading.refusal("<?xml version='1.0'?>\n<!DOCTYPE gpx SYSTEM 'x'>\n<gpx/>")
                == "Line 2 has a DOCTYPE; documents with one are not read."
        )
    }

    @Test func `36: a file that ends too early is refused (corelibs-foundation#5281)`() {
        #expect(
            GPXReading.refusal("<gpx>\n<trk><trkseg><trkpt lat='1' lon='1'/>")
                == "Line 2 is no well-formed XML: no element found (3)."
        )
    }

    // MARK: Bad input by the rules of GPX

    @Test func `points must have a latitude and a longitude that are a place`() {
        #expect(Self.refusal("<trkpt lon=\"1\"/>") == "Line 2 has a trkpt without lat.")
        #expect(Self.refusal("<trkpt lat=\"1\"/>") == "Line 2 has a trkpt without lon.")
        #expect(
            Self.refusal("\n<trkpt lat=\"91\" lon=\"1\"/>")
                == "Line 3 has a point that is nowhere: "
                + "The latitude is 91.0°; it must lie between −90° and 90°."
        )
        #expect(Self.refusal("<trkpt lat=\"1\" lon=\"540\"/>") != nil)
        #expect(Self.refusal("<trkpt lat=\"1\" lon=\"180\"/>") == nil)
    }

    @Test func `a bad time is an error with its line and reason`() {
        #expect(
            Self.refusal("<trkpt lat=\"1\" lon=\"1\">\n<time>2024-02-30T00:00:00Z</time></trkpt>")
                == "Line 3 has the time “2024-02-30T00:00:00Z”, "
                + "which is a day that its year doesn't have."
        )
        #expect(
            Self.refusal("<trkpt lat=\"1\" lon=\"1\"><time>yesterday</time></trkpt>")
                == "Line 2 has the time “yesterday”, "
                + "which is no date and time such as 2026-11-30T08:36:17Z."
        )
    }

    @Test func `rubbish of a file is repeated on one line, cut, with nothing a terminal obeys`() {
        let rubbish = "\u{9B}2J\u{202E}" + String(repeating: "z", count: 60)
        let refusal = Self.refusal("<trkpt lat=\"\(rubbish)\" lon=\"1\"/>")
        let kept = "\u{FFFD}2J\u{FFFD}" + String(repeating: "z", count: 36) + "…"
        #expect(
            refusal == "Line 2 has the lat “\(kept)”, which is no decimal number such as 51.5371."
        )
    }
}
