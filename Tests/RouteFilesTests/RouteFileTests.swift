import FolderTesting
import Foundation
import Geodesy
import GeodesyTesting
import RouteFiles
import Routes
import Testing

@Suite struct RouteFileTests {
    private let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    private func refusal(_ path: String) -> RouteFileError? {
        do {
            _ = try RouteFile.read(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file is read whole, over many pieces`() throws {
        var ride = Ride(seed: 3, from: place(1, 2))
        let document = ride.document(tracks: 3, points: 1_000)
        var text = ""
        document.write(to: &text)
        try text.write(toFile: self.folder["a.gpx"], atomically: false, encoding: .utf8)
        let (read, tally) = try RouteFile.read(self.folder["a.gpx"])
        #expect(read == document)
        #expect(tally.trackPoints == 9_000)
        #expect(tally.spacing == 0)
        // The pauses between segments are no part of it.
        #expect(tally.trackSeconds == 3 * 3 * 999)
    }

    @Test func `what is no file, or no GPX, is refused with a sentence that names it`() throws {
        let (none, bad) = (self.folder["none.gpx"], self.folder["bad.gpx"])
        #expect(self.refusal(none) == .noFile(path: none))
        #expect(self.refusal(none)?.description == "There is no file \(none).")
        #expect(
            self.refusal(self.folder.path)?.description
                == "\(self.folder.path) is a folder, where a plain file must be; move it away."
        )
        for (text, reason) in [
            ("", "Line 1 is no well-formed XML: no element found (3)."),
            (
                "<gpx>\n<wpt lat='91' lon='0'/></gpx>",
                "Line 2 has a point that is nowhere: "
                    + "The latitude is 91.0°; it must lie between −90° and 90°."
            ),
            ("<gpx>\n<trk>", "Line 2 is no well-formed XML: no element found (3)."),
            ("<!DOCTYPE gpx>", "Line 1 has a DOCTYPE; documents with one are not read."),
        ] {
            try text.write(toFile: bad, atomically: false, encoding: .utf8)
            #expect(self.refusal(bad) == .refused(path: bad, reason: reason))
        }
        #expect(
            RouteFileError.refused(path: "a.gpx", reason: "Line 1 is bad.").description
                == "a.gpx can't be read as GPX. Line 1 is bad."
        )
    }

    @Test func `a file with more points than are kept is thinned, and counted whole`() throws {
        let path = self.folder["long.gpx"]
        let count = 3_000
        try LongFile.write(points: count, to: path)
        var limits = GPXLimits()
        limits.pointsKeptMaximum = 2_000
        let (document, tally) = try RouteFile.read(path, limits: limits)
        let kept = document.tracks[0].segments.joined().count
        #expect(tally.trackPoints == count)
        #expect((1_000...2_000).contains(kept))
        #expect(tally.spacing >= 8)
        let route = try Route(document)
        #expect(route.metres > 0.95 * tally.trackMetres)
    }

    /// 200 MB, when PACELINE_LONG is set.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["PACELINE_LONG"] == "1"))
    func `a file of 200 MB is read in 48 MB (gpxpy#42: 1.5 GB for 10 MB)`() throws {
        let path = self.folder["huge.gpx"]
        try LongFile.write(points: 2_000_000, to: path)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        #expect(size > 200_000_000)
        let before = try LongFile.peakKilobytes()
        let start = ContinuousClock.now
        let tally = try RouteFile.read(path).tally
        let grown = try LongFile.peakKilobytes() - before
        print(
            "\(size) bytes, \(tally.trackPoints) points in \(ContinuousClock.now - start), "
                + "peak memory + \(grown) kB"
        )
        #expect(tally.trackPoints == 2_000_000)
        #expect(grown < 49_152)
    }
}
