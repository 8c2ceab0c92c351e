import GeodesyTesting
import Routes
import Testing

@Suite struct GPXReaderTests {
    private static let whole = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"
            xmlns:x="urn:x">
          <metadata><name>All</name><desc>of it</desc><author><name>Not me</name></author>
            <time>2020-01-01T00:00:00Z</time></metadata>
          <wpt lat="51.5371" lon="0"><ele>0</ele><name>Greenwich</name></wpt>
          <rte><name>Way</name><rtept lat="1" lon="2"><name>Start</name></rtept>
            <rtept lat="3" lon="4"/></rte>
          <trk><name>Ride</name><desc>long</desc>
            <trkseg>
              <trkpt lat="37.1" lon="-122.1"><ele>12.5</ele><time>2026-04-26T16:22:27Z</time>
                <name>ignored</name><extensions><x:ele>9</x:ele><ele>8</ele><time>no</time>
                </extensions></trkpt>
              <trkpt lat="37.2" lon="-122.2"/>
            </trkseg>
            <trkseg/>
            <trkseg><trkpt lat="37.3" lon="-122.3"/></trkseg>
          </trk>
        </gpx>
        """

    @Test func `a file is read whole: waypoints, routes, tracks, segments not joined`() throws {
        let reading = try GPXReading(Self.whole)
        let time = GPXTime(seconds: 1_777_220_547)
        let document = GPXDocument(
            GPXLabel(name: "All", description: "of it"),
            waypoints: [GPXPoint(place(51.5371, 0), elevation: 0, name: "Greenwich")],
            routes: [
                GPXRoute(
                    GPXLabel(name: "Way"),
                    points: [GPXPoint(place(1, 2), name: "Start"), GPXPoint(place(3, 4))]
                )
            ],
            tracks: [
                GPXTrack(
                    GPXLabel(name: "Ride", description: "long"),
                    segments: [
                        [
                            GPXPoint(place(37.1, -122.1), elevation: 12.5, time: time),
                            GPXPoint(place(37.2, -122.2)),
                        ],
                        [],
                        [GPXPoint(place(37.3, -122.3))],
                    ]
                )
            ]
        )
        #expect(reading.document == document)
        #expect(
            reading.items.first == .documentBegan(GPXLabel(name: "All", description: "of it"))
        )
        #expect(reading.tally.segments == 3)
        #expect(reading.tally.trackPoints == 3)
        #expect(reading.tally.trackPointsWithoutTime == 2)
    }

    @Test(arguments: ["http://www.topografix.com/GPX/1/0", "http://www.topografix.com/GPX/1/1"])
    func `GPX 1.0 and 1.1 and prefixes are the same to it`(namespace: String) throws {
        let version = namespace.suffix(3).replacing("/", with: ".")
        let points = """
            <g:gpx xmlns:g="\(namespace)" version="\(version)"><g:name>Old</g:name>
            <g:trk><g:trkseg><g:trkpt lat="1" lon="2"><g:ele>3</g:ele><g:speed>4</g:speed>
            </g:trkpt></g:trkseg></g:trk></g:gpx>
            """
        let document = try GPXReading(points).document
        #expect(document.label.name == "Old")
        #expect(document.tracks == [GPXTrack(segments: [[GPXPoint(place(1, 2), elevation: 3)]])])
    }

    @Test func `a file without a namespace or a version is read, one of something else isn't`() {
        #expect(GPXReading.refusal("<gpx/>") == nil)
        #expect(
            GPXReading.refusal("<gpx xmlns='urn:other'/>")
                == "Line 1 begins with the element “gpx (in urn:other)”, "
                + "which is neither GPX 1.0 nor 1.1."
        )
        #expect(
            GPXReading.refusal("\n<kml/>")
                == "Line 2 begins with the element “kml”, which is neither GPX 1.0 nor 1.1."
        )
        #expect(
            GPXReading.refusal("<gpx version='2.0'/>")
                == "Line 1 says GPX “2.0”; versions 1.0 and 1.1 are read."
        )
    }

    @Test func `what lies outside of its place or namespace doesn't count`() throws {
        let reading = try GPXReading(
            """
            <gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:o="urn:o">
            <o:trk><trkseg><trkpt lat="x"/></trkseg></o:trk>
            <trkpt lat="1" lon="1"/><trkseg><trkpt lat="1" lon="1"/></trkseg>
            <extensions><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></extensions>
            <wpt lat="1" lon="1"><o:ele>5</o:ele><ele>6<b>7</b></ele></wpt>
            <trk><o:trkseg><trkpt/></o:trkseg><rtept/></trk></gpx>
            """
        )
        #expect(reading.document.waypoints == [GPXPoint(place(1, 1))])
        #expect(reading.document.tracks == [GPXTrack(segments: [])])
        #expect(reading.tally.trackPoints == 0)
    }

    @Test func `an empty track, an empty route and an empty file are what they are`() throws {
        let reading = try GPXReading("<gpx><rte/><trk/><trk><trkseg/></trk></gpx>")
        #expect(reading.document.routes == [GPXRoute(points: [])])
        #expect(
            reading.document.tracks == [GPXTrack(segments: []), GPXTrack(segments: [[]])]
        )
        #expect(try GPXReading("<gpx/>").document == GPXDocument())
    }

    @Test func `a byte order mark and CDATA in a name are no trouble`() throws {
        let text = "\u{FEFF}<gpx><trk><name><![CDATA[A & B]]>\u{20}C</name></trk></gpx>"
        #expect(try GPXReading(text).document.tracks[0].label.name == "A & B C")
    }

    // MARK: Bounds

    @Test func `long names are cut between characters, long numbers refused`() throws {
        let long = String(repeating: "é", count: 200)
        let name = try GPXReading.track("<name>\(long)</name>").document.tracks[0].label.name
        #expect(name == String(repeating: "é", count: 128))
        let number = String(repeating: "1", count: 257)
        #expect(
            GPXReading.refusal("<gpx>\n<wpt lat='1' lon='\(number)'/></gpx>")
                == "Line 2 writes the lon in more than 256 bytes, which none needs."
        )
        #expect(
            GPXReading.refusal("<gpx>\n<wpt lat='1' lon='1'>\n<ele>\(number)</ele></wpt></gpx>")
                == "Line 3 writes the elevation in more than 256 bytes, which none needs."
        )
    }

    @Test func `counts have bounds, and the line where they are passed is named`() {
        var limits = GPXLimits()
        limits.waypointsMaximum = 1
        limits.linesMaximum = 1
        limits.segmentsMaximum = 1
        limits.pointsReadMaximum = 1
        let refusal = { (text: String) in
            GPXReading.refusal("<gpx>\n\(text)</gpx>", limits: limits)
        }
        let point = "<wpt lat='1' lon='1'/>"
        #expect(refusal(point) == nil)
        #expect(
            refusal("\(point)\n\(point)") == "Line 3 has more waypoints than the 1 that are read."
        )
        #expect(
            refusal("<trk/>\n\n<rte/>")
                == "Line 4 has more tracks and routes than the 1 that are read."
        )
        #expect(
            refusal("<trk><trkseg/>\n<trkseg/></trk>")
                == "Line 3 has more segments than the 1 that are read."
        )
        let points = "<rtept lat='1' lon='1'/>\n<rtept lat='1' lon='1'/>"
        #expect(
            refusal("<rte>\(points)</rte>") == "Line 3 has more points than the 1 that are read."
        )
    }
}
